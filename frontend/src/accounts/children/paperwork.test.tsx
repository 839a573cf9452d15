import { screen, within } from "@testing-library/react";
import { config } from "../../shared/config";
import { aChild, anEnrolledClass, aPayment, aSelection, inMinutes } from "../../testing/builders";
import { ENROLLED, grantFreeOrder, openPaymentPage } from "../../testing/checkoutPages";
import { api } from "../../testing/fakes/fakeApi";
import { aChildPaperwork } from "../../testing/paperwork";
import { expectLink, renderAt, student } from "../../testing/renderAt";

const mia = aChildPaperwork({ missing: ["phone", "contact"] });
const tom = aChildPaperwork({ childId: "4", name: "Tom" });
const PAGE = "/dashboard/paperwork";
const MIA = { childId: "3", childName: "Mia" };

beforeEach(() => {
  api.respond("GET /children", [aChild({ _id: "3", name: "Mia" }), aChild({ _id: "4", name: "Tom" })]);
});

async function payFor(participant: Partial<typeof MIA>) {
  const free = aSelection({ price: 0, ...participant });
  const { user } = await openPaymentPage(free, { grantsHold: false });
  await screen.findByRole("button", { name: "Enroll for free" });
  grantFreeOrder([free]);
  await user.click(screen.getByRole("button", { name: "Enroll for free" }));
  await screen.findByRole("heading", { name: "You're booked" });
}

test("asks for the paperwork of a child after the payment", async () => {
  api.respond("GET /care", [mia, tom]);
  await payFor(MIA);
  const note = within(await screen.findByRole("region", { name: "Paperwork" }));
  expectLink("Three minutes of paperwork for Mia", PAGE, note);
  expect(note.getByText(/We still need your phone number and an emergency contact\./)).toBeVisible();
  expect(note.queryByText(/Tom/)).toBeNull();
});

test("asks for nothing after the payment if nothing is missing, or the student takes part", async () => {
  api.respond("GET /care", [aChildPaperwork()]);
  await payFor(MIA);
  expect(screen.queryByRole("region", { name: "Paperwork" })).toBeNull();
});

test("requests no paperwork for a student who takes part", async () => {
  await payFor({});
  expect(api.requests("GET /care")).toEqual([]);
});

test("asks at home for the paperwork of the children with a lesson ahead", async () => {
  api.respond("GET /care", [mia, { ...tom, missing: ["phone"] }]);
  const lesson = { _id: "1", startsAt: inMinutes(60), endsAt: inMinutes(120), place: "" };
  api.respond(ENROLLED, [anEnrolledClass({ ...MIA, lessons: [lesson] })]);
  await renderAt("/dashboard", student);
  const note = within(await screen.findByRole("region", { name: "Paperwork" }));
  expect(note.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Three minutes of paperwork for Mia",
  ]);
});

test("says on the page of the seat what is missing", async () => {
  api.respond("GET /care", [{ ...mia, missing: ["paper:immunization", "paper:physical-exam-form"] }]);
  api.respond(ENROLLED, [anEnrolledClass({ classId: "7", ...MIA })]);
  api.respond("GET /payments/student%40camp.example", [aPayment({ classId: "7", ...MIA })]);
  await renderAt("/dashboard/my-enrolled-classes/7?child=3", student);
  const note = within(await screen.findByRole("region", { name: "Paperwork" }));
  expectLink("Paperwork for Mia", PAGE, note);
  expect(
    note.getByText(/need the immunization record at the office and the physical exam form at the office/),
  ).toBeVisible();
});

test("links to the paperwork of each child under My Children", async () => {
  api.respond("GET /care", [mia, tom]);
  await renderAt("/dashboard/my-children", student);
  await screen.findByRole("link", { name: "Paperwork for Tom" });
  expectLink("Three minutes of paperwork for Mia", "/dashboard/my-children/3/paperwork");
});

test("neither asks nor sends a request if the school has no paperwork", async () => {
  jest.replaceProperty(config, "care", false);
  await renderAt("/dashboard/my-children", student);
  await screen.findByRole("region", { name: "Your children" });
  expect(screen.queryByRole("link", { name: /aperwork/ })).toBeNull();
  expect(api.requests("GET /care")).toEqual([]);
});
