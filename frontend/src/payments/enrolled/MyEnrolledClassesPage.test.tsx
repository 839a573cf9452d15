import { screen, within } from "@testing-library/react";
import { anEnrolledClass, aPayment, inMinutes } from "../../testing/builders";
import { ENROLLED, PAYMENTS } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const SELECTED_PATH = "/dashboard/my-selected-classes";
const ENROLLED_PATH = "/dashboard/my-enrolled-classes";
beforeEach(() => api.respond("GET /presence", []));

const main = () => within(screen.getByRole("main"));

test("shows each class with its payment status and a link to its page", async () => {
  const payment = aPayment({ classId: "7", status: "enrollPending" });
  api.respond(ENROLLED, [
    anEnrolledClass({ classId: "7" }),
    anEnrolledClass({ classId: "8", nameClass: "Looms" }),
  ]);
  api.respond(PAYMENTS, [payment, aPayment({ classId: "8", status: "refunded" })]);
  await renderAt(ENROLLED_PATH, student);
  const [clay, looms] = await screen.findAllByRole("article");
  if (!clay || !looms) throw new Error("Two cards are expected.");
  expect(within(clay).getByText("Waiting for confirmation")).toBeVisible();
  expect(within(clay).getByRole("link", { name: /^Start Class/ })).toHaveAttribute(
    "href",
    `${ENROLLED_PATH}/7`,
  );
  expect(within(looms).getByText("Enrolled")).toBeVisible();
  api.respond(PAYMENTS, [{ ...payment, status: "enrolled" }]);
  await advanceTime({ seconds: 2 });
  expect(within(clay).getByText("Enrolled")).toBeVisible();
});

test("shows the class with the next lesson first, and classes that are over last", async () => {
  const at = (minutes: number) => ({
    startsAt: inMinutes(minutes),
    endsAt: inMinutes(minutes + 60),
    place: "",
  });
  api.respond(ENROLLED, [
    anEnrolledClass({ nameClass: "Over", lessons: [{ _id: "1", ...at(-600) }], endedAt: inMinutes(-540) }),
    anEnrolledClass({ nameClass: "Undated" }),
    anEnrolledClass({ nameClass: "Removed", lessonsRemovedAt: inMinutes(-60) }),
    anEnrolledClass({ nameClass: "Later", lessons: [{ _id: "2", ...at(600) }] }),
    anEnrolledClass({
      nameClass: "Next",
      lessons: [-600, 60].map((from) => ({ _id: `${from}`, ...at(from) })),
    }),
  ]);
  api.respond(PAYMENTS, []);
  await renderAt(ENROLLED_PATH, student);
  const cards = await screen.findAllByRole("article");
  const names = cards.map((card) => within(card).getByRole("heading").textContent);
  expect(names).toEqual(["Next", "Later", "Undated", "Removed", "Over"]);
  // The tests run in UTC.
  expect(screen.getAllByText(/^Next lesson: .* \(Eastern Time\)$/)).toHaveLength(2);
  expect(screen.getAllByRole("link", { name: /^Add to calendar: (Next|Later)$/ })).toHaveLength(2);
  expect(screen.getByText("This class has ended.")).toBeVisible();
  expect(screen.getAllByText("This class has no dates right now.")).toHaveLength(1);
});

test("links to the selected classes if the student has no enrollment", async () => {
  api.respond(ENROLLED, []);
  api.respond(PAYMENTS, []);
  await renderAt(ENROLLED_PATH, student);
  await screen.findByText("You're not enrolled in a class yet.");
  expect(main().getByRole("link", { name: "My Selected Classes" })).toHaveAttribute("href", SELECTED_PATH);
});
