/** Firefox and WebKit as Debian packages them, through WebDriver: Playwright's own builds of them cannot be installed from a Debian mirror. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import puppeteer, { type Browser, type ElementHandle, type Page } from "puppeteer-core";

export type EngineName = "firefox" | "webkit";

/** A browser with one window. */
export interface Engine {
  /** Loads a URL. */
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page. Returns its result, which must be JSON. */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  /** Clicks the element that an expression returns. */
  click(element: string): Promise<void>;
  /** Types into the element that an expression returns. */
  type(element: string, text: string): Promise<void>;
  /** A PNG of the element that an expression returns, in base64. */
  screenshot(element: string): Promise<string>;
  close(): Promise<void>;
}

const PROGRAMS: Record<EngineName, readonly string[]> = {
  firefox: ["firefox-esr"],
  webkit: ["WebKitWebDriver", "xvfb-run"],
};

/** The programs that the engine needs and that are not installed. */
export function missingPrograms(name: EngineName): string[] {
  return PROGRAMS[name].filter((program) => find(program) === undefined);
}

/** Starts the browser. `forcedColors` is only possible in Firefox. */
export function startEngine(name: EngineName, options: { forcedColors?: boolean } = {}): Promise<Engine> {
  return name === "firefox" ? Firefox.start(options) : WebKit.start();
}

function find(program: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.map((folder) => path.join(folder, program)).find(existsSync);
}

const FORCED_COLORS = {
  "browser.display.document_color_use": 2,
  "browser.display.background_color": "#000000",
  "browser.display.foreground_color": "#ffffff",
  "browser.anchor_color": "#ffff00",
};

class Firefox implements Engine {
  private constructor(
    private readonly browser: Browser,
    private readonly page: Page,
  ) {}

  static async start({ forcedColors = false }): Promise<Firefox> {
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: find("firefox-esr"),
      defaultViewport: { width: 1280, height: 800 },
      extraPrefsFirefox: { "ui.prefersReducedMotion": 1, ...(forcedColors ? FORCED_COLORS : null) },
    });
    return new Firefox(browser, await browser.newPage());
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
  }

  run<T>(body: string, ...args: unknown[]): Promise<T> {
    return this.page.evaluate(`(function () { ${body} })(...${JSON.stringify(args)})`) as Promise<T>;
  }

  async click(element: string): Promise<void> {
    await (await this.find(element)).click();
  }

  async type(element: string, text: string): Promise<void> {
    await (await this.find(element)).type(text);
  }

  screenshot = async (element: string): Promise<string> =>
    (await this.find(element)).screenshot({ encoding: "base64" });

  close(): Promise<void> {
    return this.browser.close();
  }

  private async find(element: string): Promise<ElementHandle<Element>> {
    const handle = await this.page.evaluateHandle(element);
    return handle.asElement() as ElementHandle<Element>;
  }
}

/** The key of an element's id in WebDriver's JSON. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const START_TIMEOUT_MS = 20_000;

class WebKit implements Engine {
  private constructor(
    private readonly driver: ChildProcess,
    private readonly session: string,
  ) {}

  static async start(): Promise<WebKit> {
    const port = await freePort();
    // In a group of its own: xvfb-run does not pass a signal on to the programs that it starts.
    const driver = spawn("xvfb-run", ["--auto-servernum", "WebKitWebDriver", `--port=${port}`], {
      detached: true,
      stdio: "ignore",
    });
    const server = `http://127.0.0.1:${port}`;
    await waitUntilReady(`${server}/status`);
    const { sessionId } = await call<{ sessionId: string }>("POST", `${server}/session`, {
      capabilities: {},
    });
    return new WebKit(driver, `${server}/session/${sessionId}`);
  }

  async open(url: string): Promise<void> {
    await call("POST", `${this.session}/url`, { url });
  }

  run<T>(body: string, ...args: unknown[]): Promise<T> {
    return call("POST", `${this.session}/execute/sync`, { script: body, args });
  }

  async click(element: string): Promise<void> {
    // WebKit's driver scrolls an element only to the lower edge of the window, and then refuses to click it.
    await this.run(`(${element})?.scrollIntoView({ block: "center", behavior: "instant" })`);
    await call("POST", `${await this.find(element)}/click`, {});
  }

  async type(element: string, text: string): Promise<void> {
    await call("POST", `${await this.find(element)}/value`, { text });
  }

  screenshot = async (element: string): Promise<string> =>
    call("GET", `${await this.find(element)}/screenshot`);

  async close(): Promise<void> {
    await call("DELETE", this.session);
    if (this.driver.pid) process.kill(-this.driver.pid);
  }

  private async find(element: string): Promise<string> {
    const found = await this.run<Record<string, string>>(`return ${element}`);
    return `${this.session}/element/${found[ELEMENT]}`;
  }
}

/** Sends a WebDriver command and returns the value of its response. */
async function call<T>(method: "GET" | "POST" | "DELETE", url: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = (await response.json()) as { value: T };
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not respond.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
