import { createApprovedClass, createStudent, signInAdmin, type User, uniqueEmail } from "../support/api";
import { expect, type Page } from "../support/fixtures";
import { expectMessage } from "../support/network";
import { expectLoaded } from "../support/pages";
import { OFFICE_STATES } from "./officeStates";
import { PAYMENT_STATES, type PageState } from "./paymentStates";

export interface UserStates {
  /** Left out for a visitor. */
  createUser?: () => Promise<User>;
  states: PageState[];
}

/** States by user. They open one after the other on the same page. */
export const USER_STATES: Record<string, UserStates> = {
  visitor: {
    states: [
      { name: "classes loading", open: (page) => openClassesWith(page, "pending") },
      { name: "classes not loaded", open: (page) => openClassesWith(page, "failed") },
      { name: "no classes", open: (page) => openClassesWith(page, "empty") },
      {
        name: "no class matches",
        open: async (page) => {
          await page.goto("/all-classes?q=Zeppelin");
          await expect(page.getByRole("heading", { name: "No classes match" })).toBeVisible();
        },
      },
      {
        name: "log in first",
        open: async (page) => {
          await page.goto("/all-classes");
          await page.locator("button:enabled", { hasText: "Select" }).first().click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      {
        name: "a refused login",
        open: async (page) => {
          await page.goto("/login");
          await page.getByLabel("Email").fill("student@camp.example");
          await page.getByLabel("Password", { exact: true }).fill("Wrong-2003!");
          await page.getByRole("button", { name: "Log In", exact: true }).click();
          await expectMessage(page, /E-mail or password is not right/);
        },
      },
      {
        name: "a registration with invalid input",
        open: async (page) => {
          await page.goto("/register");
          await page.getByLabel("Photo URL").fill("my-face.png");
          await page.getByLabel("Password", { exact: true }).fill("Camp");
          await page.getByRole("button", { name: "Register", exact: true }).click();
          await expectMessage(page, /Email is required/);
        },
      },
      { name: "offline before the chunk of the page was loaded", open: openOffline },
      {
        name: "Firebase cannot be loaded",
        open: async (page) => {
          await page.goto("/");
          await page.evaluate(() => localStorage.setItem("access-token", "old"));
          await page.route(/\.js$/, (route) =>
            route.request().url().includes("firebase") ? route.abort() : route.fallback(),
          );
          await page.goto("/dashboard");
          await expect(
            page.getByRole("heading", { name: "We can't reach your account right now" }),
          ).toBeVisible();
        },
      },
    ],
  },
  "new student": {
    createUser: () => createStudent("Nora Newcomer"),
    states: [
      ...["my-selected-classes", "my-enrolled-classes", "my-payment-history"].map((part) => ({
        name: `${part}, empty`,
        open: (page: Page) => openLoaded(page, `/dashboard/${part}`),
      })),
      {
        name: "a payment page without a selection",
        open: (page) => openLoaded(page, "/dashboard/payment/999999"),
      },
      {
        name: "a checkout without a selection",
        open: (page) => openLoaded(page, "/dashboard/checkout?selections=999998,999999"),
      },
      {
        name: "a class of another user",
        open: (page) => openLoaded(page, "/dashboard/my-enrolled-classes/999999"),
      },
    ],
  },
  student: { createUser: () => createStudent("Paula Paynter"), states: PAYMENT_STATES },
  "new instructor": {
    createUser: async () => {
      const [user, admin] = await Promise.all([createStudent("Ines Inkwell"), signInAdmin()]);
      const [{ _id }] = await admin.request<[{ _id: string }]>("GET", `/users?q=${user.email}`);
      await admin.request("PATCH", `/users/instructor/${_id}`);
      return user;
    },
    states: [
      { name: "no classes offered", open: (page) => openLoaded(page, "/dashboard/my-classes") },
      {
        name: "a class with invalid input",
        open: async (page) => {
          await openLoaded(page, "/dashboard/add-class");
          await page.getByLabel("Price", { exact: true }).fill("a lot");
          await page.getByRole("button", { name: "Add Class" }).click();
          await expectMessage(page, /Class Name - is required/);
        },
      },
      {
        name: "an empty roster",
        open: async (page) => {
          const id = await createApprovedClass("Ink and Wash", { seats: 8, price: 0 });
          await openLoaded(page, `/dashboard/classes/${id}`);
        },
      },
      { name: "a class of another user", open: (page) => openLoaded(page, "/dashboard/update-class/999999") },
    ],
  },
  admin: {
    createUser: signInAdmin,
    states: [
      {
        name: "feedback",
        open: async (page) => {
          await openLoaded(page, "/dashboard/manage-classes?status=Pending");
          await page
            .getByRole("button", { name: /^Send Feedback/ })
            .first()
            .click();
          await page
            .getByRole("dialog")
            .getByLabel("Feedback")
            .fill("A fine idea. Say what one takes home, please.");
        },
      },
      {
        name: "a role for a user without a verified address",
        open: async (page, admin) => {
          // The office has added the account, and its owner has not logged in yet.
          const email = uniqueEmail("una");
          await admin.request("POST", "/families", { name: "Una Unverified", phone: "555-0101", email });
          await openLoaded(page, `/dashboard/all-users?q=${email}`);
          await page
            .getByRole("button", { name: /^Make Instructor/ })
            .first()
            .click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      { name: "no user found", open: (page) => openLoaded(page, "/dashboard/all-users?q=Zebedee") },
      {
        name: "charts not loaded",
        open: async (page) => {
          await page.route(/\/overview$/, (route) =>
            route.request().isNavigationRequest() ? route.fallback() : route.fulfill({ status: 503 }),
          );
          await openLoaded(page, "/dashboard/money/charts");
        },
      },
      ...OFFICE_STATES,
    ],
  },
};

async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectLoaded(page);
}

/** Navigates to the list inside the client, because the server embeds the classes into /all-classes itself. */
async function openClassesWith(page: Page, response: "pending" | "failed" | "empty"): Promise<void> {
  await page.route(/\/classes$/, (route) => {
    if (response === "failed") return route.abort();
    return response === "empty" ? route.fulfill({ json: [] }) : undefined;
  });
  await page.goto("/about");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Classes" }).click();
  const expected = {
    pending: page.locator(".placeholder").first(),
    failed: page.getByRole("button", { name: "Try again" }),
    empty: page.getByRole("heading", { name: "No classes yet" }),
  };
  await expect(expected[response]).toBeVisible();
}

async function openOffline(page: Page): Promise<void> {
  await page.goto("/");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "More About Us" }).click();
  await expect(page.getByRole("heading", { name: "This page didn't load" })).toBeVisible();
}
