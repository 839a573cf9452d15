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
  return enter("signUp", account);
}

/** Somebody who has an account already. */
export function somebody(email: string): Promise<Person> {
  return enter("signInWithPassword", { email, password: PASSWORD, returnSecureToken: true });
}

interface Account {
  email: string;
  password: string;
  displayName?: string;
  returnSecureToken: boolean;
}

async function enter(how: "signUp" | "signInWithPassword", account: Account): Promise<Person> {
  const url = `${IDENTITY}/identitytoolkit.googleapis.com/v1/accounts:${how}?key=demo-api-key`;
  const { idToken } = await post<{ idToken: string }>(url, account);
  const { email } = account;
  const { token } = await post<{ token: string }>(`${SITE}/jwt`, { email }, idToken);
  return { email, call: (method, path, body) => ask(method, SITE + path, body, token) };
}

/** Opens a new class to everybody; its id. */
export async function offer(
  nameClass: string,
  { seats, price }: { seats: number; price: number },
): Promise<string> {
  const [teacher, admin] = await Promise.all([
    somebody("instructor@camp.example"),
    somebody("admin@camp.example"),
  ]);
  const image = "/static/pictures/about.webp";
  const { insertedId } = await teacher.call<Schemas["Inserted"]>("POST", "/classes", {
    nameClass,
    seats,
    price,
    image,
  });
  await admin.call("PATCH", `/classes/approved/${insertedId}`);
  return insertedId;
}

export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In", exact: true }).click();
  // On a phone all that tells it is behind the menu; the page that one is led to is not.
  await expect(page).not.toHaveURL(/\/login$/);
}

/** Where the link of the latest mail about a new password leads. */
export async function passwordLink(email: string): Promise<string> {
  const mails = `${IDENTITY}/emulator/v1/projects/demo-camp/oobCodes`;
  const { oobCodes } = await ask<{
    oobCodes: { email: string; requestType: string; oobCode: string }[];
  }>("GET", mails);
  const mail = oobCodes.findLast((each) => each.email === email && each.requestType === "PASSWORD_RESET");
  if (!mail) throw new Error(`Nobody has sent ${email} a mail about a new password.`);
  return `/reset-password?mode=resetPassword&oobCode=${mail.oobCode}`;
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
