import { screen, waitFor, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { anAgreementText } from "../../testing/paperwork";
import { admin, expectRedirectHome, findToast, instructor, renderAt, student } from "../../testing/renderAt";

const PATH = "/dashboard/settings/agreements";
const first = anAgreementText();
const second = anAgreementText({ _id: "9", version: 2, title: "Tools, heat and paint", body: "Kilns burn." });

async function openPage(texts = [second, first]) {
  api.respond("GET /agreementTexts", texts);
  const view = await renderAt(PATH, admin);
  await screen.findByText(/^Families sign these texts/);
  return view;
}

test.each([student, instructor])("redirects a $role to the home page", async (user) => {
  await expectRedirectHome(PATH, user);
});

test("shows the newest version of each text, and the earlier ones", async () => {
  const { user } = await openPage();
  const text = within(await screen.findByRole("region", { name: "Tools, heat and paint" }));
  expect(screen.getByText(/^Waiver, version 2 of Jan 5, 2027\. Families are asked/)).toBeVisible();
  await user.click(text.getByText("Earlier versions (1)"));
  expect(screen.getByText("Kilns are hot.")).toBeVisible();
});

test("publishes a new version after a preview, and says that families must sign again", async () => {
  api.respond("POST /agreementTexts", { insertedId: "10" }, 201);
  const { user } = await openPage([first]);
  await user.click(await screen.findByRole("button", { name: "New version of Tools and heat" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New version of “Tools and heat”" }));
  expect(dialog.getByText(/who signed version 1 will have to sign the new one/)).toBeVisible();
  await user.type(dialog.getByLabelText("Text"), " And loud.");
  expect(
    within(dialog.getByRole("region", { name: "Preview" })).getByText("Kilns are hot. And loud."),
  ).toBeVisible();
  api.respond("GET /agreementTexts", [second, first]);
  await user.click(dialog.getByRole("button", { name: "Publish" }));
  expect(await findToast("“Tools and heat” has been published.")).toBeVisible();
  expect(api.requests("POST /agreementTexts")[0]?.body).toEqual({
    kind: "waiver",
    title: "Tools and heat",
    body: "Kilns are hot. And loud.",
    required: true,
  });
  expect(await screen.findByText("Kilns burn.")).toBeVisible();
});

test("adds the first text of another kind", async () => {
  api.respond("POST /agreementTexts", { insertedId: "10" }, 201);
  const { user } = await openPage([first]);
  await user.click(await screen.findByRole("button", { name: "Add an agreement" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add an agreement" }));
  expect(dialog.queryByRole("option", { name: "Waiver" })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Publish" }));
  expect(await dialog.findByText("Please enter a title.")).toBeVisible();
  expect(dialog.getByText("Please write the text.")).toBeVisible();
  await user.selectOptions(dialog.getByLabelText("About"), "Photos");
  await user.type(dialog.getByLabelText("Title"), "Pictures");
  await user.type(dialog.getByLabelText("Text"), "We take pictures.");
  await user.click(dialog.getByRole("checkbox", { name: "Ask families until they've answered" }));
  await user.click(dialog.getByRole("button", { name: "Publish" }));
  await findToast("“Pictures” has been published.");
  expect(api.requests("POST /agreementTexts")[0]?.body).toEqual({
    kind: "photo",
    title: "Pictures",
    body: "We take pictures.",
    required: false,
  });
});

test("keeps what was typed if somebody else has just published a version", async () => {
  const message = "Somebody else has just published a new version of this text. Please look at it first.";
  api.fail("POST /agreementTexts", 409, "already_exists", message);
  const { user } = await openPage([first]);
  await user.click(await screen.findByRole("button", { name: "New version of Tools and heat" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Text"), " And loud.");
  await user.click(dialog.getByRole("button", { name: "Publish" }));
  expect(await dialog.findByText(message)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "New version of Tools and heat" }));
  expect(await screen.findByLabelText("Text")).toHaveValue("Kilns are hot. And loud.");
});

test("says that there are no texts yet", async () => {
  await openPage([]);
  expect(await screen.findByText("No agreements yet")).toBeVisible();
});

test("shows an error and retries if the texts cannot be loaded", async () => {
  api.fail("GET /agreementTexts", 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(PATH, admin);
  expect(await screen.findByRole("alert")).toHaveTextContent("The site is very busy.");
  api.respond("GET /agreementTexts", [first]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Kilns are hot.")).toBeVisible();
});
