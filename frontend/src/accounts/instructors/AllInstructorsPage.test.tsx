import { screen } from "@testing-library/react";
import { aUser } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { expectLink, renderAt } from "../../testing/renderAt";

test("shows each instructor with photo, name, e-mail address and a link to their classes", async () => {
  api.respond("GET /instructors", [
    aUser({ name: "Rosa Delgado", email: "rosa@camp.example", photo: "https://photos.example/rosa.webp" }),
    aUser({ name: "Ida & Co", email: "ida@camp.example" }),
    aUser({ name: "", email: "noname@camp.example" }),
  ]);
  await renderAt("/all-instructors");
  expect(document.title).toBe("All Instructors | Craft Camp");
  expect(await screen.findByRole("heading", { name: "Rosa Delgado" })).toBeVisible();
  expect(screen.getByRole("img", { name: "Rosa Delgado", hidden: true })).toHaveAttribute(
    "src",
    "https://photos.example/rosa.webp",
  );
  expectLink("rosa@camp.example", "mailto:rosa@camp.example");
  expectLink("See classes with Ida & Co", "/all-classes?q=Ida%20%26%20Co");
  expectLink("See classes with noname@camp.example", "/all-classes?q=noname%40camp.example");
});

test("shows an empty state with a contact link", async () => {
  api.respond("GET /instructors", []);
  await renderAt("/all-instructors");
  expect(await screen.findByRole("heading", { name: "No instructors yet" })).toBeVisible();
  expectLink("Write to us", "/contact");
});

test("shows a server error and retries", async () => {
  api.fail("GET /instructors", 503, "database_down", "The site is having a rest.");
  const { user } = await renderAt("/all-instructors");
  expect(await screen.findByRole("alert")).toHaveTextContent("The site is having a rest.");
  api.respond("GET /instructors", [aUser({ name: "Rosa Delgado" })]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Rosa Delgado" })).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});
