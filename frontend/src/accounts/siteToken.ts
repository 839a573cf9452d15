/** How long before its end a token is renewed. */
const MARGIN_MS = 5 * 60_000;

interface Claims {
  /** Seconds since 1970. */
  exp?: number;
  user_id?: string | number;
}

/** Milliseconds until a site token is due for renewal; 0 or less where it is due now. */
export function msToRenewal(token: string): number {
  const { exp } = claimsOf(token);
  return exp === undefined ? 0 : exp * 1000 - Date.now() - MARGIN_MS;
}

/** Whether two site tokens are the same person's. */
export function sameBearer(one: string, other: string): boolean {
  const { user_id } = claimsOf(one);
  return user_id !== undefined && user_id === claimsOf(other).user_id;
}

/** Reads, not verifies: that is the server's part. */
function claimsOf(token: string): Claims {
  try {
    const payload = (token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/");
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return {};
  }
}
