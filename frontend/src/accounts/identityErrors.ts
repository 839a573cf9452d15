import { isChunkLoadError } from "../shared/api/chunks";
import { ApiError, errorMessage } from "../shared/api/errors";

const WRONG_CREDENTIALS =
  "E-mail or password is not right. If you joined with Google, use the Google button.";
const USED_LINK = "This link has expired or has already been used. Please get a new one.";

/** Messages for the user, by the identity provider's error code. */
const MESSAGES: Record<string, string> = {
  // The provider's settings decide which of these three codes it reveals.
  "auth/invalid-credential": WRONG_CREDENTIALS,
  "auth/wrong-password": WRONG_CREDENTIALS,
  "auth/user-not-found": WRONG_CREDENTIALS,
  "auth/invalid-email": "That doesn't look like an email address. Please check it.",
  "auth/user-disabled": "This account has been closed. If that's a mistake, please write to us.",
  "auth/email-already-in-use":
    "There's already an account with this email. Log in instead. If you joined with Google, use the Google button.",
  "auth/account-exists-with-different-credential":
    "There's already an account with this email. Log in with your email and password.",
  "auth/weak-password": "This password is too easy to guess. Please choose a longer one.",
  "auth/password-does-not-meet-requirements":
    "This password is too easy to guess. Please choose a longer one.",
  "auth/too-many-requests":
    "That's too many tries in a short time. Wait a few minutes, or set a new password.",
  "auth/user-mismatch": "That's not the account you're logged in with.",
  "auth/user-token-expired": "Your login has expired. Log out, log in again, and try once more.",
  "auth/network-request-failed": "We couldn't reach the login service. Check your connection and try again.",
  "auth/popup-blocked":
    "Your browser blocked the Google window. Allow pop-ups for this site, then press the button again.",
  "auth/expired-action-code": USED_LINK,
  "auth/invalid-action-code": USED_LINK,
};

/** The user closed Google's window, or opened a second one: no message is needed. */
const SILENT = new Set(["auth/popup-closed-by-user", "auth/cancelled-popup-request", "auth/user-cancelled"]);

const UNKNOWN = "Something went wrong with the login service. Please try again in a moment.";
const NOT_LOADED = "Part of this page couldn't be loaded. Check your connection and try again.";

/** The message for the user about an error of the identity provider or the API; null if none is needed. */
export function identityErrorMessage(error: unknown): string | null {
  if (error instanceof ApiError) return errorMessage(error);
  if (isChunkLoadError(error)) return NOT_LOADED;
  const code = identityErrorCode(error);
  if (code === null) return errorMessage(error);
  return SILENT.has(code) ? null : (MESSAGES[code] ?? UNKNOWN);
}

/** Whether a retry may help: no response, a network error of the provider, or a chunk that did not load. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return error.isTransient;
  const code = identityErrorCode(error);
  return code === null || code === "auth/network-request-failed" || code === "auth/too-many-requests";
}

/** The code of an error of the identity provider; null for any other error. */
export function identityErrorCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : null;
}
