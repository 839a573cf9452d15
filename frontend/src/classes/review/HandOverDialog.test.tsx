import { screen, waitFor, within } from "@testing-library/react";
import { aReviewedClass, aUser } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { admin, findToast, renderAt } from "../../testing/renderAt";
import { chooseInMenu } from "../../testing/seasonPages";

const CLAY = aReviewedClass({ _id: "7", nameClass: "Clay", status: "Approved" });
const OSKAR = aUser({ _id: "9", name: "Oskar", role: "instructor" });
const NAMELESS = aUser({ name: "", email: "una@camp.example", role: "instructor" });
const HAND_OVER = "PATCH /classes/7/instructor";

async function openDialog() {
  api.respond("GET /classes", [CLAY]);
  api.respond("GET /instructors", [OSKAR, NAMELESS, aUser({ _id: CLAY.instructorId, name: "Ida" })]);
  const view = await renderAt({ pathname: "/dashboard/manage-classes", search: "?view=cards" }, admin);
  await chooseInMenu(view.user, "Change instructor", "Change Clay");
  const dialog = within(await screen.findByRole("dialog", { name: "Who teaches “Clay”?" }));
  const choice = await dialog.findByLabelText("New instructor");
  return { ...view, dialog, choice };
}

test("gives the class to another instructor", async () => {
  api.respond(HAND_OVER, { modifiedCount: 1 });
  const { user, dialog, choice } = await openDialog();
  expect(dialog.getByText(/We'll email them and both instructors\./)).toBeVisible();
  expect(
    within(choice)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toEqual(["Choose an instructor", "Oskar", "una@camp.example"]);
  await user.selectOptions(choice, "Oskar");
  api.respond("GET /classes", [{ ...CLAY, instructorName: "Oskar" }]);
  await user.click(dialog.getByRole("button", { name: "Change Instructor" }));
  expect(await findToast("The class has another instructor now.")).toBeVisible();
  expect(api.requests(HAND_OVER)[0]?.body).toEqual({ instructorId: "9" });
  expect(await screen.findByText("with Oskar")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("requires a choice", async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole("button", { name: "Change Instructor" }));
  expect(await dialog.findByText("Please choose an instructor.")).toBeVisible();
  expect(api.requests(HAND_OVER)).toEqual([]);
});

test("shows why the server refuses, and keeps the choice", async () => {
  api.fail(HAND_OVER, 409, "not_an_instructor", "This person isn't an instructor anymore.");
  const { user, dialog, choice } = await openDialog();
  await user.selectOptions(choice, "Oskar");
  await user.click(dialog.getByRole("button", { name: "Change Instructor" }));
  expect(await dialog.findByText("This person isn't an instructor anymore.")).toBeVisible();
  expect(choice).toHaveValue("9");
});

test("shows an error if the instructors cannot be loaded", async () => {
  api.respond("GET /classes", [CLAY]);
  api.fail("GET /instructors", 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt({ pathname: "/dashboard/manage-classes", search: "?view=cards" }, admin);
  await chooseInMenu(user, "Change instructor", "Change Clay");
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
});
