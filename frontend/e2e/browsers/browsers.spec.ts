import { expect } from "@playwright/test";
import { createApprovedClass, createStudent, PASSWORD, type User, uniqueEmail } from "../support/api";
import { contrastOf } from "../support/contrast";
import {
  expectPath,
  expectResult,
  expectText,
  fill,
  openAs,
  press,
  textOf,
  visible,
  waitFor,
} from "../support/engineActions";
import type { Engine } from "../support/engines";
import { test } from "../support/engineTest";
import { VALID_CARD } from "../support/stripe";
import { SITE_URL } from "../support/urls";

const SUBMIT = "main form button[type=submit]";
const PHOTO = "/static/pictures/about-800.webp";
const HOUR_MS = 3_600_000;
const POSITION = 1500;

test("a new user gets from the home page to a paid class", async ({ engine }) => {
  const id = await createApprovedClass("Pebble Patterns", { seats: 6, price: 42.5 });
  const email = uniqueEmail("fay");
  await engine.open(SITE_URL);
  await press(engine, '.hero a[href="/all-classes"]');
  // Until its heading has the focus, a new page may still be scrolled to its top.
  await expectResult(engine, "return document.activeElement.textContent").toBe("All Classes");
  await press(engine, `#class-${id} button:enabled`);
  await press(engine, '[role=dialog] a[href="/login"]');
  await press(engine, 'main a[href="/register"]');
  await fill(engine, "name", "Fay Foxglove");
  await fill(engine, "photoURL", PHOTO);
  await fill(engine, "email", email);
  await fill(engine, "password", PASSWORD);
  await fill(engine, "confirmPassword", PASSWORD);
  await press(engine, SUBMIT);
  await waitFor(engine, 'main a[href="/reset-password"]');
  await fill(engine, "password", PASSWORD);
  await press(engine, SUBMIT);
  // The message about the selection may cover the link for a moment.
  await expect(async () => {
    await engine.click(visible(`#class-${id} a[href^="/dashboard/payment/"]`));
    await expectPath(engine, /^\/dashboard\/payment/, 1_000);
  }).toPass({ timeout: 10_000 });
  await waitFor(engine, "[role=timer]");
  await expectResult(engine, `return Boolean(${cardInput("number")})`).toBe(true);
  for (const [id, text] of Object.entries({ number: VALID_CARD, expiry: "1234", cvc: "123" }))
    await engine.type(cardInput(id), text);
  await press(engine, SUBMIT);
  await expectText(engine, /Transaction complete with transactionId: pi_/);
});

test("a user logs in and out, and Back shows nothing of them", async ({ engine }) => {
  const student = await createStudent("Lou Logout");
  await engine.open(`${SITE_URL}/login`);
  await logIn(engine, student);
  await press(engine, 'a[href="/dashboard/profile"]');
  await expectText(engine, student.email);
  await engine.click(LOG_OUT);
  await expectPath(engine, /^\/login$/);
  await engine.run("history.back()");
  await expectText(engine, /Log In/);
  expect(await textOf(engine)).not.toContain(student.email);
});

test("Back restores the scroll position of a long list", async ({ engine }) => {
  await engine.open(SITE_URL);
  await press(engine, 'nav a[href="/all-classes"]');
  await expect
    .poll(() => engine.run("return document.querySelectorAll('article').length"))
    .toBeGreaterThan(12);
  await engine.run(`scrollTo(0, ${POSITION})`);
  await engine.run(`${visible('nav a[href="/all-instructors"]')}.click()`);
  await expectResult(engine, "return document.querySelector('h1')?.textContent").toBe("All Instructors");
  await expectScrollPosition(engine, 0);
  await engine.run("history.back()");
  await expectPath(engine, /^\/all-classes$/);
  await expectScrollPosition(engine, POSITION);
});

test("a page from the back-forward cache shows nothing of a user who has logged out", async ({ engine }) => {
  const student = await createStudent("Bea Backwards");
  await openAs(engine, student, "/dashboard/profile");
  await expectText(engine, student.email);
  // A browser does not keep a page in the cache that is left while it still loads something.
  await expectResult(
    engine,
    "return document.readyState === 'complete' && !document.querySelector('[aria-busy=true], .placeholder')",
  ).toBe(true);
  await engine.run("document.documentElement.dataset.cached = 'true'");
  await engine.open(`${SITE_URL}/docs`);
  // As a logout in another tab does. A page in the cache receives no event.
  await engine.run("localStorage.clear()");
  await engine.run("history.back()");
  await expectPath(engine, /^\/login$/);
  expect(await textOf(engine)).not.toContain(student.email);
  expect(await engine.run("return document.documentElement.dataset.cached")).toBe("true");
});

test("the token is exchanged once on a device whose clock is an hour ahead", async ({ engine }) => {
  await engine.open(`${SITE_URL}/login`);
  await engine.run(`const now = Date.now; Date.now = () => now() + ${HOUR_MS}`);
  await logIn(engine, await createStudent("Tim Tomorrow"));
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const exchanges = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/jwt'))";
  expect(await engine.run(`return ${exchanges}.length`)).toBe(1);
});

test.describe("forced colors", () => {
  test.use({ forcedColors: "active" });

  test("the arrows of the carousel are visible in both themes", async ({ engine, engineName }) => {
    test.skip(engineName !== "firefox", "Only Firefox has a setting for forced colors.");
    await engine.open(SITE_URL);
    for (const theme of ["light", "dark"]) {
      await engine.run("document.documentElement.dataset.bsTheme = arguments[0]", theme);
      for (const arrow of [".carousel-control-prev-icon", ".carousel-control-next-icon"]) {
        await waitFor(engine, arrow);
        const picture = await engine.screenshot(visible(arrow));
        const contrast = await engine.run<number>(`return (${contrastOf})(arguments[0])`, picture);
        expect(contrast, `${arrow} in the ${theme} theme`).toBeGreaterThan(0.5);
      }
    }
  });
});

const LOG_OUT = `[...document.querySelectorAll("button")].find((each) => each.textContent.includes("Log Out"))`;

function cardInput(id: string): string {
  const host = `[...document.querySelectorAll("main form *")].find((each) => each.shadowRoot)`;
  return `${host}.shadowRoot.getElementById("${id}")`;
}

async function logIn(engine: Engine, { email }: User): Promise<void> {
  await fill(engine, "email", email);
  await fill(engine, "password", PASSWORD);
  await press(engine, SUBMIT);
  await expectResult(engine, `return Boolean(${LOG_OUT})`).toBe(true);
}

async function expectScrollPosition(engine: Engine, position: number): Promise<void> {
  await expectResult(engine, "return Math.round(scrollY)").toBe(position);
}
