import { chromium } from "@playwright/test";
const [,, role, ...paths] = process.argv;
const base = "http://127.0.0.1:18700";
const b = await chromium.launch({ executablePath: "/tmp/chromium", args: ["--disable-gpu", "--no-sandbox"] });
const ctx = await b.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
const p = await ctx.newPage();
p.on("console", m => m.type() === "error" && console.log("console:", m.text().slice(0, 200)));
p.on("pageerror", e => console.log("pageerror", e.message));
if (role !== "visitor") {
  await p.goto(base + "/login");
  await p.getByLabel("Email").first().fill(`${role}@camp.example`);
  await p.getByLabel("Password", { exact: true }).fill("Camp-2003!");
  await p.getByRole("button", { name: "Log In", exact: true }).click();
  await p.waitForURL(u => !u.pathname.startsWith("/login"), { timeout: 20000 });
}
for (const theme of ["light", "dark"]) {
  await p.evaluate(t => localStorage.setItem("theme", t), theme);
  for (const path of paths) for (const w of [390, 1440]) {
    await p.setViewportSize({ width: w, height: w === 390 ? 844 : 900 });
    await p.goto(base + path);
    await p.waitForTimeout(1500);
    const name = `/tmp/shots/${role}${path.replace(/[^a-z0-9]+/gi, "_")}_${w}_${theme}.png`;
    await p.screenshot({ path: name, fullPage: false });
    const over = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) console.log("overflow", path, w, over);
  }
}
await b.close();
