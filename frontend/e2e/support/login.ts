import { FIREBASE_API_KEY, PASSWORD, type User } from "./api";
import { expect, type Page } from "./fixtures";
import { SITE_URL } from "./urls";

const ID_TOKEN_LIFETIME_MS = 3_600_000;

/**
 * Stores the user's session in the browser, as a login would have done, and opens the path.
 * Removes a session that another user has left.
 */
export async function openAs(page: Page, user: User, path: string): Promise<void> {
  const localStorage = storedSession(user);
  await page.goto("about:blank"); // A page of the former user would respond to the changed storage.
  await page.context().setStorageState({ cookies: [], origins: [{ origin: SITE_URL, localStorage }] });
  await page.goto(path);
}

/** What a login leaves in the local storage. */
export function storedSession(user: User): { name: string; value: string }[] {
  const firebaseUser = {
    uid: user.uid,
    email: user.email,
    emailVerified: false, // Firebase reads the profile again when the page starts.
    isAnonymous: false,
    providerData: [],
    stsTokenManager: {
      refreshToken: user.refreshToken,
      accessToken: user.idToken,
      expirationTime: Date.now() + ID_TOKEN_LIFETIME_MS,
    },
  };
  return [
    { name: `firebase:authUser:${FIREBASE_API_KEY}:[DEFAULT]`, value: JSON.stringify(firebaseUser) },
    { name: "access-token", value: user.siteToken },
  ];
}

/** Logs in with the form at /login. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await submitLoginForm(page, email);
  await expect(page).not.toHaveURL(/\/login$/);
}

/** Registers a new user with the form at /register. */
export async function register(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("Name").fill(name);
  await submitRegistration(page, email);
}

/** Fills in the required fields of the registration form that is on the page, and submits it. */
export async function submitRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel("Photo URL").fill("https://pictures.example/portrait.png");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** Fills in the login form that is on the page, and submits it. */
export async function submitLoginForm(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log In", exact: true }).click();
}
