/** How long before its expiry a token is renewed. */
const RENEWAL_MARGIN_MS = 5 * 60_000;
const MIN_INTERVAL_MS = 60_000;

/** The claims of a token of the site or of the identity provider. */
interface Claims {
  /** When the token was issued and when it expires, in seconds since 1970 by the clock of the server. */
  iat?: number;
  exp?: number;
  user_id?: string | number;
  /** Only in the identity provider's token. */
  email_verified?: boolean;
}

/**
 * Milliseconds from the receipt of a site token until it is due for renewal. It is computed from the lifetime of the
 * token, because the clock of the device may be wrong.
 */
export function msToRenewal(token: string): number {
  const { iat = 0, exp = 0 } = decodeClaims(token);
  return Math.max(MIN_INTERVAL_MS, (exp - iat) * 1000 - RENEWAL_MARGIN_MS);
}

/** Whether the token has expired by the clock of this device, which may be wrong. */
export function hasExpired(token: string): boolean {
  const { exp = 0 } = decodeClaims(token);
  return Date.now() >= exp * 1000;
}

/** The id of the token's user; null if it cannot be read. */
export function userIdOf(token: string): string | null {
  const { user_id } = decodeClaims(token);
  return user_id === undefined ? null : String(user_id);
}

/** Whether the identity provider's token says that the address is verified. */
export function saysVerified(idToken: string): boolean {
  return decodeClaims(idToken).email_verified === true;
}

/** Whether two site tokens belong to the same user. */
export function haveSameUser(one: string, other: string): boolean {
  const id = userIdOf(one);
  return id !== null && id === userIdOf(other);
}

/** Decodes the claims without verifying the signature, which is the server's task. */
function decodeClaims(token: string): Claims {
  try {
    const payload = (token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/");
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return {};
  }
}
