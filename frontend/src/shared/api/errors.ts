/** Error messages by input name. */
type FieldErrors = Record<string, string[]>;
/** An error about one row of a request for several rows. Its properties depend on the call. */
type ErrorLine = Record<string, unknown>;

type ApiErrorInit = Pick<ApiError, "status" | "code" | "message"> &
  Partial<Pick<ApiError, "fields" | "lines" | "retryAfter" | "retryAt">>;

/**
 * A failed API call, in the error shape of the server. The client adds three codes: `network` (no readable response),
 * `unexpected` (an error response that is not the server's) and `superseded` (the user changed during the call).
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The HTTP status; 0 if there was no response. */
  readonly status!: number;
  readonly code!: string;
  readonly fields: FieldErrors = {};
  readonly lines: readonly ErrorLine[] = [];
  /** Seconds to wait before a retry, if the server names them. */
  readonly retryAfter: number | null = null;
  /** When the rule that refused the call may allow it (ISO 8601), if it ends by itself. */
  readonly retryAt: string | null = null;

  constructor({ message, ...rest }: ApiErrorInit) {
    super(message);
    Object.assign(this, rest);
  }

  /** The same call may succeed a moment later. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** The same call may succeed a moment later, and the user is still the same. */
  get isRetryable(): boolean {
    return this.isTransient && this.code !== "superseded";
  }

  get isNotFound(): boolean {
    return this.status === 404;
  }

  get isConflict(): boolean {
    return this.status === 409;
  }

  /** The page shows outdated data: what it changes is gone, or a rule no longer allows the change. */
  get isOutdated(): boolean {
    return this.isNotFound || this.isConflict;
  }

  /** The session ends with this error; SessionProvider informs the user. */
  get endsSession(): boolean {
    return this.status === 401 || this.status === 403 || this.code === "superseded";
  }
}

/** The error if the API call failed with it; null for any other error. */
export function asApiError(error: unknown): ApiError | null {
  return error instanceof ApiError ? error : null;
}

const UNEXPECTED = "Something went wrong on our side. Please try again in a moment.";

/** The message for the user about any error, with what to do next. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED;
  if (error.retryAfter === null) return error.message;
  return `${error.message} Try again in ${formatDuration(error.retryAfter)}.`;
}

/** Converts an unsuccessful or unreadable response into an error. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body = await readErrorBody(response);
  return new ApiError({
    status: response.status,
    code: typeof body.code === "string" ? body.code : "unexpected",
    message: typeof body.message === "string" ? body.message : UNEXPECTED,
    fields: isFieldErrors(body.fields) ? body.fields : {},
    lines: linesOf(body.lines ?? body.errors),
    retryAfter: parseSeconds(response.headers.get("Retry-After")),
    retryAt: retryTimeOf(body),
  });
}

/** When the refused request, or line of it, may succeed; null if that is not known. `not_open_yet` sends it as `opensAt`. */
export function retryTimeOf({ retryAt, opensAt = null }: ErrorLine): string | null {
  const time = retryAt ?? opensAt;
  return typeof time === "string" ? time : null;
}

async function readErrorBody(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}

function linesOf(value: unknown): ErrorLine[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isFieldErrors(value: unknown): value is FieldErrors {
  return isObject(value) && Object.values(value).every(Array.isArray);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function parseSeconds(header: string | null): number | null {
  const seconds = Number.parseInt(header ?? "", 10);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

function formatDuration(seconds: number): string {
  if (seconds === 1) return "a second";
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
