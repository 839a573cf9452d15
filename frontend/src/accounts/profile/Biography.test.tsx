import { screen } from "@testing-library/react";
import { aUser } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { findToast, instructor, renderAt, student } from "../../testing/renderAt";

const LABEL = "What you make and how you got into teaching it";

beforeEach(() => api.respond("GET /instructors", [aUser({ email: instructor.email, bio: "A potter." })]));

test("lets an instructor change the text about themself", async () => {
  api.respond("PATCH /users/me", { modifiedCount: 1 });
  const { user } = await renderAt("/dashboard/profile", instructor);
  const text = await screen.findByLabelText(LABEL);
  expect(text).toHaveValue("A potter.");
  await user.type(text, " Since 1999.");
  await user.click(screen.getByRole("button", { name: "Save text" }));
  expect(await findToast("Your text has been saved.")).toBeVisible();
  expect(api.requests("PATCH /users/me")[0]?.body).toEqual({ bio: "A potter. Since 1999." });
});

test("keeps the text and shows a server error", async () => {
  api.fail("PATCH /users/me", 503, "database_down", "The site is having a rest.");
  const { user } = await renderAt("/dashboard/profile", instructor);
  await user.type(await screen.findByLabelText(LABEL), "!");
  await user.click(screen.getByRole("button", { name: "Save text" }));
  expect(await screen.findByText("The site is having a rest.")).toBeVisible();
  expect(screen.getByLabelText(LABEL)).toHaveValue("A potter.!");
});

test("is not offered to a student", async () => {
  await renderAt("/dashboard/profile", student);
  expect(await screen.findByRole("heading", { name: "Your data" })).toBeVisible();
  expect(screen.queryByLabelText(LABEL)).toBeNull();
});
