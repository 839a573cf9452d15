/** A fake of the server at the network boundary, typed by the methods and paths of the OpenAPI schema. */
import type { Method, PathTemplate, ResponseBody } from "../../shared/api/types";

interface RecordedRequest {
  method: string;
  path: string;
  bearer: string | null;
  /** The tag of the answer that the client has. */
  tag: string | null;
  body: unknown;
}

/** A method and a path with its query, such as `GET /classes/7/roster`. */
type Call = `${Method | "HEAD"} /${string}`;

type WithoutQuery<P> = P extends `${infer Path}?${string}` ? Path : P;

/** Whether a path matches a template, segment by segment. */
type Matches<P, T> = T extends `${infer Segment}/${infer Rest}`
  ? P extends `${infer S}/${infer R}`
    ? MatchesSegment<S, Segment> extends true
      ? Matches<R, Rest>
      : false
    : false
  : P extends `${string}/${string}`
    ? false
    : MatchesSegment<P, T>;
type MatchesSegment<S, T> = T extends `{${string}}` ? true : S extends T ? true : false;

/** The template of a path. A template without parameters takes precedence: `/users/me` before `/users/{id}`. */
type TemplateOf<P> = P extends PathTemplate
  ? P
  : { [T in PathTemplate]: Matches<P, T> extends true ? T : never }[PathTemplate];

/** The body that the API documents for a call. HEAD requests have none. */
type BodyOf<C extends Call> = C extends `${infer M} ${infer P}`
  ? M extends Method
    ? ResponseBody<M, TemplateOf<WithoutQuery<P>>>
    : null
  : never;

type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 415 | 500 | 503;

interface ErrorBody {
  code?: string;
  message?: string;
  fields?: Record<string, string[]>;
  retryAt?: string;
  lines?: Record<string, unknown>[];
}

type ResponseHeaders = Record<string, string>;
type FakeResponse<Body> =
  | { body?: Body; status?: 200 | 201 | 204; headers?: ResponseHeaders }
  | { body: ErrorBody; status: ErrorStatus; headers?: ResponseHeaders }
  | Response;
type Handler<Body> = (request: RecordedRequest) => FakeResponse<Body> | Promise<FakeResponse<Body>>;

class FakeApi {
  /** All requests so far, in order. */
  allRequests: RecordedRequest[] = [];
  private handlers = new Map<string, Handler<unknown>>();
  private unhandled: string[] = [];

  /** Responds to a call with a body. The call must match exactly, including the query. */
  respond<C extends Call>(
    call: C,
    body: BodyOf<C>,
    status: 200 | 201 = 200,
    headers: ResponseHeaders = {},
  ): void {
    this.handle(call, () => ({ status, body, headers }));
  }

  /** Responds to a call with 204. */
  respondEmpty(call: Call): void {
    this.handlers.set(call, () => ({ status: 204 }));
  }

  /** Responds to a call with a file to download. */
  respondFile(call: Call, content: unknown, name: string): void {
    const headers = { "Content-Disposition": `attachment; filename="${name}"` };
    this.handlers.set(call, () => ({ body: content, headers }));
  }

  /** Responds to a call with an error response. */
  fail(
    call: Call,
    status: ErrorStatus,
    code: string,
    message: string,
    {
      headers,
      ...details
    }: Pick<ErrorBody, "fields" | "lines" | "retryAt"> & { headers?: ResponseHeaders } = {},
  ): void {
    this.handlers.set(call, () => ({ status, body: { code, message, ...details }, headers }));
  }

  /** Rejects a call with a network error. */
  disconnect(call: Call): void {
    this.handlers.set(call, () => {
      throw new TypeError("Failed to fetch");
    });
  }

  /** Begins a successful response to a call, and breaks off in its body. */
  breakOff(call: Call): void {
    const start = (body: ReadableStreamDefaultController) => body.error(new TypeError("Failed to fetch"));
    this.handlers.set(call, () => new Response(new ReadableStream({ start })));
  }

  /** Responds to a call with the result of a function. */
  handle<C extends Call>(call: C, handler: Handler<BodyOf<C>>): void {
    this.handlers.set(call, handler as Handler<unknown>);
  }

  /** All requests so far to one call. */
  requests(call: Call): RecordedRequest[] {
    return this.allRequests.filter(({ method, path }) => `${method} ${path}` === call);
  }

  /** One message for each request without a handler. */
  unhandledCalls(): string[] {
    return this.unhandled;
  }

  reset(): void {
    this.allRequests = [];
    this.handlers.clear();
    this.unhandled = [];
    // Many tests end on the home page. By default its lists are empty, and so are the student's, who has no children.
    this.respond("GET /popularClasses", []);
    this.respond("GET /instructors", []);
    this.respond("GET /crafts", []);
    this.respond("GET /seasons", []);
    this.respond("GET /children", []);
    this.respond("GET /care", []);
    // The menu of the office counts what waits.
    this.respond("GET /needs", []);
    // Every page of the dashboard asks whether the user's address refuses e-mails.
    this.respond("GET /users/me/email", { wantsReminders: true, refusedAt: null, alerts: null });
    this.respond("GET /selectClass?email=student%40camp.example", []);
    this.respond("GET /selectClass?email=other%40camp.example", []);
    this.respond("GET /enrolledStudent/student%40camp.example", []);
    this.respond("GET /waitlist?email=student%40camp.example", []);
    // Who has a seat in the class of most tests asks for its messages.
    // A quote that changes no price.
    this.respond("POST /orders/quote", { lines: [], total: 0 });
    this.respond("GET /classes/7/messages", []);
    globalThis.fetch = (input, init) => this.fetch(String(input), init ?? {});
  }

  private async fetch(path: string, init: RequestInit): Promise<Response> {
    const request = recordRequest(path, init);
    this.allRequests.push(request);
    const handler = this.handlers.get(`${request.method} ${path}`);
    if (!handler) {
      this.unhandled.push(`The fake API has no response for ${request.method} ${path}`);
      return Response.json({ code: "not_found", message: "Not found." }, { status: 404 });
    }
    const response = await handler(request);
    if (response instanceof Response) return response;
    const { status = 200, body, headers } = response;
    if (status === 204) return new Response(null, { status, headers });
    return Response.json(body ?? null, { status, headers });
  }
}

function recordRequest(path: string, init: RequestInit): RecordedRequest {
  const headers = new Headers(init.headers);
  const bearer = headers.get("Authorization")?.replace("Bearer ", "") ?? null;
  const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
  return { method: init.method ?? "GET", path, bearer, tag: headers.get("If-None-Match"), body };
}

export const api = new FakeApi();
