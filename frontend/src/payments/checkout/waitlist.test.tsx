import { screen, waitFor, within } from "@testing-library/react";
import { aChild, anOffer, aSelection, aWaitlistEntry, inMinutes } from "../../testing/builders";
import { grantOrder, openPaymentPage, payButton, SELECTED, WAITLIST } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { findToast, renderAt, student } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";

const HOUR_MS = 3_600_000;
const PAGE_PATH = "/dashboard/my-selected-classes";
const openPage = () => renderAt(PAGE_PATH, student);
const findCard = async (name: string) => within(await screen.findByRole("article", { name }));
const rowOf = async (name: string) => within((await screen.findByText(name)).closest("tr") as HTMLElement);

describe("My waitlists", () => {
  test("shows who waits for which class, and their position", async () => {
    api.respond("GET /children", [aChild({ _id: "3", name: "Mia" })]);
    api.respond(WAITLIST, [
      aWaitlistEntry({ nameClass: "Clay Animals", classId: "7", childId: "3", childName: "Mia" }),
      aWaitlistEntry({ nameClass: "Looms", position: 1, of: 1 }),
    ]);
    await openPage();
    const section = within(await screen.findByRole("region", { name: "Waiting" }));
    const [, clay, looms] = section.getAllByRole("row");
    expect(clay).toHaveTextContent(/^Clay AnimalsMia3 of 7Leave the waitlist$/);
    expect(looms).toHaveTextContent(/^LoomsYou1 of 1Leave the waitlist$/);
    expect(section.getByRole("link", { name: "Clay Animals" })).toHaveAttribute("href", "/all-classes/7");
  });

  test("asks a user to verify their address, because only then an offer is e-mailed", async () => {
    api.respond(WAITLIST, [aWaitlistEntry()]);
    await renderAt(PAGE_PATH, { ...student, emailVerified: false });
    const section = within(await screen.findByRole("region", { name: "Waiting" }));
    expect(section.getByText(/Please .*so that we can email you then/)).toBeVisible();
    expect(section.getByRole("link", { name: "verify your email address" })).toHaveAttribute(
      "href",
      "/dashboard/profile",
    );
  });

  test("has no section while nobody waits", async () => {
    await openPage();
    await screen.findByText("You haven't selected a class yet.");
    expect(screen.queryByRole("heading", { name: "Waiting" })).toBeNull();
    await advanceTime({ minutes: 5 });
    expect(api.requests(WAITLIST)).toHaveLength(1);
  });

  test("polls, and shows a seat among the selected classes as soon as it is offered", async () => {
    api.respond(WAITLIST, [aWaitlistEntry({ _id: "31", classId: "7", position: 2 })]);
    await openPage();
    expect((await rowOf("Clay Animals")).getByText("2 of 7")).toBeVisible();
    api.respond(WAITLIST, [aWaitlistEntry({ _id: "31", classId: "7", position: 1 })]);
    await advanceTime({ seconds: 2 });
    expect((await rowOf("Clay Animals")).getByText("1 of 7")).toBeVisible();
    const offer = anOffer(5, { classId: "7" });
    const { offeredUntil } = offer;
    api.respond(WAITLIST, [
      aWaitlistEntry({ _id: "31", classId: "7", position: null, state: "OFFERED", offeredUntil }),
    ]);
    api.respond(SELECTED, [offer]);
    await advanceTime({ seconds: 5 });
    expect((await findCard("Clay Animals")).getByText(/^Offered to you until/)).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Waiting" })).toBeNull();
  });

  test("takes a participant off the waitlist after a confirmation", async () => {
    api.respond(WAITLIST, [aWaitlistEntry({ _id: "31" }), aWaitlistEntry({ _id: "32", nameClass: "Looms" })]);
    const { user } = await openPage();
    await user.click(await screen.findByRole("button", { name: "Leave the waitlist: Clay Animals" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Leave the waitlist?" }));
    expect(dialog.getByText(/you'll start at the end/)).toBeVisible();
    api.respond("DELETE /waitlist/31", { deletedCount: 1 });
    api.respond(WAITLIST, [aWaitlistEntry({ _id: "32", nameClass: "Looms" })]);
    await user.click(dialog.getByRole("button", { name: "Leave" }));
    expect(await findToast("You've left the waitlist of Clay Animals")).toBeVisible();
    await waitFor(() => expect(screen.queryByText("Clay Animals")).toBeNull());
    await waitFor(() => expect(screen.getByRole("heading", { name: "Waiting" })).toHaveFocus());
  });

  test("keeps the entry and shows the error if leaving fails", async () => {
    api.respond(WAITLIST, [aWaitlistEntry({ _id: "31" })]);
    api.fail("DELETE /waitlist/31", 503, "database_unavailable", "The site is very busy.");
    const { user } = await openPage();
    await user.click(await screen.findByRole("button", { name: "Leave the waitlist: Clay Animals" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Leave" }));
    expect(await dialog.findByText("The site is very busy.")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect((await rowOf("Clay Animals")).getByText("3 of 7")).toBeVisible();
  });

  test("says that an entry had already ended, and moves the focus to the heading of the page", async () => {
    api.respond(WAITLIST, [aWaitlistEntry({ _id: "31" })]);
    api.fail("DELETE /waitlist/31", 404, "not_found", "We couldn't find this.");
    const { user } = await openPage();
    await user.click(await screen.findByRole("button", { name: "Leave the waitlist: Clay Animals" }));
    api.respond(WAITLIST, []);
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Leave" }));
    expect(await findToast("The place on the waitlist of Clay Animals had already ended.")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  });

  test("shows an error and retries if the waitlists cannot be loaded", async () => {
    api.fail(WAITLIST, 500, "broken", "Something broke.");
    const { user } = await openPage();
    expect(await screen.findByText("Your waitlists couldn't be loaded. Something broke.")).toBeVisible();
    expect(screen.getByText("You haven't selected a class yet.")).toBeVisible();
    api.respond(WAITLIST, [aWaitlistEntry()]);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect((await rowOf("Clay Animals")).getByText("3 of 7")).toBeVisible();
  });
});

describe("an offered seat", () => {
  test("is the first of the selected classes, with the time left, its price and a link to pay", async () => {
    jest.setSystemTime(new Date("2026-03-02T18:30:00-05:00"));
    api.respond(SELECTED, [
      aSelection({ nameClass: "Looms" }),
      anOffer(23.5, { _id: "31", nameClass: "Clay Animals" }),
    ]);
    await openPage();
    const clay = await findCard("Clay Animals");
    expect(screen.getAllByRole("article")[0]).toHaveAccessibleName("Clay Animals");
    expect(clay.getByText(/^Offered to you until Tue, Mar 3, 6:00 PM/)).toBeVisible();
    expect(clay.getByText("23 hours left")).toBeVisible();
    expect(clay.getByText("$45.50")).toBeVisible();
    expect(clay.queryByText("Sold out")).toBeNull();
    expect(clay.getByRole("link", { name: "Pay: Clay Animals" })).toHaveAttribute(
      "href",
      "/dashboard/payment/31",
    );
  });

  test("counts down until it ends", async () => {
    api.respond(SELECTED, [anOffer(2, { classId: "7" })]);
    await openPage();
    const clay = await findCard("Clay Animals");
    expect(clay.getByText("2 hours left")).toBeVisible();
    await advanceTime({ minutes: 1 });
    expect(clay.getByText("1 hour left")).toBeVisible();
    await advanceTime({ minutes: 90 });
    expect(clay.getByText("29 minutes left")).toBeVisible();
    await advanceTime({ minutes: 28 });
    expect(clay.getByText("1 minute left")).toBeVisible();
    await advanceTime({ seconds: 30 });
    expect(clay.getByText("Less than a minute left")).toBeVisible();
    await advanceTime({ seconds: 31 });
    expect(clay.getByText(/^This offer has ended\./)).toBeVisible();
    expect(clay.getByRole("button", { name: "Pay: Clay Animals (offer ended)" })).toBeDisabled();
    expect(clay.getByRole("link", { name: "join the waitlist" })).toHaveAttribute("href", "/all-classes/7");
  });

  test("can be paid while its hold is prolonged", async () => {
    api.respond(SELECTED, [anOffer(1, { offeredUntil: inMinutes(-1), heldUntil: inMinutes(20) })]);
    await openPage();
    const clay = await findCard("Clay Animals");
    expect(clay.getByText(/^We're holding a seat for you until/)).toBeVisible();
    expect(clay.getByRole("link", { name: "Pay: Clay Animals" })).toBeVisible();
  });

  test("can be declined after a confirmation", async () => {
    api.respond(SELECTED, [anOffer(5, { _id: "31" })]);
    const { user } = await openPage();
    await user.click(await screen.findByRole("button", { name: "Decline: Clay Animals" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Decline this seat?" }));
    expect(dialog.getByText(/goes to the next family on the waitlist/)).toBeVisible();
    api.respond("DELETE /selectClass/31", { deletedCount: 1 });
    api.respond(SELECTED, []);
    await user.click(dialog.getByRole("button", { name: "Decline" }));
    expect(await findToast("You've declined the seat in Clay Animals")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("region", { name: "Selected classes" })).toHaveFocus());
  });

  test("says that an offer had already ended", async () => {
    api.respond(SELECTED, [anOffer(5, { _id: "31" })]);
    api.fail("DELETE /selectClass/31", 404, "not_found", "We couldn't find this.");
    const { user } = await openPage();
    await user.click(await screen.findByRole("button", { name: "Decline: Clay Animals" }));
    api.respond(SELECTED, []);
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Decline" }));
    expect(await findToast("The offer for Clay Animals had already ended.")).toBeVisible();
  });

  test("links a sold-out class to its waitlist", async () => {
    api.respond(SELECTED, [aSelection({ classId: "7", seats: 1, offered: 1 })]);
    await openPage();
    const clay = await findCard("Clay Animals");
    expect(clay.getByText("Sold out.")).toBeVisible();
    expect(clay.getByRole("link", { name: "join the waitlist" })).toHaveAttribute("href", "/all-classes/7");
  });

  test("is held for hours on the payment page, and can be prolonged only at the end", async () => {
    const offer = anOffer(24);
    grantOrder([offer], 24 * 60);
    await openPaymentPage(offer, { grantsHold: false });
    expect(await screen.findByRole("timer")).toHaveTextContent("24:00:00");
    expect(payButton()).toBeEnabled();
    expect(screen.queryByRole("button", { name: "Get more time for my seat" })).toBeNull();
    // Jumps, because the countdown renders every second.
    jest.setSystemTime(Date.now() + 22.5 * HOUR_MS);
    await advanceTime({ seconds: 1 });
    expect(screen.getByRole("timer")).toHaveTextContent("1:29:59");
    jest.setSystemTime(Date.now() + 1.25 * HOUR_MS);
    await advanceTime({ seconds: 1 });
    expect(screen.getByRole("timer")).toHaveTextContent("14:58");
    expect(screen.getByRole("button", { name: "Get more time for my seat" })).toBeVisible();
  });
});
