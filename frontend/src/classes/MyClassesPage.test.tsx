import { screen, within } from "@testing-library/react";
import { api } from "../testing/fakeApi";
import { aReviewedClass, isSentHome, MY_CLASSES } from "../testing/managing";
import { admin, instructor, renderAt, student } from "../testing/renderAt";

const open = () => renderAt("/dashboard/my-classes", instructor);
const card = async (name: string) => within(await screen.findByRole("article", { name }));

test("an instructor sees each class with its facts and the ways to change it and to its roster", async () => {
  api.answer(MY_CLASSES, [aReviewedClass({ _id: "7", nameClass: "Clay", status: "Approved" })]);
  await open();
  const clay = await card("Clay");
  expect(clay.getByText("Approved")).toBeVisible();
  expect(clay.getByText("$45.50")).toBeVisible();
  expect(clay.getByText("Ida Instructor")).toBeVisible();
  expect(clay.getByText(instructor.email)).toBeVisible();
  expect(clay.getByText("Available seats").nextSibling).toHaveTextContent("6");
  expect(clay.getByText("Enrolled").nextSibling).toHaveTextContent("4");
  expect(clay.getByRole("link", { name: "Update Clay" })).toHaveAttribute(
    "href",
    "/dashboard/update-class/7",
  );
  expect(clay.getByRole("link", { name: "Roster Clay" })).toHaveAttribute(
    "href",
    "/dashboard/my-classes/7/roster",
  );
  expect(document.title).toBe("My Classes | Craft Camp");
});

test("a denied class says why, and what to do", async () => {
  api.answer(MY_CLASSES, [aReviewedClass({ nameClass: "Clay", status: "Denied", feedback: "Too dear." })]);
  await open();
  const clay = await card("Clay");
  expect(clay.getByText("Too dear.")).toBeVisible();
  expect(clay.getByText("Change the class and it is sent for approval again.")).toBeVisible();
});

test("a class that was changed after its denial says that it was sent again", async () => {
  api.answer(MY_CLASSES, [
    aReviewedClass({ nameClass: "Clay", feedback: "Too dear." }),
    aReviewedClass({ nameClass: "Paper" }),
  ]);
  await open();
  expect((await card("Clay")).getByText("Sent for approval again.")).toBeVisible();
  expect((await card("Paper")).getByText("Waiting for an admin to decide.")).toBeVisible();
});

test("without a class the page leads to the first one", async () => {
  api.answer(MY_CLASSES, []);
  await open();
  expect(await screen.findByText("You have not offered a class yet.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Add your first class" })).toHaveAttribute(
    "href",
    "/dashboard/add-class",
  );
});

test("classes that cannot be had are asked for again", async () => {
  api.refuse(MY_CLASSES, 503, "database_unavailable", "The site is very busy.");
  const { user } = await open();
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.answer(MY_CLASSES, [aReviewedClass({ nameClass: "Clay" })]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await card("Clay");
});

test.each([student, admin])("no other role may see it: %s", async (visitor) => {
  await isSentHome("/dashboard/my-classes", visitor);
});
