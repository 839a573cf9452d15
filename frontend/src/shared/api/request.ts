import { config } from "../config";
import { noteServerTime } from "../serverTime";
import { ApiError, errorFromResponse } from "./errors";
import { parseJson } from "./responses";
import type { ApiPath, Method, PathTemplate, RequestBody, ResponseBody } from "./types";
import { fetchWithProgress, type UploadOptions } from "./upload";
import { withTimeout } from "./withTimeout";

/** The session of the current user, as requests need it. */
export interface AuthSession {
  /** The e-mail address of the current user, or null. */
  email(): string | null;
  /**
   * A number that identifies the current login. The next login, even of the same user, gets another one. Null if nobody is
   * logged in.
   */
  login(): number | null;
  /** Resolves when the remembered user is verified. Null if there is nothing to verify. */
  verification(): Promise<void> | null;
  /** The site's token, or null. */
  token(): string | null;
  /** Requests a new site token. Null if the identity provider no longer authenticates the user. */
  renew(): Promise<string | null>;
  /** Logs the user out because the server rejects the session; the login page leads back. */
  end(reason: "expired" | "forbidden"): void;
}

const ANONYMOUS: AuthSession = {
  email: () => null,
  login: () => null,
  verification: () => null,
  token: () => null,
  renew: async () => null,
  end: () => {},
};
let session = ANONYMOUS;

/** Makes requests on behalf of the session's user. Returns a function that ends this. */
export function setAuthSession(next: AuthSession): () => void {
  session = next;
  return () => {
    if (session === next) session = ANONYMOUS;
  };
}

/** The e-mail address of the current user, or null. */
export function currentUserEmail(): string | null {
  return session.email();
}

interface RequestOptions {
  /** Who makes the call: the current user (the default), an anonymous visitor, or the owner of a token. */
  as?: "user" | "anonymous" | { bearer: string };
  /** The accepted media type; JSON by default. */
  accept?: string;
  /** Lets the request finish although the page is being left. */
  keepalive?: boolean;
  /** The `ETag` of the last response: the reader gets a 304 if it still holds. */
  tag?: string | undefined;
  /** For a large body: reports the progress, and can be aborted. */
  upload?: UploadOptions;
}

/** A call that the API documents: its path and method determine its types. */
interface ApiCall<M extends Method, T extends PathTemplate> extends RequestOptions {
  method?: M;
  body?: RequestBody<M, T>;
}

/** Any call. The body is sent as form data if it is form data, and as JSON otherwise. */
interface AnyCall extends RequestOptions {
  method?: Method | "HEAD";
  body?: unknown;
}

type Reader<R> = (response: Response) => Promise<R>;

const TIMEOUT_MS = 30_000;
/** A request that changes something may wait in the server's line for the card provider. */
const TIMEOUT_OF_CHANGES_MS = 60_000;

/**
 * Calls the server; the only function that fetches.
 *
 * As the current user, a 401 leads to one token renewal and one retry, and ends the session only if these fail; a 403
 * ends the session. While the user is not verified, either first leads to one retry after the verification. A response
 * that arrives after the user has changed is dropped.
 *
 * @param read reads a successful response; JSON by default, whose type follows from method and path
 * @throws ApiError for every failure
 */
export function request<T extends PathTemplate, M extends Method = "GET">(
  path: ApiPath<T>,
  call?: ApiCall<M, T>,
): Promise<ResponseBody<M, T>>;
export function request<R>(path: string, call: AnyCall, read: Reader<R>): Promise<R>;
export async function request(path: string, call: AnyCall = {}, read: Reader<unknown> = parseJson) {
  const { as = "user" } = call;
  if (as === "user") return requestAsUser(path, call, read);
  return readResponse(await send(path, call, as === "anonymous" ? null : as.bearer), read);
}

async function requestAsUser<R>(path: string, call: AnyCall, read: Reader<R>): Promise<R> {
  const login = session.login();
  let response = await send(path, call, session.token());
  throwIfUserChanged(login);
  const verification = login !== null && isRefused(response) ? session.verification() : null;
  if (verification) {
    await orNetworkError(verification);
    throwIfUserChanged(login);
    response = await send(path, call, session.token());
    throwIfUserChanged(login);
  }
  if (response.status === 401 && login !== null) {
    const token = await orNetworkError(session.renew());
    throwIfUserChanged(login);
    if (token !== null) response = await send(path, call, token);
    throwIfUserChanged(login);
  }
  if (login !== null && response.status === 401) session.end("expired");
  if (login !== null && response.status === 403) session.end("forbidden");
  const result = await readResponse(response, read);
  throwIfUserChanged(login);
  return result;
}

/** Whether the server refused the request (401 or 403). A remembered user may have another role by now. */
function isRefused({ status }: Response): boolean {
  return status === 401 || status === 403;
}

/** Waits for the identity provider. If it is unreachable, that counts as an unreachable server. */
async function orNetworkError<T>(work: Promise<T> | null): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ApiError ? error : networkError();
  }
}

function throwIfUserChanged(login: number | null): void {
  if (session.login() !== login) throw userChanged();
}

/** The error of a call of a user who has logged out meanwhile, or is another one. */
export function userChanged(): ApiError {
  return new ApiError({
    status: 0,
    code: "superseded",
    message: "You've been logged out in the meantime. Please log in again.",
  });
}

async function send(path: string, call: AnyCall, token: string | null): Promise<Response> {
  const { method = "GET", body: content, upload, keepalive } = call;
  const headers = new Headers({ Accept: call.accept ?? "application/json" });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (call.tag) headers.set("If-None-Match", call.tag);
  const isForm = content instanceof FormData;
  if (content !== undefined && !isForm) headers.set("Content-Type", "application/json");
  const body = isForm ? content : JSON.stringify(content);
  try {
    if (upload) return await fetchWithProgress(path, { method, headers, body }, upload);
    const signal = AbortSignal.timeout(method === "GET" ? TIMEOUT_MS : TIMEOUT_OF_CHANGES_MS);
    return await fetch(path, { method, headers, body, keepalive, signal });
  } catch {
    throw networkError();
  }
}

async function readResponse<R>(response: Response, read: Reader<R>): Promise<R> {
  noteServerTime(response.headers.get("Date"));
  if (!response.ok && response.status !== 304) throw await errorFromResponse(response);
  try {
    return await read(response);
  } catch {
    // The connection has broken, the page is being left, or a network's login page has answered instead of the server.
    throw networkError();
  }
}

/** Waits for the identity provider as long as for a response of the server. @throws ApiError `network` after that time */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return withTimeout(work, TIMEOUT_MS, networkError);
}

function networkError(): ApiError {
  const message = `We couldn't reach ${config.siteName}. Check your connection and try again.`;
  return new ApiError({ status: 0, code: "network", message });
}
