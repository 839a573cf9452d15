import { jsonOf } from "./answers";
import { ApiError, failureOf } from "./apiError";
import { config } from "./config";
import { fetchWithProgress } from "./upload";

/** Who holds the site's token for this page. The session takes this part. */
export interface BearerKeeper {
  /** The e-mail of who is logged in, or null. */
  person(): string | null;
  token(): string | null;
  /** One fresh exchange; null where the identity provider no longer vouches for the person. */
  renew(): Promise<string | null>;
  /** The server will not have this person any longer: log out, keeping the way back. */
  end(why: "expired" | "forbidden"): void;
}

const NOBODY: BearerKeeper = {
  person: () => null,
  token: () => null,
  renew: async () => null,
  end: () => {},
};
let keeper = NOBODY;

/** Lets `next` answer for who is logged in; the returned function ends that. */
export function keepBearerWith(next: BearerKeeper): () => void {
  keeper = next;
  return () => {
    if (keeper === next) keeper = NOBODY;
  };
}

/** The e-mail of who asks just now, or null. */
export function whoAsks(): string | null {
  return keeper.person();
}

export interface Call {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON, or as it is where it is a form with files. */
  body?: unknown;
  /** Whose call it is: the person who is logged in (the default), anyone's, or whoever bears this token. */
  as?: "person" | "anyone" | { bearer: string };
  /** What the answer should be; JSON unless told otherwise. */
  accept?: string;
  /** For what takes long to send: told how much has been, from 0 to 1. */
  onProgress?: (share: number) => void;
}

type Read<T> = (response: Response) => Promise<T>;

const PATIENCE_MS = 30_000;

/**
 * Asks the server; the only place that fetches.
 *
 * As a person, a 401 is answered by one fresh token and one retry, and ends the session only when that fails;
 * a 403 ends it. An answer that comes after the person has changed is dropped.
 *
 * @param read takes what is wanted out of an answer that is no refusal; by default its JSON
 * @throws ApiError whatever goes wrong
 */
export async function request<T>(path: string, call: Call = {}, read: Read<T> = jsonOf): Promise<T> {
  const as = call.as ?? "person";
  if (as === "anyone") return answerOf(await send(path, call, null), read);
  if (as !== "person") return answerOf(await send(path, call, as.bearer), read);
  return asPerson(path, call, read);
}

async function asPerson<T>(path: string, call: Call, read: Read<T>): Promise<T> {
  const asker = keeper.person();
  let response = await send(path, call, keeper.token());
  dropIfLate(asker);
  if (response.status === 401 && asker !== null) {
    const fresh = await renewed();
    dropIfLate(asker);
    if (fresh !== null) response = await send(path, call, fresh);
    dropIfLate(asker);
  }
  if (asker !== null && response.status === 401) keeper.end("expired");
  if (asker !== null && response.status === 403) keeper.end("forbidden");
  const answer = await answerOf(response, read);
  dropIfLate(asker);
  return answer;
}

/** A fresh token; what keeps the identity provider from answering is told as any other silence. */
async function renewed(): Promise<string | null> {
  try {
    return await keeper.renew();
  } catch (error) {
    throw error instanceof ApiError ? error : noAnswer();
  }
}

/** Late answers belong to somebody who is no longer here. */
function dropIfLate(asker: string | null): void {
  if (keeper.person() === asker) return;
  throw new ApiError({
    status: 0,
    code: "superseded",
    message: "You have been logged out meanwhile. Please log in again.",
  });
}

async function send(path: string, call: Call, bearer: string | null): Promise<Response> {
  const { method = "GET", body: sent, onProgress } = call;
  const headers = new Headers({ Accept: call.accept ?? "application/json" });
  if (bearer !== null) headers.set("Authorization", `Bearer ${bearer}`);
  const form = sent instanceof FormData;
  if (sent !== undefined && !form) headers.set("Content-Type", "application/json");
  const body = form ? sent : JSON.stringify(sent);
  try {
    if (onProgress) return await fetchWithProgress(path, { method, headers, body }, onProgress);
    return await fetch(path, { method, headers, body, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    throw noAnswer();
  }
}

async function answerOf<T>(response: Response, read: Read<T>): Promise<T> {
  if (!response.ok) throw await failureOf(response);
  try {
    return await read(response);
  } catch {
    throw await failureOf(response);
  }
}

function noAnswer(): ApiError {
  const message = `We could not reach ${config.siteName}. Check your connection and try again.`;
  return new ApiError({ status: 0, code: "network", message });
}
