import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router-dom";
import type { Role } from "../accounts/api";
import type { Way } from "../accounts/identity";
import { App } from "../app/App";
import { routes } from "../app/routes";
import { TOKEN_KEY } from "../shared/storage";
import { aSiteToken } from "./builders";
import { api } from "./fakeApi";
import { identityOf, provider } from "./fakeProvider";

export interface Visitor {
  role: Role;
  email?: string;
  name?: string;
  emailVerified?: boolean;
  ways?: readonly Way[];
}

type Known = Visitor & { email: string; name: string };

export const student: Known = {
  role: "student",
  email: "student@camp.example",
  name: "Sam Student",
};
export const instructor: Known = {
  role: "instructor",
  email: "instructor@camp.example",
  name: "Ida Instructor",
};
export const admin: Known = { role: "admin", email: "admin@camp.example", name: "Ada Admin" };

/** Opens the client at `url` as somebody, or as nobody; everything inside is real, and the calls go to `api`. */
export async function renderAt(
  url: string | { pathname: string; search?: string; state?: unknown },
  as: Visitor | null = null,
) {
  if (as) logInBeforehand(as);
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  const user = userEvent.setup();
  const caching = { provider: () => new Map(), dedupingInterval: 0 };
  const view = await act(async () => render(<App router={router} caching={caching} />));
  return { ...view, user, router, api, at: () => router.state.location };
}

/** The server's answers to somebody's log-in. */
export function welcome({ role, email }: { role: Role; email: string }): void {
  api.answer("POST /jwt", { token: aSiteToken() });
  api.answer(`GET /users/admin/${encodeURIComponent(email)}`, { admin: role === "admin" });
  api.answer(`GET /users/instructor/${encodeURIComponent(email)}`, { instructor: role === "instructor" });
}

function logInBeforehand({
  role,
  email = `${role}@camp.example`,
  name = role,
  emailVerified,
  ways,
}: Visitor): void {
  localStorage.setItem(TOKEN_KEY, aSiteToken());
  provider.current = identityOf(email, name, "", emailVerified, ways);
  welcome({ role, email });
}
