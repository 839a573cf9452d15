import { aStudent, logIn, type Person, somebody } from "./people";
import { isSettled } from "./screens";
import { expect, type Page } from "./test";
import { type State, TILL } from "./till";
import { isTold } from "./trouble";

const NOBODY: Person = {
  email: "",
  call: () => Promise.reject(new Error("Nobody asks the server.")),
};

/** The states of each role's screens; one after the other on the same page, as that person. */
export const STATES: Record<string, { enter: (page: Page) => Promise<Person>; states: State[] }> = {
  visitor: {
    enter: async () => NOBODY,
    states: [
      { what: "classes on their way", open: (page) => browseWith(page, "hangs") },
      { what: "classes that did not come", open: (page) => browseWith(page, "fails") },
      { what: "no class at all", open: (page) => browseWith(page, "empty") },
      {
        what: "no class matches",
        open: async (page) => {
          await page.goto("/all-classes?q=Zeppelin");
          await expect(page.getByRole("heading", { name: "No class matches" })).toBeVisible();
        },
      },
      {
        what: "log in first",
        open: async (page) => {
          await page.goto("/all-classes");
          await page.locator("button:enabled", { hasText: "Select" }).first().click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      {
        what: "a log-in that is refused",
        open: async (page) => {
          await page.goto("/login");
          await page.getByLabel("Email").fill("student@camp.example");
          await page.getByLabel("Password", { exact: true }).fill("Wrong-2003!");
          await page.getByRole("button", { name: "Log In", exact: true }).click();
          await isTold(page, /E-mail or password is not right/);
        },
      },
      {
        what: "a registration with mistakes",
        open: async (page) => {
          await page.goto("/register");
          await page.getByLabel("Photo URL").fill("my-face.png");
          await page.getByLabel("Password", { exact: true }).fill("Camp");
          await page.getByRole("button", { name: "Register", exact: true }).click();
          await isTold(page, /Email is required/);
        },
      },
      { what: "offline, before the page's code came", open: offline },
      {
        what: "the server cannot be asked who this is",
        open: async (page) => {
          await page.goto("/");
          await page.evaluate(() => localStorage.setItem("access-token", "old"));
          await page.route(/\.js$/, (route) =>
            route.request().url().includes("firebase") ? route.abort() : route.fallback(),
          );
          await page.goto("/dashboard");
          await expect(page.getByRole("heading", { name: "One moment, please" })).toBeVisible();
        },
      },
    ],
  },
  "new student": {
    enter: async (page) => logInAs(page, await aStudent("Nora Newcomer")),
    states: [
      ...["my-selected-classes", "my-enrolled-classes", "my-payment-history"].map((part) => ({
        what: `${part}, empty`,
        open: (page: Page) => go(page, `/dashboard/${part}`),
      })),
      { what: "a class that is not selected", open: (page) => go(page, "/dashboard/payment/999999") },
      { what: "a class of others", open: (page) => go(page, "/dashboard/my-enrolled-classes/999999") },
    ],
  },
  student: { enter: buyer, states: TILL },
  "new instructor": {
    enter: async (page) => {
      const [person, admin] = await Promise.all([aStudent("Ines Inkwell"), somebody("admin@camp.example")]);
      const [{ _id }] = await admin.call<[{ _id: string }]>("GET", `/users?q=${person.email}`);
      await admin.call("PATCH", `/users/instructor/${_id}`);
      return logInAs(page, person);
    },
    states: [
      { what: "no class offered yet", open: (page) => go(page, "/dashboard/my-classes") },
      {
        what: "a class with mistakes",
        open: async (page) => {
          await go(page, "/dashboard/add-class");
          await page.getByLabel("Price").fill("a lot");
          await page.getByRole("button", { name: "Add Class" }).click();
          await isTold(page, /Class Name - is required/);
        },
      },
      {
        what: "an empty roster",
        open: async (page) => {
          await page.route(/\/roster$/, (route) =>
            route.request().isNavigationRequest() ? route.fallback() : route.fulfill({ json: [] }),
          );
          await page.route(/\/myClass\//, (route) => route.fulfill({ json: { nameClass: "Ink and Wash" } }));
          await go(page, "/dashboard/my-classes/1/roster");
        },
      },
      { what: "a class of others", open: (page) => go(page, "/dashboard/update-class/999999") },
    ],
  },
  admin: {
    enter: async (page) => logInAs(page, await somebody("admin@camp.example")),
    states: [
      {
        what: "feedback",
        open: async (page) => {
          await go(page, "/dashboard/manage-classes?status=Pending");
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
        what: "a role for somebody unproved",
        open: async (page) => {
          await go(page, "/dashboard/all-users?q=newcomer");
          await page
            .getByRole("button", { name: /^Make Instructor/ })
            .first()
            .click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      { what: "nobody of that name", open: (page) => go(page, "/dashboard/all-users?q=Zebedee") },
      {
        what: "figures that did not come",
        open: async (page) => {
          await page.route(/\/overview$/, (route) =>
            route.request().isNavigationRequest() ? route.fallback() : route.fulfill({ status: 503 }),
          );
          await go(page, "/dashboard/overview");
        },
      },
    ],
  },
};

async function logInAs(page: Page, person: Person): Promise<Person> {
  await logIn(page, person.email);
  return person;
}

async function buyer(page: Page): Promise<Person> {
  return logInAs(page, await aStudent("Paula Paynter"));
}

async function go(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await isSettled(page);
}

/** Comes to the list inside the client: by itself it arrives with its classes. */
async function browseWith(page: Page, how: "hangs" | "fails" | "empty"): Promise<void> {
  await page.route(/\/classes$/, (route) => {
    if (how === "fails") return route.abort();
    return how === "empty" ? route.fulfill({ json: [] }) : undefined;
  });
  await page.goto("/about");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Classes" }).click();
  const seen = {
    hangs: page.locator(".placeholder").first(),
    fails: page.getByRole("button", { name: "Try again" }),
    empty: page.getByRole("heading", { name: "No classes yet" }),
  };
  await expect(seen[how]).toBeVisible();
}

async function offline(page: Page): Promise<void> {
  await page.goto("/");
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "More About Us" }).click();
  await expect(page.getByRole("heading", { name: "This page did not arrive" })).toBeVisible();
}
