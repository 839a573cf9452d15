const fs = require("node:fs");
const path = require("node:path");
const { components } = require("../openapi.json");

const FILE = path.resolve(__dirname, "../src/shared/api/bounds.gen.ts");
const BOUNDS = ["maxLength", "minimum", "maximum", "maxItems"];

/** The bounds of each field that has some. */
function boundsOf({ properties = {} }) {
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    Object.fromEntries(BOUNDS.filter((bound) => bound in field).map((bound) => [bound, field[bound]])),
  ]);
  return Object.fromEntries(fields.filter(([, bounds]) => Object.keys(bounds).length > 0));
}

/** The name of a serializer: `ClassInputRequest` and `PatchedClassInputRequest` are of `ClassInput`. */
function serializerOf(schema) {
  return schema.replace(/^Patched|Request$/g, "");
}

const requests = Object.entries(components.schemas).filter(([name]) => name.endsWith("Request"));
const exported = new Map(requests.map(([name, schema]) => [serializerOf(name), boundsOf(schema)]));
const lines = [...exported].map(
  ([name, bounds]) => `export const ${name} = ${JSON.stringify(bounds)} as const;\n`,
);
const text = `/** What the server accepts in requests, as openapi.json says. Written by webpack/bounds.js. */\n${lines.join("")}`;

// An unchanged file stays: other processes may read it at the same time.
if (!fs.existsSync(FILE) || fs.readFileSync(FILE, "utf8") !== text) fs.writeFileSync(FILE, text);
