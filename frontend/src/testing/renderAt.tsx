/** Renders the whole client at a URL, as a visitor or a logged-in user. Network and providers are fakes. */
import { act, render, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { createMemoryRouter } from "react-router-dom";
import type { Role } from "../accounts/api";
import type { SignInMethod } from "../accounts/identity";
import { rememberUser } from "../accounts/session/rememberedUser";
import { currentUserOf } from "../accounts/session/state";
import { App } from "../app/App";
import { routes } from "../app/routes";
import { TOKEN_KEY } from "../shared/storage";
import { aSiteToken } from "./builders";
import { deferred } from "./fakes/deferred";
import { api } from "./fakes/fakeApi";
import { identityOf, identityProvider } from "./fakes/fakeIdentityProvider";
import { setUpUser } from "./setUpUser";

export interface TestUser {
  role: Role;
  email: string;
  name: string;
  emailVerified?: boolean;
  signInMethods?: readonly SignInMethod[];
}

export const student: TestUser = {
  role: "student",
  email: "student@camp.example",
  name: "Sam Student",
};
export const instructor: TestUser = {
  role: "instructor",
  email: "instructor@camp.example",
  name: "Ida Instructor",
};
export const admin: TestUser = { role: "admin", email: "admin@camp.example", name: "Ada Admin" };

/**
 * Renders the client at `url` as a logged-in user, or as a visitor. It requests a resource again whenever a component
 * needs it, unless `sharesResponses` is true: then it shares responses for five minutes, as on the site.
 */
export async function renderAt(
  url: string | { pathname: string; search?: string; state?: unknown },
  as: TestUser | null = null,
  { sharesResponses = false } = {},
) {
  if (as) logInBefore(as);
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  const user = setUpUser();
  const caching = { provider: () => new Map(), ...(sharesResponses ? null : { dedupingInterval: 0 }) };
  const view = await act(async () => render(<App router={router} caching={caching} />));
  return { ...view, user, router, api, at: () => router.state.location };
}

/** Makes the server accept the login of a user. */
export function acceptLogin({ role, email }: { role: Role; email: string }): void {
  api.respond("POST /jwt", { token: aSiteToken() });
  api.respond(`GET /users/admin/${encodeURIComponent(email)}`, { admin: role === "admin" });
  api.respond(`GET /users/instructor/${encodeURIComponent(email)}`, { instructor: role === "instructor" });
}

/** Logs in with the form of the login page. */
export async function submitLogin(user: UserEvent, { email }: TestUser): Promise<void> {
  // The page proposes the address of the user whose session ended.
  await user.clear(await screen.findByLabelText("Email"));
  await user.type(screen.getByLabelText("Email"), email);
  await user.type(screen.getByLabelText("Password"), "Camp-2003!");
  await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Log In" }));
}

/** Expects that a page redirects a user without permission to the home page. */
export async function expectRedirectHome(url: string, user: TestUser): Promise<void> {
  const email = encodeURIComponent(user.email);
  api.respond(`GET /selectClass?email=${email}`, []);
  api.respond(`GET /enrolledStudent/${email}`, []);
  const { at } = await renderAt(url, user);
  await screen.findByRole("button", { name: "Log Out" });
  expect(at().pathname).toBe("/");
}

/** Expects a link with this accessible name that leads to `href`. */
export function expectLink(
  name: string | RegExp,
  href: string,
  container: Pick<typeof screen, "getByRole"> = screen,
): void {
  expect(container.getByRole("link", { name })).toHaveAttribute("href", href);
}

/** Finds the toast with this text. The text also appears under "Recent messages". */
export function findToast(text: string | RegExp): Promise<HTMLElement> {
  return screen.findByText(text, { selector: ".toast *" });
}

/**
 * Makes this browser remember the user of an earlier page load. Returns a function that lets the identity provider
 * restore the user: until then the user is not verified.
 */
export function rememberBefore(as: TestUser, token = aSiteToken()): () => Promise<void> {
  logInBefore(as);
  localStorage.setItem(TOKEN_KEY, token);
  rememberUser({ user: currentUserOf(identityOf(as.email, as.name)), role: as.role }, token);
  const { promise, resolve } = deferred<void>();
  identityProvider.restored = promise;
  return () => act(async () => resolve());
}

/** Makes this browser have the token of an earlier page load, and the identity provider its user. */
export function logInBefore({ role, email, name, emailVerified, signInMethods }: TestUser): void {
  localStorage.setItem(TOKEN_KEY, aSiteToken());
  identityProvider.current = identityOf(email, name, "", emailVerified, signInMethods);
  acceptLogin({ role, email });
}
