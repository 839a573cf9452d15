import { expect } from "@playwright/test";
import type { User } from "./api";
import type { Engine } from "./engines";
import { storedSession } from "./login";
import { SITE_URL } from "./urls";

/** An expression for the first visible element that matches the selector. */
export function visible(selector: string): string {
  return `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.checkVisibility())`;
}

export async function waitFor(engine: Engine, selector: string): Promise<void> {
  await expectResult(engine, `return Boolean(${visible(selector)})`).toBe(true);
}

/** Clicks as soon as that is possible: the element may be rendered later, or replaced. */
export async function press(engine: Engine, selector: string): Promise<void> {
  await expect(() => engine.click(visible(selector))).toPass({ timeout: 10_000 });
}

export async function fill(engine: Engine, name: string, text: string): Promise<void> {
  await waitFor(engine, `input[name=${name}]`);
  await engine.type(visible(`input[name=${name}]`), text);
}

/** Stores the user's session in the browser, as a login would have done, and opens the path. */
export async function openAs(engine: Engine, user: User, path: string, site = SITE_URL): Promise<void> {
  await engine.open(`${site}/docs`);
  await engine.run(
    "for (const { name, value } of arguments[0]) localStorage.setItem(name, value)",
    storedSession(user),
  );
  await engine.open(site + path);
}

/** Polls the result of a script. A script that fails, because the page is changing, has no result. */
export function expectResult(engine: Engine, body: string, timeout?: number) {
  return expect.poll(() => engine.run(body).catch(() => undefined), { timeout });
}

export function textOf(engine: Engine): Promise<string> {
  return engine.run("return document.body.innerText");
}

export async function expectText(engine: Engine, text: string | RegExp): Promise<void> {
  await expectResult(engine, "return document.body.innerText").toMatch(text);
}

export async function expectPath(engine: Engine, path: RegExp, timeout?: number): Promise<void> {
  await expectResult(engine, "return location.pathname", timeout).toMatch(path);
}
