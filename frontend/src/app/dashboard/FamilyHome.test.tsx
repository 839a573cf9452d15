import { screen, within } from "@testing-library/react";
import {
  aChild,
  aClass,
  anEnrolledClass,
  anOffer,
  aSelection,
  aWaitlistEntry,
  inMinutes,
} from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { expectLink, renderAt, student } from "../../testing/renderAt";

const email = encodeURIComponent(student.email);
const MIA = { childId: "1", childName: "Mia" };
const TOM = { childId: "2", childName: "Tom" };
const DAY = 24 * 60;

function aLesson(minutes: number, _id = String(minutes)) {
  return { _id, startsAt: inMinutes(minutes), endsAt: inMinutes(minutes + 60), place: "" };
}

function dayIn(days: number): string {
  return inMinutes(days * DAY).slice(0, 10);
}

beforeEach(() => {
  api.respond("GET /children", [aChild({ _id: "1", name: "Mia" }), aChild({ _id: "2", name: "Tom" })]);
  api.respond(`GET /selectClass?email=${email}`, []);
  api.respond(`GET /enrolledStudent/${email}`, []);
  api.respond(`GET /waitlist?email=${email}`, []);
  api.respond("GET /popularClasses", []);
  api.respond("POST /orders/quote", { lines: [], total: 0 });
});

const openPage = () => renderAt("/dashboard", student);
const part = (name: string | RegExp) => screen.findByRole("region", { name });

test("shows the next lesson with who, where and what to bring, then the next lessons of the other classes", async () => {
  const [lesson, later] = [aLesson(DAY), aLesson(3 * DAY)];
  const clay = { classId: "7", place: "Pottery", bring: "An apron", lessons: [aLesson(-DAY), lesson, later] };
  api.respond(`GET /enrolledStudent/${email}`, [
    anEnrolledClass({ nameClass: "Weaving", lessons: [aLesson(2 * DAY)] }),
    anEnrolledClass({ ...clay, ...MIA }),
    anEnrolledClass({ ...clay, ...TOM }),
  ]);
  await openPage();
  const next = within(await part("Next lesson, tomorrow Clay Animals"));
  for (const text of ["Mia and Tom", "Pottery", "An apron", "Ida Instructor"])
    expect(next.getByText(text)).toBeVisible();
  expectLink("See the class", "/dashboard/my-enrolled-classes/7?child=1", next);
  const also = within(await part("Also coming up"));
  expect(also.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Weaving"]);
  expect(screen.getByRole("heading", { level: 1, name: "Hello, Sam Student" })).toBeVisible();
  expect(document.title).toMatch(/^Dashboard \|/);
});

test.each([
  [0, "today"],
  [5, "in 5 days"],
  [30, "in 4 weeks"],
])("says how far away the next lesson is: %s days, %s", async (days, text) => {
  api.respond(`GET /enrolledStudent/${email}`, [anEnrolledClass({ lessons: [aLesson(days * DAY)] })]);
  await openPage();
  expect(await part(`Next lesson, ${text} Clay Animals`)).toBeVisible();
});

test("shows the weeks of each child, with what is booked and what isn't paid yet", async () => {
  const days = (from: number) => ({ firstDay: dayIn(from), lastDay: dayIn(from) });
  api.respond(`GET /enrolledStudent/${email}`, [
    anEnrolledClass({ ...MIA, ...days(0), nameClass: "Clay Animals" }),
    anEnrolledClass({ ...MIA, ...days(-30), nameClass: "Long ago" }),
  ]);
  api.respond(`GET /selectClass?email=${email}`, [aSelection({ ...TOM, ...days(14), nameClass: "Weaving" })]);
  await openPage();
  const season = within(await part("The season"));
  const weeksOf = (name: string) =>
    within(season.getByRole("list", { name: `Weeks of ${name}` })).getAllByRole("listitem");
  expect(weeksOf("Mia")).toHaveLength(2);
  expect(weeksOf("Mia")[0]).toHaveTextContent(/Clay Animals$/);
  expect(weeksOf("Mia")[1]).toHaveTextContent(/Nothing planned$/);
  expect(weeksOf("Tom")[1]).toHaveTextContent(/Weaving, not paid yet$/);
  // The student takes no class.
  expect(season.queryByRole("list", { name: "Weeks of You" })).toBeNull();
});

test("shows what waits for payment, and pays for all of it that can be paid", async () => {
  api.respond(`GET /selectClass?email=${email}`, [
    aSelection({ _id: "s1", ...MIA, nameClass: "Clay Animals", price: 45.5 }),
    anOffer(5, { _id: "s2", ...TOM, nameClass: "Weaving", price: 20 }),
    aSelection({ _id: "s3", nameClass: "Printing", seats: 0 }),
  ]);
  await openPage();
  const toPay = within(await part("Waiting for payment"));
  const [printing, weaving, clay] = toPay.getAllByRole("listitem");
  expect(clay).toHaveTextContent("Clay Animals for Mia$45.50");
  expect(weaving).toHaveTextContent(/Weaving for Tom\$20.00Offered to you until/);
  expect(printing).toHaveTextContent("Printing for yousold out");
  expectLink("Pay for 2 seats: $65.50", "/dashboard/checkout?selections=s1,s2", toPay);
});

test("asks for what an order of all would cost", async () => {
  api.respond(`GET /selectClass?email=${email}`, [
    aSelection({ _id: "s1", ...MIA, nameClass: "Clay Animals", price: 50 }),
    aSelection({ _id: "s2", ...TOM, nameClass: "Clay Animals", price: 50 }),
  ]);
  const reduced = { price: 45, listPrice: 50, discount: 5, discountText: "Sibling discount, 10%" };
  const lines = [{ selectionId: "s2", ...reduced, usesCode: false, replaced: null }];
  api.respond("POST /orders/quote", { lines, total: 95 });
  await openPage();
  const toPay = within(await part("Waiting for payment"));
  expect(await toPay.findByRole("link", { name: "Pay for 2 seats: $95.00" })).toBeVisible();
  expect(toPay.getAllByRole("listitem")[0]).toHaveTextContent("Clay Animals for Tom$45.00");
});

test("shows the place on each waitlist", async () => {
  api.respond(`GET /waitlist?email=${email}`, [
    aWaitlistEntry({ ...MIA, classId: "7", nameClass: "Clay Animals", position: 2, of: 5 }),
  ]);
  await openPage();
  const item = within(await part("On the waitlist")).getByRole("listitem");
  expect(item).toHaveTextContent("Clay Animals for MiaPlace 2 of 5");
  expect(within(item).getByRole("link")).toHaveAttribute("href", "/all-classes/7");
});

test("suggests classes to a family that has booked nothing", async () => {
  api.respond("GET /popularClasses", [aClass({ nameClass: "Clay Animals" })]);
  await openPage();
  expect(await screen.findByRole("heading", { name: "No lessons coming up." })).toBeVisible();
  expect(await part("Popular right now")).toHaveTextContent("Clay Animals");
  expect(screen.queryByRole("region", { name: "The season" })).toBeNull();
});

test("shows the rest if one list cannot be loaded, and retries", async () => {
  api.fail(`GET /enrolledStudent/${email}`, 503, "database_unavailable", "The site is very busy.");
  api.respond(`GET /selectClass?email=${email}`, [aSelection({ nameClass: "Clay Animals" })]);
  const { user } = await openPage();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  expect(await part("Waiting for payment")).toHaveTextContent("Clay Animals");
  expect(screen.queryByText("No lessons coming up.")).toBeNull();
  api.respond(`GET /enrolledStudent/${email}`, [anEnrolledClass({ lessons: [aLesson(DAY)] })]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await part(/^Next lesson, tomorrow/)).toBeVisible();
});

test("is linked in the side menu, which marks the link as current only on this page", async () => {
  api.respond(`GET /payments/${email}`, []);
  const { user, at } = await renderAt("/dashboard/my-payment-history", student);
  const link = await screen.findByRole("link", { name: "Dashboard" });
  expect(link).not.toHaveAttribute("aria-current");
  await user.click(link);
  expect(at().pathname).toBe("/dashboard");
  expect(await screen.findByRole("heading", { level: 1, name: "Hello, Sam Student" })).toHaveFocus();
  expect(link).toHaveAttribute("aria-current", "page");
});
