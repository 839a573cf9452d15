import { act, screen, within } from "@testing-library/react";
import { api } from "../../testing/fakes/fakeApi";
import { admin, instructor, renderAt, student } from "../../testing/renderAt";

test("shows a 404 page with a link to the home page for an unknown path", async () => {
  const { user, at } = await renderAt("/no/such/page");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("404");
  expect(document.title).toBe("Not Found | Craft Camp");
  expect(screen.getByRole("link", { name: "Back to the Homepage" })).toHaveAttribute("href", "/");
  await user.click(screen.getByRole("link", { name: "Back to the Homepage" }));
  expect(at().pathname).toBe("/");
});

test("starts with the light theme and stores a change", async () => {
  const { user } = await renderAt("/no/such/page");
  const toggle = screen.getByRole("button", { name: "Dark theme" });
  expect(toggle).toHaveAttribute("aria-pressed", "false");
  await user.click(toggle);
  expect(document.documentElement).toHaveAttribute("data-bs-theme", "dark");
  expect(localStorage.getItem("theme")).toBe("dark");
  await user.click(toggle);
  expect(localStorage.getItem("theme")).toBe("light");
});

test("shows tagline, links, contact, social links and year in the footer", async () => {
  await renderAt("/no/such/page");
  const footer = within(screen.getByRole("contentinfo"));
  expect(footer.getByText("Providing practical training since 2003.")).toBeVisible();
  const links = {
    Home: "/",
    "All Instructors": "/all-instructors",
    "All Classes": "/all-classes",
    "Cookie policy": "/cookies",
  };
  for (const [name, href] of Object.entries(links)) {
    expect(footer.getByRole("link", { name })).toHaveAttribute("href", href);
  }
  const social = footer.getByRole("link", { name: /^Instagram/ });
  expect(social).toHaveAttribute("target", "_blank");
  expect(social).toHaveAttribute("href", "https://instagram.example/camp");
  expect(footer.getByRole("link", { name: "hello@camp.example" })).toBeVisible();
  expect(footer.getByText(new RegExp(`© ${new Date().getFullYear()} Craft Camp`))).toBeVisible();
});

test.each([
  ["an admin", admin, true],
  ["an instructor", instructor, false],
])("tells %s in the footer whether the site is in test mode", async (_who, user, isTold) => {
  await renderAt("/dashboard/profile", user);
  const footer = within(await screen.findByRole("contentinfo"));
  expect(footer.queryByText("Test mode: no card is charged.") !== null).toBe(isTold);
});

test.each([
  [admin, ["Today", "Manage Classes", "Manage Users", "Money", "Settings"]],
  [instructor, ["Today", "My Classes", "Add a Class", "My Profile"]],
  [
    student,
    ["My Selected Classes", "My Enrolled Classes", "My Payment History", "My Children", "My Profile"],
  ],
])("shows the side menu of the role: %s", async (testUser, roleLinks) => {
  await renderAt("/dashboard/nowhere", testUser);
  const menu = within(await screen.findByRole("navigation", { name: "Dashboard" }));
  const names = menu.getAllByRole("link").map((link) => link.textContent);
  expect(names).toEqual(["Dashboard", ...roleLinks, "Home", "All Instructors", "All Classes"]);
});

/** A page of each layout, and the name of the button that opens its menu. */
const LAYOUTS = [
  ["public", "/no/such/page", "Menu"],
  ["dashboard", "/dashboard/nowhere", "Open Dashboard Menu"],
] as const;

describe.each(LAYOUTS)("the menu of a small screen, %s layout", (_layout, path, name) => {
  const open = async () => {
    const view = await renderAt(path, student);
    const button = await screen.findByRole("button", { name });
    expect(button).toHaveAttribute("aria-expanded", "false");
    await view.user.click(button);
    expect(button).toHaveAttribute("aria-expanded", "true");
    const menu = document.getElementById(button.getAttribute("aria-controls") ?? "") as HTMLElement;
    return { ...view, button, menu: within(menu) };
  };

  test("closes with its button", async () => {
    const { user, button } = await open();
    await user.click(button);
    expect(button).toHaveAttribute("aria-expanded", "false");
  });

  test("closes with Escape, which moves the focus to its button", async () => {
    const { user, button, menu } = await open();
    menu.getByRole("link", { name: "All Classes" }).focus();
    await user.keyboard("{Escape}");
    expect(button).toHaveAttribute("aria-expanded", "false");
    expect(button).toHaveFocus();
  });

  test("closes when the user clicks outside the bar", async () => {
    const { user, button } = await open();
    await user.click(screen.getByRole("heading", { level: 1 }));
    expect(button).toHaveAttribute("aria-expanded", "false");
  });

  test("closes when the focus leaves the bar", async () => {
    const { button } = await open();
    act(() => screen.getByRole("main").focus());
    expect(button).toHaveAttribute("aria-expanded", "false");
  });

  test("closes after a navigation", async () => {
    api.respond("GET /children", []);
    api.respond("GET /instructors", []);
    const { user, menu, at } = await open();
    await user.click(menu.getByRole("link", { name: "All Instructors" }));
    expect(at().pathname).toBe("/all-instructors");
    expect(await screen.findByRole("button", { name: "Menu" })).toHaveAttribute("aria-expanded", "false");
  });
});

test("shows a notice while the browser is offline", async () => {
  await renderAt("/no/such/page");
  const notice = /^You're offline/;
  expect(screen.queryByText(notice)).toBeNull();
  const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(screen.getByText(notice)).toBeVisible();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.queryByText(notice)).toBeNull();
});

test("removes the notice of a page that missed the end of being offline", async () => {
  const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await renderAt("/no/such/page");
  expect(screen.getByText(/^You're offline/)).toBeVisible();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("pageshow")));
  expect(screen.queryByText(/^You're offline/)).toBeNull();
});
