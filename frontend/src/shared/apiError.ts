/** Input by input, what is wrong with it. */
export type FieldErrors = Record<string, string[]>;

/**
 * A call that failed, in the one shape that the server uses, or with a code of our own:
 * `network` (no answer), `unexpected` (an answer that is not the server's), `superseded` (the person changed meanwhile).
 */
export class ApiError extends Error {
  /** The HTTP status, 0 where there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly fields: FieldErrors;
  /** Seconds to wait before trying again, where the server says so. */
  readonly retryAfter: number | null;

  constructor(init: {
    status: number;
    code: string;
    message: string;
    fields?: FieldErrors;
    retryAfter?: number | null;
  }) {
    super(init.message);
    this.name = "ApiError";
    this.status = init.status;
    this.code = init.code;
    this.fields = init.fields ?? {};
    this.retryAfter = init.retryAfter ?? null;
  }

  /** Whether the same call may succeed a moment later. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const UNEXPECTED = "Something went wrong on our side. Please try again in a moment.";

/** What to tell a person about any failure, with what to do next. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED;
  if (error.retryAfter === null) return error.message;
  return `${error.message} Try again in ${inWords(error.retryAfter)}.`;
}

/** The failure that an answer stands for, whatever it is made of. */
export async function failureOf(response: Response): Promise<ApiError> {
  const body = await refusal(response);
  return new ApiError({
    status: response.status,
    code: typeof body.code === "string" ? body.code : "unexpected",
    message: typeof body.message === "string" ? body.message : UNEXPECTED,
    fields: isFields(body.fields) ? body.fields : {},
    retryAfter: secondsOf(response.headers.get("Retry-After")),
  });
}

async function refusal(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isFields(value: unknown): value is FieldErrors {
  return typeof value === "object" && value !== null && Object.values(value).every(Array.isArray);
}

function secondsOf(header: string | null): number | null {
  const seconds = Number.parseInt(header ?? "", 10);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

function inWords(seconds: number): string {
  if (seconds === 1) return "a second";
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
