import { screen } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { admin, renderAt } from "../../testing/renderAt";
import { aClass, PATH, respondWithClass } from "../../testing/staffClassPage";

beforeEach(respondWithClass);

describe("the money", () => {
  const REPORT = "GET /reports/classes?classId=7";
  const sums = { list: 600, discount: 50, charged: 550, refunded: 45.5, kept: 504.5, earned: 0 };
  const report = {
    ...{ classId: "7", nameClass: "Clay", instructorName: "Ida", season: null, firstStart: null },
    ...{ seats: 12, capacity: 14, waiting: 0, lessonsHeld: 1, lessons: 3, notYetEarned: 504.5, ...sums },
  };

  test("shows what the class has sold and how much of it is earned", async () => {
    api.respond(REPORT, [report]);
    await renderAt(`${PATH}?tab=money`, admin);
    expect((await screen.findByText("Kept")).nextSibling).toHaveTextContent("$504.50");
    expect(screen.getByText("Seats sold").nextSibling).toHaveTextContent("12 of 14");
    expect(screen.getByText("Lessons held").nextSibling).toHaveTextContent("1 of 3");
  });

  test("says that nobody could book yet", async () => {
    api.respond(REPORT, []);
    await renderAt(`${PATH}?tab=money`, admin);
    expect(await screen.findByText("Nobody could book this class yet.")).toBeVisible();
  });

  test("shows how far the refunds of a withdrawn class are", async () => {
    const withdrawnAt = "2027-07-01T12:00:00Z";
    api.respond("GET /myClass/7", aClass({ status: "Denied", withdrawnAt, feedback: "Too few." }));
    api.respond(REPORT, [report]);
    api.respond("GET /classes/7/withdrawal", {
      ...{ withdrawnAt, reason: "Too few.", seats: 12, refunds: { sent: 12, owed: 0, failed: 0 } },
      ...{ amount: { sent: 550, owed: 0 }, failed: [], byHand: { payments: 0, amount: 0 } },
    });
    await renderAt(`${PATH}?tab=money`, admin);
    expect(await screen.findByText("All refunds have been sent.")).toBeVisible();
  });

  test("shows an error and retries", async () => {
    api.fail(REPORT, 503, "database_unavailable", "The site is very busy.");
    const { user } = await renderAt(`${PATH}?tab=money`, admin);
    expect(await screen.findByText("The site is very busy.")).toBeVisible();
    api.respond(REPORT, [report]);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Kept")).toBeVisible();
  });
});
