import { act, screen, waitFor } from "@testing-library/react";
import { acceptClass, openAddClass, openFilledForm, PICTURE_URL, submitClass } from "../../testing/classForm";
import { api } from "../../testing/fakes/fakeApi";
import { instructor, renderAt } from "../../testing/renderAt";

const name = () => screen.findByLabelText("Class Name");

beforeEach(acceptClass);

test("a draft survives leaving the page, without a question", async () => {
  const { user, router } = await openFilledForm();
  await user.click(screen.getByRole("link", { name: "My Classes" }));
  expect(await screen.findByRole("heading", { name: "My Classes" })).toBeVisible();
  await act(() => router.navigate("/dashboard/add-class"));
  expect(await name()).toHaveValue("Clay Animals");
  expect(screen.getByText("Draft restored.")).toBeVisible();
});

test("a draft survives a reload, with its picture and lessons, and is gone after the class was added", async () => {
  const { user, unmount } = await openFilledForm();
  await user.click(screen.getByRole("button", { name: "Add one lesson" }));
  unmount();
  const again = await openAddClass();
  expect(await name()).toHaveValue("Clay Animals");
  expect(screen.getByRole("img", { name: "Preview of your picture" })).toHaveAttribute("src", PICTURE_URL);
  await again.user.click(screen.getByRole("button", { name: /^Remove lesson 1/ }));
  await submitClass(again.user);
  await screen.findByRole("heading", { name: "My Classes" });
  again.unmount();
  await openAddClass();
  expect(await name()).toHaveValue("");
  expect(screen.queryByText("Draft restored.")).toBeNull();
});

test("a draft survives the end of the session, for the same user only", async () => {
  const { user, at, unmount } = await openFilledForm();
  api.fail("POST /jwt", 401, "bad_token", "Log in first.");
  api.fail("POST /classes", 401, "bad_token", "Log in first.");
  await submitClass(user);
  await waitFor(() => expect(at().pathname).toBe("/login"));
  expect(at().state).toMatchObject({ from: { pathname: "/dashboard/add-class" } });
  unmount();
  const other = await renderAt("/dashboard/add-class", { ...instructor, email: "other@camp.example" });
  expect(await name()).toHaveValue("");
  other.unmount();
  await openAddClass();
  expect(await name()).toHaveValue("Clay Animals");
});

test("a draft can be discarded", async () => {
  const { unmount } = await openFilledForm();
  unmount();
  const { user, unmount: leave } = await openAddClass();
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  expect(await name()).toHaveValue("");
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  leave();
  await openAddClass();
  expect(await name()).toHaveValue("");
});

test("a draft is not promised if the browser stores nothing", async () => {
  const { user, at } = await openAddClass();
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full.", "QuotaExceededError");
  });
  await user.type(await name(), "Clay");
  await user.click(screen.getByRole("link", { name: "My Classes" }));
  expect(await screen.findByText("What you typed isn't saved, and will be lost.")).toBeVisible();
  expect(at().pathname).toBe("/dashboard/add-class");
});

test("a draft is forgotten after 30 days", async () => {
  const { unmount } = await openFilledForm();
  unmount();
  jest.setSystemTime(Date.now() + 31 * 86_400_000);
  await openAddClass();
  expect(await name()).toHaveValue("");
});
