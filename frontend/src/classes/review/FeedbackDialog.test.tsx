import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { aReviewedClass } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { acceptLogin, admin, findToast, renderAt, submitLogin } from "../../testing/renderAt";
import { advanceTime } from "../../testing/time";
import type { ClassStatus, ReviewedClass } from "../api";

const TITLE = "Class Denied! Write Your Feedback Here";
const openPage = () => renderAt({ pathname: "/dashboard/manage-classes", search: "?view=cards" }, admin);
const findCard = async (name: string) => within(await screen.findByRole("article", { name }));
const findDialog = async () => within(await screen.findByRole("dialog", { name: TITLE }));
const aPendingClass = (overrides: Partial<ReviewedClass> = {}) =>
  aReviewedClass({ _id: "7", nameClass: "Clay", ...overrides });

/** Opens the dialog with this button of Clay's card. */
async function openDialog(user: UserEvent, button: "Send Feedback" | "Deny" = "Send Feedback") {
  await user.click((await findCard("Clay")).getByRole("button", { name: `${button} Clay` }));
  return findDialog();
}

test("asks for the reason before it denies a class", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  const { user } = await openPage();
  const dialog = await openDialog(user, "Deny");
  await user.click(dialog.getByRole("button", { name: "Deny and Send" }));
  expect(await dialog.findByText("Please write your feedback.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.requests("PATCH /classes/denied/7")).toEqual([]);
  expect((await findCard("Clay")).getByText("Pending")).toBeVisible();
});

test.each(["Deny", "Send Feedback"] as const)(
  "denies a pending class with the reason after %s",
  async (button) => {
    api.respond("GET /classes", [aPendingClass()]);
    api.respond("PATCH /classes/denied/7", { modifiedCount: 1 });
    const { user } = await openPage();
    const dialog = await openDialog(user, button);
    await user.type(dialog.getByLabelText("Feedback"), "Too dear.");
    api.respond("GET /classes", [aPendingClass({ status: "Denied", feedback: "Too dear." })]);
    await user.click(dialog.getByRole("button", { name: "Deny and Send" }));
    expect((await findToast("Class is Denied!")).closest(".toast")).toHaveClass("toast-warning");
    expect(api.requests("PATCH /classes/denied/7").map(({ body }) => body)).toEqual([
      { feedback: "Too dear." },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect((await findCard("Clay")).getByText("Too dear.")).toBeVisible();
  },
);

test("changes the feedback of a denied class", async () => {
  api.respond("GET /classes", [aPendingClass({ status: "Denied", feedback: "Too dear." })]);
  api.respond("PATCH /classes/feedback/7", { modifiedCount: 1 });
  const { user } = await openPage();
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText("Feedback"), " 20 would do.");
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(await findToast("Your feedback has been sent.")).toBeVisible();
  expect(api.requests("PATCH /classes/feedback/7")[0]?.body).toEqual({ feedback: "Too dear. 20 would do." });
});

/** Approves another class, after which the list shows Clay with another status. Opens the dialog of Clay. */
async function openFeedbackAfterChange(user: UserEvent, status: ClassStatus) {
  api.respond("PATCH /classes/approved/8", { modifiedCount: 1 });
  await user.click(screen.getByRole("button", { name: "Approve Wool" }));
  api.respond("GET /classes", [aPendingClass({ status })]);
  await advanceTime({ seconds: 10 });
  await (await findCard("Clay")).findByText(status);
  return openDialog(user);
}

test("sends feedback for a class that another admin has denied meanwhile", async () => {
  api.respond("GET /classes", [aPendingClass(), aPendingClass({ _id: "8", nameClass: "Wool" })]);
  api.respond("PATCH /classes/feedback/7", { modifiedCount: 1 });
  const { user } = await openPage();
  await findCard("Clay");
  const dialog = await openFeedbackAfterChange(user, "Denied");
  expect(dialog.getByText(/^“Clay” has been denied\./)).toBeVisible();
  await user.type(dialog.getByLabelText("Feedback"), "Too dear.");
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(await findToast("Your feedback has been sent.")).toBeVisible();
});

test("rejects blank feedback", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  const { user } = await openPage();
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText("Feedback"), "   ");
  await user.click(dialog.getByRole("button", { name: "Deny and Send" }));
  expect(await dialog.findByText("Please write your feedback.")).toBeVisible();
  expect(api.requests("PATCH /classes/denied/7")).toEqual([]);
});

test("keeps the typed feedback after a click beside the dialog, and while it is being sent", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  let fail = () => {};
  api.handle("PATCH /classes/denied/7", () => new Promise((_, reject) => (fail = reject)));
  const { user } = await openPage();
  await user.click((await findCard("Clay")).getByRole("button", { name: "Send Feedback Clay" }));
  const dialog = await screen.findByRole("dialog", { name: TITLE });
  await user.type(within(dialog).getByLabelText("Feedback"), "Too dear.");
  await user.click(dialog);
  await user.click(within(dialog).getByRole("button", { name: "Deny and Send" }));
  await waitFor(() => expect(api.requests("PATCH /classes/denied/7")).toHaveLength(1));
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await user.keyboard("{Escape}");
  await act(async () => fail());
  expect(await within(dialog).findByText(/We couldn't reach Craft Camp/)).toBeVisible();
  expect(within(dialog).getByLabelText("Feedback")).toHaveValue("Too dear.");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("keeps the typed feedback until the dialog is closed if another admin was faster", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.fail("PATCH /classes/denied/7", 409, "already_decided", "This class has already been approved.");
  const { user } = await openPage();
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText("Feedback"), "Too dear.");
  api.respond("GET /classes", [aPendingClass({ status: "Approved" })]);
  await user.click(dialog.getByRole("button", { name: "Deny and Send" }));
  expect(
    await dialog.findByText("Someone else got there first. This class has already been approved."),
  ).toBeVisible();
  expect(dialog.getByLabelText("Feedback")).toHaveValue("Too dear.");
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(await (await findCard("Clay")).findByText("Approved")).toBeVisible();
});

test("restores the typed feedback after the session ended and the admin logged in again, and asks before it is lost", async () => {
  api.respond("GET /classes", [aPendingClass()]);
  api.fail("PATCH /classes/denied/7", 401, "bad_token", "Log in first.");
  const { user, at, router } = await openPage();
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText("Feedback"), "Too dear.");
  api.fail("POST /jwt", 401, "bad_token", "Log in first.");
  await user.click(dialog.getByRole("button", { name: "Deny and Send" }));
  await waitFor(() => expect(at().pathname).toBe("/login"));
  acceptLogin(admin);
  await submitLogin(user, admin);
  const reopened = await findDialog();
  expect(reopened.getByLabelText("Feedback")).toHaveValue("Too dear.");
  await act(() => router.navigate("/"));
  expect(await screen.findByText("What you typed isn't saved, and will be lost.")).toBeVisible();
  expect(at().pathname).toBe("/dashboard/manage-classes");
});
