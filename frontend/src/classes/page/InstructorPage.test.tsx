import { screen, within } from "@testing-library/react";
import { aClass, aUser } from "../../testing/builders";
import { api } from "../../testing/fakes/fakeApi";
import { renderAt } from "../../testing/renderAt";

const rosa = aUser({
  _id: "3",
  name: "Rosa Delgado",
  email: "rosa@camp.example",
  bio: "A potter since 1999.",
});

beforeEach(() => {
  api.respond("GET /instructors", [rosa, aUser()]);
  api.respond("GET /classes", [
    aClass({ nameClass: "Clay Animals", instructorId: rosa._id }),
    aClass({ nameClass: "Stained Glass", instructorId: "999" }),
  ]);
});

test("shows an instructor with bio and own classes", async () => {
  await renderAt("/all-instructors/3");
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Rosa Delgado");
  expect(document.title).toBe("Rosa Delgado | Craft Camp");
  expect(screen.getByText("A potter since 1999.")).toBeVisible();
  const classes = within(screen.getByRole("region", { name: "Classes with Rosa Delgado" }));
  expect(await classes.findByRole("article", { name: "Clay Animals" })).toBeVisible();
  expect(classes.getAllByRole("article")).toHaveLength(1);
});

test("links to all classes if the instructor has none", async () => {
  api.respond("GET /classes", []);
  await renderAt("/all-instructors/3");
  expect(await screen.findByRole("heading", { name: "No classes right now" })).toBeVisible();
  expect(screen.getByRole("link", { name: "See all classes" })).toHaveAttribute("href", "/all-classes");
});

test("is linked from the list of instructors", async () => {
  const { user, at } = await renderAt("/all-instructors");
  await user.click(await screen.findByRole("link", { name: "Rosa Delgado" }));
  expect(await screen.findByText("A potter since 1999.")).toBeVisible();
  expect(at().pathname).toBe("/all-instructors/3");
});

test("shows the error page for an unknown instructor", async () => {
  await renderAt("/all-instructors/99");
  expect(await screen.findByRole("heading", { name: "404" })).toBeVisible();
  expect(document.title).toBe("Not Found | Craft Camp");
});

test("shows a server error and retries", async () => {
  api.fail("GET /instructors", 500, "server_error", "Something broke.");
  const { user } = await renderAt("/all-instructors/3");
  expect(await screen.findByRole("alert")).toHaveTextContent("Something broke.");
  api.respond("GET /instructors", [rosa]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Rosa Delgado" })).toBeVisible();
});
