/** The server at the network's edge: what a test expects to be asked, and what is answered. */

export interface Asked {
  method: string;
  path: string;
  bearer: string | null;
  body: unknown;
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
type Answering = (asked: Asked) => Answer | Promise<Answer>;

class FakeApi {
  /** Every call so far, in order. */
  calls: Asked[] = [];
  private handlers = new Map<string, Answering>();
  private strange: string[] = [];

  /** Answers `method path` with a body and 200, until told otherwise. Paths are compared whole, query included. */
  answer(
    call: `${string} /${string}`,
    body: unknown,
    status = 200,
    headers: Record<string, string> = {},
  ): void {
    this.on(call, () => ({ status, body, headers }));
  }

  /** Refuses as the server does. */
  refuse(
    call: `${string} /${string}`,
    status: number,
    code: string,
    message: string,
    fields?: Record<string, string[]>,
  ): void {
    this.answer(call, { code, message, ...(fields ? { fields } : {}) }, status);
  }

  /** Answers by a function of what was asked; one that throws is a network that is gone. */
  on(call: `${string} /${string}`, answering: Answering): void {
    this.handlers.set(call, answering);
  }

  /** The calls of one kind so far. */
  asked(call: `${string} /${string}`): Asked[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === call);
  }

  unexpected(): string[] {
    return this.strange;
  }

  reset(): void {
    this.calls = [];
    this.handlers.clear();
    this.strange = [];
    // Every way may end on the home page, whose lists are empty until a test fills them; so are the student's own,
    // which its Select buttons ask for a moment later.
    this.answer("GET /popularClasses", []);
    this.answer("GET /instructors", []);
    this.answer("GET /selectClass?email=student%40camp.example", []);
    this.answer("GET /enrolledStudent/student%40camp.example", []);
    globalThis.fetch = (input, init) => this.fetch(String(input), init ?? {});
  }

  private async fetch(path: string, init: RequestInit): Promise<Response> {
    const asked = readCall(path, init);
    this.calls.push(asked);
    const handler = this.handlers.get(`${asked.method} ${path}`);
    if (!handler) {
      this.strange.push(`Nobody told the fake API how to answer ${asked.method} ${path}`);
      return Response.json({ code: "not_found", message: "No such call." }, { status: 404 });
    }
    const { status = 200, body, headers } = await handler(asked);
    if (status === 204) return new Response(null, { status, headers });
    return Response.json(body ?? null, { status, headers });
  }
}

function readCall(path: string, init: RequestInit): Asked {
  const authorization = new Headers(init.headers).get("Authorization");
  const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
  return { method: init.method ?? "GET", path, bearer: authorization?.replace("Bearer ", "") ?? null, body };
}

export const api = new FakeApi();
