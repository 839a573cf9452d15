const fs = require("node:fs");
const path = require("node:path");
const { transformFileSync } = require("@swc/core");

/** What the server reads (camp/pages/client_pages.py). It is committed, so that the server starts without a built client. */
const FILE = path.resolve(__dirname, "../../camp/pages/client_pages.json");

// Node 20 reads no TypeScript. The pages themselves are imported only when they are shown.
require.extensions[".ts"] = (module, file) => {
  const options = {
    jsc: { parser: { syntax: "typescript" } },
    module: { type: "commonjs", ignoreDynamic: true },
  };
  module._compile(transformFileSync(file, options).code, file);
};
const { dashboardPages, indexTitles, publicPages } = require("../src/app/pageTable.ts");
const { PUBLIC_LINKS } = require("../src/app/layout/publicLinks.ts");
const { LEADS, PICTURE_SIZES } = require("../src/shared/firstScreen.ts");

/** Returns Django's routes of the pages, with their titles. */
function routesOf(pages, prefix) {
  return pages.map(({ path: to, title }) => [prefix + to.replaceAll(/:(\w+)/g, "<str:$1>"), title]);
}

const data = {
  routes: Object.fromEntries([
    ...Object.entries(indexTitles),
    ...routesOf(publicPages, ""),
    ...routesOf(dashboardPages, "dashboard/"),
  ]),
  links: PUBLIC_LINKS.map(([to, text]) => [to, text]),
  leads: LEADS,
  pictureSizes: PICTURE_SIZES,
};
const text = `${JSON.stringify(data, null, 2)}\n`;

if (!process.argv.includes("--check")) fs.writeFileSync(FILE, text);
else if (fs.readFileSync(FILE, "utf8") !== text) {
  process.stderr.write("The client's pages have changed: run `make types`.\n");
  process.exitCode = 1;
}
