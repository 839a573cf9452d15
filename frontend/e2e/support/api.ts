import type { components } from "../../src/shared/api/api.gen";
import { FIREBASE_URL, RUNNING_SITE_URL, SITE_URL, STRIPE_URL } from "./urls";

type Schemas = components["schemas"];

export const PASSWORD = "Camp-2003!";
export const FIREBASE_API_KEY = "demo-api-key";

/** A user with an account, and their credentials at Firebase and at the site. */
export interface User {
  email: string;
  uid: string;
  idToken: string;
  refreshToken: string;
  siteToken: string;
  /** Sends a request to the site's API in the user's name. */
  request: <T>(method: string, path: string, body?: unknown) => Promise<T>;
}

let emailCount = 0;

/** Returns an e-mail address without an account. */
export function uniqueEmail(name: string): string {
  emailCount += 1;
  return `${name}.${Date.now()}.${emailCount}@camp.example`;
}

/** Creates a new student account whose address is verified, or adopts the account that the office has created for it. */
export async function createStudent(
  name = "Nora Newcomer",
  email = uniqueEmail(name.split(" ")[0]?.toLowerCase() ?? "student"),
): Promise<User> {
  const { localId } = await callFirebase<Credentials>("signUp", {
    email,
    password: PASSWORD,
    displayName: name,
  });
  await callFirebase("update", { localId, emailVerified: true }, "owner");
  return signIn(email);
}

/** Signs in with an existing account. */
export function signIn(email: string): Promise<User> {
  return authenticate(email);
}

const staff = new Map<string, User>();

/** Signs in only once: many journeys need the same account, whose logins per minute are limited. */
async function signInStaff(email: string): Promise<User> {
  const user = staff.get(email) ?? (await signIn(email));
  staff.set(email, user);
  return user;
}

/** Signs in as the demo's admin. */
export function signInAdmin(): Promise<User> {
  return signInStaff("admin@camp.example");
}

/** Signs in as the demo's instructor, who teaches several classes. */
export function signInInstructor(): Promise<User> {
  return signInStaff("instructor@camp.example");
}

interface Credentials {
  localId: string;
  idToken: string;
  refreshToken: string;
}

/** Calls Firebase's stand-in. The bearer "owner" has the rights of a service account there. */
function callFirebase<T>(method: string, body: object, bearer?: string): Promise<T> {
  const url = `${FIREBASE_URL}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=${FIREBASE_API_KEY}`;
  return send<T>("POST", url, { ...body, returnSecureToken: true }, bearer);
}

async function authenticate(email: string): Promise<User> {
  const credentials = await callFirebase<Credentials>("signInWithPassword", { email, password: PASSWORD });
  const { localId: uid, idToken, refreshToken } = credentials;
  const { token: siteToken } = await send<{ token: string }>("POST", `${SITE_URL}/jwt`, { email }, idToken);
  const request: User["request"] = (method, path, body) => send(method, SITE_URL + path, body, siteToken);
  return { email, uid, idToken, refreshToken, siteToken, request };
}

type ClassDetails = Partial<Schemas["ClassInputRequest"]> & { seats: number; price: number };

/** Creates an approved class of the demo's instructor and returns its id. */
export async function createApprovedClass(nameClass: string, details: ClassDetails): Promise<string> {
  const [instructor, admin] = await Promise.all([signInInstructor(), signInAdmin()]);
  const { insertedId } = await instructor.request<Schemas["InsertedOutput"]>("POST", "/classes", {
    nameClass,
    image: "/static/pictures/about.webp",
    ...details,
  });
  await admin.request("PATCH", `/classes/approved/${insertedId}`);
  return insertedId;
}

/** Lists paid classes that are open, with available seats, most available seats first. */
export async function listOpenClasses(): Promise<Schemas["ClassOutput"][]> {
  const classes = await send<Schemas["ClassOutput"][]>("GET", `${SITE_URL}/classes`);
  const isOpen = ({ season, opensAt }: Schemas["ClassOutput"]) =>
    season === null || (opensAt !== null && Date.parse(opensAt) <= Date.now());
  return classes
    .filter((each) => each.seats > 0 && each.price > 0 && isOpen(each))
    .sort((a, b) => b.seats - a.seats);
}

/** Returns an approved class with its lessons. */
export function findClass(id: string): Promise<Schemas["ClassPageOutput"]> {
  return send("GET", `${SITE_URL}/classes/${id}`);
}

/** Returns the paid class with the most available seats. */
export async function findOpenClass(): Promise<Schemas["ClassOutput"]> {
  const [openClass] = await listOpenClasses();
  if (!openClass) throw new Error("The demo has no paid class with an open seat.");
  return openClass;
}

/** Adds a child to the account of the parent and returns its id. */
export async function createChild(parent: User, name: string, bornOn: string | null): Promise<string> {
  const child = { name, bornOn };
  const { insertedId } = await parent.request<Schemas["InsertedOutput"]>("POST", "/children", child);
  return insertedId;
}

/** Selects a class for the student, or for their child, and returns the selection's id. */
export async function selectClass(
  student: User,
  classId: string,
  childId: string | null = null,
): Promise<string> {
  const { insertedId } = await student.request<Schemas["InsertedOutput"]>("POST", "/selectClass", {
    classId,
    childId,
  });
  return insertedId;
}

/** Puts the student, or their child, on the waitlist of a class and returns the id of the entry. */
export async function joinWaitlist(
  student: User,
  classId: string,
  childId: string | null = null,
): Promise<string> {
  const { insertedId } = await student.request<Schemas["JoinedWaitlistOutput"]>("POST", "/waitlist", {
    classId,
    childId,
  });
  return insertedId;
}

interface PaidSeat {
  _id: string;
  price: number;
  /** The participant; only needed if several are selected. */
  childId?: string | null;
  /** A Stripe test card. */
  card?: string;
}

/** Pays for a selected class with a card. */
export async function payForClass(
  student: User,
  { _id, price, childId, card = "pm_card_visa" }: PaidSeat,
): Promise<void> {
  const { clientSecret } = await student.request<Schemas["PaymentIntentOutput"]>(
    "POST",
    "/createPaymentIntent",
    {
      price,
      classId: _id,
      childId,
    },
  );
  const transactionId = clientSecret.split("_secret")[0];
  const confirmation = await fetch(`${STRIPE_URL}/v1/payment_intents/${transactionId}/confirm`, {
    method: "POST",
    headers: { Authorization: "Bearer sk_test_journeys" },
    body: new URLSearchParams({ payment_method: card }),
  });
  if (!confirmation.ok) throw new Error(await confirmation.text());
  await student.request("POST", "/payments", { transactionId });
}

/** Selects a class for the student, or for their child, and pays for it with a card. */
export async function bookSeat(student: User, seat: PaidSeat): Promise<void> {
  await selectClass(student, seat._id, seat.childId);
  await payForClass(student, seat);
}

/** Returns a morning lesson in this number of days. */
export function lessonInDays(days: number): Schemas["LessonInputRequest"] {
  const date = new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
  return { date, from: "09:00", to: "12:00", place: "" };
}

/** Lists the payments of the student. */
export function paymentsOf(student: User): Promise<Schemas["PaymentOutput"][]> {
  return student.request("GET", `/payments/${student.email}`);
}

/** Returns the path in the latest password-reset mail to this address. */
export async function passwordResetPath(email: string): Promise<string> {
  const { oobCode } = await latestCode(email, "PASSWORD_RESET");
  return `/reset-password?mode=resetPassword&oobCode=${oobCode}`;
}

/** Returns the link in the latest verification mail to this address, which leads to the emulator's page. */
export async function verificationLink(email: string): Promise<string> {
  return (await latestCode(email, "VERIFY_EMAIL")).oobLink;
}

interface EmailCode {
  email: string;
  requestType: string;
  oobCode: string;
  oobLink: string;
}

async function latestCode(email: string, type: string): Promise<EmailCode> {
  const url = `${FIREBASE_URL}/emulator/v1/projects/demo-camp/oobCodes`;
  const { oobCodes } = await send<{ oobCodes: EmailCode[] }>("GET", url);
  const code = oobCodes.findLast((each) => each.email === email && each.requestType === type);
  if (!code) throw new Error(`No mail of the type ${type} was sent to ${email}.`);
  return code;
}

async function send<T>(method: string, url: string, body?: unknown, bearer?: string): Promise<T> {
  const headers = new Headers({ "Content-Type": "application/json" });
  if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (response.status === 429 && RUNNING_SITE_URL !== undefined) {
    // All journeys log in with the same staff accounts, and only the demo's limits expect that.
    await new Promise((resolve) =>
      setTimeout(resolve, 1000 * Number(response.headers.get("Retry-After") ?? 5)),
    );
    return send(method, url, body, bearer);
  }
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
