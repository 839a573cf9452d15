import { act, screen, within } from "@testing-library/react";
import { admin, instructor, renderAt, student } from "../testing/renderAt";

test("an unknown address shows its status and the way home", async () => {
  const { user, at } = await renderAt("/no/such/page");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("404");
  expect(document.title).toBe("Not Found | Craft Camp");
  expect(screen.getByRole("link", { name: "Back to the Homepage" })).toHaveAttribute("href", "/");
  await user.click(screen.getByRole("link", { name: "Back to the Homepage" }));
  expect(at().pathname).toBe("/");
});

test("the theme is light, can be changed, and is remembered", async () => {
  const { user } = await renderAt("/no/such/page");
  const toggle = screen.getByRole("button", { name: "Dark theme" });
  expect(toggle).toHaveAttribute("aria-pressed", "false");
  await user.click(toggle);
  expect(document.documentElement).toHaveAttribute("data-bs-theme", "dark");
  expect(localStorage.getItem("theme")).toBe("dark");
  await user.click(toggle);
  expect(localStorage.getItem("theme")).toBe("light");
});

test("the footer has the tagline, the links, the contact block, the social links and the year", async () => {
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
  [admin, ["Overview", "Manage Users", "Manage Classes"]],
  [instructor, ["My Classes", "Add a Class"]],
  [student, ["My Selected Classes", "My Enrolled Classes", "My Payment History"]],
])("the side menu is the role's: %s", async (visitor, own) => {
  await renderAt("/dashboard/nowhere", visitor);
  const menu = within(await screen.findByRole("navigation", { name: "Dashboard" }));
  const names = menu.getAllByRole("link").map((link) => link.textContent);
  expect(names).toEqual([...own, "Home", "All Instructors", "All Classes"]);
});

test("a narrow window opens the side menu with a button", async () => {
  const { user } = await renderAt("/dashboard/nowhere", student);
  await user.click(await screen.findByRole("button", { name: "Open Dashboard Menu" }));
  const menu = within(await screen.findByRole("dialog", { name: "Dashboard Menu" }));
  expect(menu.getByRole("link", { name: "My Payment History" })).toHaveAttribute(
    "href",
    "/dashboard/my-payment-history",
  );
});

test("a network that is gone is told for as long as it is", async () => {
  await renderAt("/no/such/page");
  const note = /^You are offline/;
  expect(screen.queryByText(note)).toBeNull();
  const online = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(screen.getByText(note)).toBeVisible();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.queryByText(note)).toBeNull();
});
