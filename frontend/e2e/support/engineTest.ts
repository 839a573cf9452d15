import { test as base } from "@playwright/test";
import { type Engine, type EngineName, missingPrograms, startEngine } from "./engines";

/** Playwright's runner with a browser of another engine, which Playwright cannot drive. Skips if it is not installed. */
export const test = base.extend<{ engine: Engine }, { engineName: EngineName }>({
  engineName: ["firefox", { option: true, scope: "worker" }],
  engine: async ({ engineName, forcedColors }, use, testInfo) => {
    const missing = missingPrograms(engineName);
    const reason = missing.length > 0 ? `not installed: ${missing.join(", ")}` : "";
    if (reason) process.stdout.write(`Skipped in ${engineName}: ${testInfo.title} (${reason})\n`);
    base.skip(reason !== "", reason);
    const engine = await startEngine(engineName, { forcedColors: forcedColors === "active" });
    await use(engine);
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = await engine.run<string>("return location + ' ' + document.body.innerText");
      await testInfo.attach("page", { body, contentType: "text/plain" });
    }
    await engine.close();
  },
});
