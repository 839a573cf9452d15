import { act, screen, waitFor, within } from "@testing-library/react";
import { aChild } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { aSharedChild } from "../../testing/guardians";
import { AGREEMENTS, anAgreement, anAgreementText, openPaperwork } from "../../testing/paperwork";
import { expectLink, findToast, renderAt, student } from "../../testing/renderAt";

const waiver = anAgreementText();
const photo = anAgreementText({ _id: "9", kind: "photo", title: "Pictures", body: "We take pictures." });
const signButton = () => screen.getByRole("button", { name: "Sign" });
const name = () => screen.getByLabelText("Type your full name to sign");
const agree = () => screen.getByRole("checkbox", { name: "I've read “Tools and heat” and agree" });

test("signs what the guardian agrees to, and refuses pictures", async () => {
  api.respond("POST /agreements", { insertedId: "20" }, 201);
  const { user } = await openPaperwork({ toSign: [waiver, photo], missing: ["agreements"] });
  expect(screen.getByRole("region", { name: "Text of “Tools and heat”" })).toHaveTextContent(
    "Kilns are hot.",
  );
  await user.click(agree());
  await user.click(screen.getByRole("radio", { name: "No, not for Mia" }));
  await user.type(name(), "Sam Student");
  api.respond(AGREEMENTS, { toSign: [], signed: [anAgreement()] });
  await user.click(signButton());
  expect(await findToast("Thank you for signing.")).toBeVisible();
  expect(api.requests("POST /agreements").map(({ body }) => body)).toEqual([
    { textId: "8", childIds: ["3"], accepted: true, typedName: "Sam Student", onPaper: false },
    { textId: "9", childIds: ["3"], accepted: false, typedName: "Sam Student", onPaper: false },
  ]);
  await screen.findByText("Tools and heat");
  expectLink("Tools and heat", "/dashboard/my-children/agreements/20");
  expect(screen.queryByRole("button", { name: "Sign" })).toBeNull();
});

test("needs an answer and a typed name", async () => {
  const { user } = await openPaperwork({ toSign: [waiver] });
  await user.click(signButton());
  expect(await screen.findByText("Please type your name to sign.")).toBeVisible();
  await user.type(name(), "Sam{Enter}");
  expect(await screen.findByText("Please check what you agree to.")).toBeVisible();
  expect(api.requests("POST /agreements")).toEqual([]);
});

test("shows the new text if the school has changed it, and keeps the typed name", async () => {
  const message = "The school has changed this text. Please read the new one before you sign.";
  api.fail("POST /agreements", 409, "text_outdated", message);
  const { user } = await openPaperwork({ toSign: [waiver] });
  await user.click(agree());
  await user.type(name(), "Sam Student");
  api.respond(AGREEMENTS, { toSign: [{ ...waiver, _id: "10", body: "Kilns are very hot." }], signed: [] });
  await user.click(signButton());
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText("Kilns are very hot.")).toBeVisible();
  expect(agree()).not.toBeChecked();
  expect(name()).toHaveValue("Sam Student");
});

test("shows exactly what was signed, to print", async () => {
  api.respond("GET /agreements/20", anAgreement({ body: "Kilns are hot.\n\nReally." }));
  const printed = jest.spyOn(window, "print").mockImplementation();
  const { user } = await renderAt("/dashboard/my-children/agreements/20", student);
  expect(await screen.findByRole("heading", { level: 1, name: "Tools and heat" })).toBeVisible();
  expect(document.title).toBe("Tools and heat | Craft Camp");
  const article = within(screen.getByRole("article"));
  expect(article.getByRole("region", { name: "Text of “Tools and heat”" }).textContent).toBe(
    "Kilns are hot.\n\nReally.",
  );
  expect(article.getByText(/^Accepted for/)).toHaveTextContent(
    /Mia, signed by Sam Student on Jan 6, 2027, 10:00 AM \(Eastern Time\)/,
  );
  expect(article.getByText(/^Version 1/)).toHaveTextContent("ab12");
  expectLink("Back to the paperwork for Mia", "/dashboard/my-children/3/paperwork");
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(printed).toHaveBeenCalledTimes(1);
});

test("says who has seen a signature on paper", async () => {
  const paper = { onPaper: true, seenOn: "2027-01-04", recordedBy: "Ada" };
  const { user } = await openPaperwork({ signed: [anAgreement(paper)] });
  expect(screen.getByText(/signed on paper, seen by Ada on Jan 4, 2027/)).toBeVisible();
  api.respond("GET /agreements/20", anAgreement(paper));
  await user.click(screen.getByRole("link", { name: "Tools and heat" }));
  expect(await screen.findByText(/^Accepted for/)).toHaveTextContent(
    "Mia, signed by Sam Student on paper, seen by Ada on Jan 4, 2027.",
  );
});

test("says which answers don't count", async () => {
  const pictures = { textId: "9", kind: "photo", title: "Pictures" } as const;
  await openPaperwork({
    signed: [
      anAgreement({ ...pictures, _id: "22", counts: false }),
      anAgreement({ ...pictures, _id: "21", accepted: false }),
    ],
  });
  const items = within(screen.getByRole("region", { name: "Agreements" })).getAllByRole("listitem");
  expect(items[0]).toHaveTextContent(
    /^Pictures, signed on Jan 6, 2027 \(doesn't count: see the other answer\)$/,
  );
  expect(items[1]).toHaveTextContent(/^Pictures, refused on Jan 6, 2027$/);
});

test("the answer about photos can be changed", async () => {
  const refused = anAgreement({ textId: "9", kind: "photo", title: "Pictures", accepted: false });
  api.respond("GET /agreements/20", refused);
  api.respond("GET /agreements/23", { ...refused, _id: "23", accepted: true });
  api.respond("POST /agreements", { insertedIds: ["23"] }, 201);
  api.respond("GET /children", [aChild({ _id: "3", name: "Mia" })]);
  const { user, router } = await renderAt("/dashboard/my-children/agreements/20", student);
  await user.type(await screen.findByLabelText("Type your full name to sign"), "Sam Student");
  await user.click(screen.getByRole("button", { name: "Allow photos of Mia" }));
  expect(await findToast("Your answer has been saved.")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Don't allow photos of Mia" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard/my-children/agreements/23");
  expect(api.requests("POST /agreements").map(({ body }) => body)).toEqual([
    { textId: "9", childIds: ["3"], accepted: true, typedName: "Sam Student", onPaper: false },
  ]);
});

test.each([
  ["shares the paperwork can answer about photos", [aSharedChild({ care: true })], 1],
  ["sees only the classes cannot", [aSharedChild()], 0],
  ["no longer sees the child cannot", [], 0],
])("a second guardian who %s", async (_, shared, forms) => {
  api.respond("GET /agreements/20", anAgreement({ kind: "photo", title: "Pictures" }));
  api.respond("GET /sharedChildren", shared);
  await renderAt("/dashboard/my-children/agreements/20", student);
  expect(await screen.findByText(/^Accepted for/)).toBeVisible();
  await waitFor(() => expect(api.requests("GET /sharedChildren")).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryAllByRole("heading", { name: "Your own answer" })).toHaveLength(forms);
});

test("offers to try again if it can't tell whether the account can answer about photos", async () => {
  api.respond("GET /agreements/20", anAgreement({ kind: "photo", title: "Pictures", childId: "3" }));
  api.fail("GET /children", 503, "unavailable", "Please try again.");
  const { user } = await renderAt("/dashboard/my-children/agreements/20", student);
  const retry = await screen.findByRole("button", { name: "Try again" });
  api.respond("GET /children", [aChild({ _id: "3", name: "Mia" })]);
  await user.click(retry);
  expect(await screen.findByRole("heading", { name: "Your own answer" })).toBeVisible();
});

test("says on its page that an answer doesn't count, and a waiver cannot be refused later", async () => {
  api.respond("GET /agreements/20", anAgreement({ counts: false }));
  await renderAt("/dashboard/my-children/agreements/20", student);
  expect(await screen.findByText(/^Accepted for/)).toHaveTextContent(
    /This answer doesn't count: see the other one\.$/,
  );
  expect(screen.queryByRole("button", { name: /photos/ })).toBeNull();
});

test("shows the page of an unknown path for an agreement of somebody else", async () => {
  api.fail("GET /agreements/20", 404, "not_found", "Not found.");
  await renderAt("/dashboard/my-children/agreements/20", student);
  expect(await screen.findByRole("heading", { name: "404" })).toBeVisible();
});
