import { act, screen, waitFor, within } from "@testing-library/react";
import { aReviewedClass } from "../../testing/builders";
import { deferred } from "../../testing/fakes/deferred";
import { api } from "../../testing/fakes/fakeApi";
import { aFamily, aFamilyRow, FAMILY } from "../../testing/families";
import { admin, renderAt } from "../../testing/renderAt";

const URL = "/dashboard";
const search = (q: string) => `GET /families?q=${q}&limit=20` as const;

beforeEach(() => {
  api.respond("GET /classes", []);
  api.respond("GET /today", []);
});

test("finds a family by keyboard and opens it", async () => {
  api.respond(search("pau"), [
    aFamilyRow({ _id: "11", name: "Paul Potter", children: [] }),
    aFamilyRow({ _id: "12", name: "Paula Parent" }),
  ]);
  api.respond(FAMILY, aFamily());
  const { user, at } = await renderAt(URL, admin);
  const field = await screen.findByRole("combobox", { name: "Find a family, a child or a class" });
  expect(field).toHaveFocus();
  await user.keyboard("pau");
  const [paul, paula] = await screen.findAllByRole("option");
  expect(paul).toHaveAttribute("aria-selected", "true");
  expect(paula).toHaveTextContent("Paula ParentMia555-0101, paula@camp.example");
  await waitFor(() => expect(at().search).toBe("?q=pau"));
  await user.keyboard("{ArrowDown}{Enter}");
  expect(await screen.findByRole("heading", { name: "Paula Parent" })).toBeVisible();
  expect(at().pathname).toBe("/dashboard/families/12");
});

test("opens the first family if Enter comes before the results, and never one of an earlier text", async () => {
  const { promise, resolve } = deferred<void>();
  api.respond(search("p"), [aFamilyRow({ _id: "99", name: "Peter" })]);
  api.handle(search("paula"), async () => {
    await promise;
    return { body: [aFamilyRow()] };
  });
  api.respond(FAMILY, aFamily());
  const { user, at } = await renderAt(URL, admin);
  await screen.findByRole("combobox");
  await user.keyboard("p");
  await screen.findByRole("option", { name: /Peter/ });
  await user.keyboard("aula{Enter}");
  expect(screen.queryByRole("option")).toBeNull();
  expect(at().pathname).toBe(URL);
  resolve();
  expect(await screen.findByRole("heading", { name: "Paula Parent" })).toBeVisible();
});

test("says that no family was found, and repeats a search that failed", async () => {
  api.respond(search("zz"), []);
  api.fail(search("zzz"), 503, "database_unavailable", "The site is very busy.");
  const { user } = await renderAt(URL, admin);
  await screen.findByRole("combobox");
  await user.keyboard("zz");
  expect(await screen.findByText(/^Nothing found/)).toBeVisible();
  await user.keyboard("z");
  expect(await screen.findByText("The site is very busy.")).toBeVisible();
  api.respond(search("zzz"), [aFamilyRow()]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("option", { name: /Paula/ })).toBeVisible();
});

test("finds classes after the families, and opens one", async () => {
  api.respond(search("clay"), [aFamilyRow({ name: "Cassius Clay" })]);
  api.respond("GET /classes", [
    aReviewedClass({ _id: "7", nameClass: "Clay Animals", status: "Approved" }),
    aReviewedClass({ _id: "8", nameClass: "Weaving", status: "Approved" }),
  ]);
  api.respond("GET /myClass/7", aReviewedClass({ _id: "7", nameClass: "Clay Animals" }));
  const { user, at } = await renderAt(URL, admin);
  await screen.findByRole("combobox");
  await user.keyboard("clay");
  const [family, campClass, ...others] = await screen.findAllByRole("option");
  expect(family).toHaveTextContent("Cassius Clay");
  expect(campClass).toHaveTextContent("Clay Animals");
  expect(others).toEqual([]);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(await screen.findByRole("heading", { level: 1, name: "Clay Animals" })).toBeVisible();
  expect(at().pathname).toBe("/dashboard/classes/7");
});

test("adds a family for a caller, and opens it", async () => {
  api.respond("POST /families", { insertedId: "12" }, 201);
  api.respond(FAMILY, aFamily());
  const { user } = await renderAt(URL, admin);
  await user.click(await screen.findByRole("button", { name: "New family" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New family" }));
  await user.type(dialog.getByLabelText("Name"), "Paula Parent");
  await user.click(dialog.getByRole("button", { name: "Add family" }));
  expect(dialog.getByText("Please enter a phone number.")).toBeVisible();
  await user.type(dialog.getByLabelText("Phone"), "555-0101");
  await user.click(dialog.getByRole("button", { name: "Add family" }));
  expect(await screen.findByRole("heading", { name: "Paula Parent" })).toBeVisible();
  expect(api.requests("POST /families")[0]?.body).toEqual({
    name: "Paula Parent",
    phone: "555-0101",
    email: "",
  });
});

test("links to the family that has the e-mail address already", async () => {
  api.fail("POST /families", 409, "already_exists", "An account has this email address already.");
  api.respond("GET /families?q=Paula%40camp.example&limit=20", [aFamilyRow()]);
  const { user } = await renderAt(URL, admin);
  await user.click(await screen.findByRole("button", { name: "New family" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New family" }));
  await user.type(dialog.getByLabelText("Name"), "Paula");
  await user.type(dialog.getByLabelText("Phone"), "555");
  await user.type(dialog.getByLabelText("Email (optional)"), "Paula@camp.example{Enter}");
  expect(await dialog.findByRole("link", { name: "Open Paula Parent" })).toHaveAttribute(
    "href",
    "/dashboard/families/12",
  );
});

test("has the focus in the search after a navigation, and keeps the search for the way back", async () => {
  api.respond(search("pau"), [aFamilyRow()]);
  api.respond(FAMILY, aFamily());
  const { user, router, at } = await renderAt("/dashboard/families/12", admin);
  await user.click(await screen.findByRole("link", { name: "Back to the Dashboard" }));
  expect(await screen.findByRole("combobox", { name: "Find a family, a child or a class" })).toHaveFocus();
  await user.keyboard("pau");
  await waitFor(() => expect(at().search).toBe("?q=pau"));
  await user.click(await screen.findByRole("option", { name: /Paula/ }));
  await screen.findByRole("heading", { name: "Paula Parent" });
  await act(() => router.navigate(-1));
  expect(await screen.findByRole("combobox")).toHaveValue("pau");
});
