import type { components } from "../src/shared/api.gen";
import { CARDS, IDENTITY, SITE } from "./addresses";
import { expect, type Page } from "./test";

type Schemas = components["schemas"];

export const PASSWORD = "Camp-2003!";

/** Somebody with an account, who can also ask the server without a browser. */
export interface Person {
  email: string;
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>;
}

let made = 0;

/** An address that nobody has yet. */
export function freshEmail(name: string): string {
  made += 1;
  return `${name}.${Date.now()}.${made}@camp.example`;
}

/** A student with an account of their own. */
export async function aStudent(name = "Nora Newcomer"): Promise<Person> {
  const email = freshEmail(name.split(" ")[0]?.toLowerCase() ?? "student");
  const account = { email, password: PASSWORD, displayName: name, returnSecureToken: true };
  const signUp = `${IDENTITY}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo-api-key`;
  const { idToken } = await post<{ idToken: string }>(signUp, account);
  const { token } = await post<{ token: string }>(`${SITE}/jwt`, { email }, idToken);
  return { email, call: (method, path, body) => ask(method, SITE + path, body, token) };
}

export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In", exact: true }).click();
  // On a phone all that tells it is behind the menu; the page that one is led to is not.
  await expect(page).not.toHaveURL(/\/login$/);
}

/** Classes that can be paid for and have the most seats left, so that the journeys do not compete for them. */
export async function openClasses(): Promise<Schemas["ClassOutput"][]> {
  const classes = await ask<Schemas["ClassOutput"][]>("GET", `${SITE}/classes`);
  return classes
    .filter(({ seats, price }) => seats > 0 && price > 0)
    .sort((one, two) => two.seats - one.seats);
}

/** Selects a class for the student; the selection's id. */
export async function select(student: Person, classId: string): Promise<string> {
  const { insertedId } = await student.call<Schemas["Inserted"]>("POST", "/selectClass", { classId });
  return insertedId;
}

/** Pays for a selected class past the browser, with the card provider's own test card. */
export async function pay(student: Person, { _id, price }: { _id: string; price: number }): Promise<void> {
  const hold = await student.call<Schemas["IntentAnswer"]>("POST", "/createPaymentIntent", {
    price,
    classId: _id,
  });
  const transactionId = hold.clientSecret.split("_secret")[0];
  const confirmation = await fetch(`${CARDS}/v1/payment_intents/${transactionId}/confirm`, {
    method: "POST",
    headers: { Authorization: "Bearer sk_test_journeys" },
    body: new URLSearchParams({ payment_method: "pm_card_visa" }),
  });
  if (!confirmation.ok) throw new Error(await confirmation.text());
  await student.call("POST", "/payments", { transactionId });
}

function post<T>(url: string, body: unknown, bearer?: string): Promise<T> {
  return ask("POST", url, body, bearer);
}

async function ask<T>(method: string, url: string, body?: unknown, bearer?: string): Promise<T> {
  const headers = new Headers({ "Content-Type": "application/json" });
  if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
  const response = await fetch(url, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
