// Firebase's own Auth emulator, started in a few seconds and keeping its accounts.
//
//   node emulator.mjs --port 9099 --project demo-camp --state .demo/firebase
//
// The command line of firebase-tools would take 9 to 12 seconds and send telemetry; its emulator alone does neither.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { Accounts } from "./accounts.mjs";

const HOST = "127.0.0.1";
// Parts of the API that nobody here uses. Compiling the description of a call is most of the emulator's start.
const UNUSED = /tenants|mfa|passkey|saml|GameCenter|PhoneNumber|[vV]erificationCode|IosClient|SupportedIdp|oauthIdpConfigs/i;
const SUBJECTS = {
  VERIFY_EMAIL: "verify your address",
  PASSWORD_RESET: "set a new password (add &newPassword=... to the address)",
  EMAIL_SIGNIN: "sign in",
  VERIFY_AND_CHANGE_EMAIL: "confirm your new address",
  RECOVER_EMAIL: "your address was changed; take the old one back",
};

function options() {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "9099" },
      project: { type: "string", default: "demo-camp" },
      state: { type: "string", default: ".demo/firebase" },
    },
  });
  return { port: Number(values.port), projectId: values.project, file: join(values.state, "accounts.json") };
}

async function emulatorApp(projectId, projects) {
  const require = createRequire(import.meta.url);
  const description = require("firebase-tools/lib/emulator/auth/apiSpec").default;
  for (const path of Object.keys(description.paths)) {
    if (UNUSED.test(path)) delete description.paths[path];
  }
  const { SingleProjectMode } = require("firebase-tools/lib/emulator/auth");
  const { createApp } = require("firebase-tools/lib/emulator/auth/server");
  return createApp(projectId, SingleProjectMode.WARNING, projects);
}

function announceMails(accounts, announced) {
  for (const { oobCode, email, newEmail, requestType, oobLink } of accounts.mails()) {
    if (announced.has(oobCode)) continue;
    announced.add(oobCode);
    console.log(`Mail to ${newEmail ?? email}: ${SUBJECTS[requestType] ?? requestType}: ${oobLink}`);
  }
}

/** Answers 503 until the accounts of the last run are back; afterwards every request may have changed something. */
function serving(app, gate) {
  return (request, response) => {
    if (!gate.open && request.headers.authorization !== "Bearer owner") {
      response.writeHead(503, { "retry-after": "1" }).end();
      return;
    }
    response.on("finish", () => gate.open && !request.url.includes(":batchGet") && gate.changed());
    app(request, response);
  };
}

function stopOnSignal(server, accounts) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    try {
      await accounts.save();
      process.exitCode = 0;
    } catch (error) {
      console.error(`Accounts were not saved: ${error.message}`);
      process.exitCode = 1;
    }
    server.close();
    server.closeAllConnections();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

async function main() {
  const { port, projectId, file } = options();
  const projects = new Map();
  const gate = { open: false, changed: () => {} };
  const server = createServer(serving(await emulatorApp(projectId, projects), gate));
  server.listen(port, HOST);
  await once(server, "listening");

  const accounts = new Accounts({ origin: `http://${HOST}:${port}`, projectId, projects, file });
  await accounts.restore();
  await accounts.introduce(JSON.parse(await readFile(new URL("people.json", import.meta.url), "utf8")));
  const announced = new Set(accounts.mails().map((mail) => mail.oobCode));
  gate.changed = () => {
    announceMails(accounts, announced);
    accounts.saveSoon();
  };
  stopOnSignal(server, accounts);
  await accounts.save();
  gate.open = true;
  console.log(`Auth emulator ready on http://${HOST}:${port}, accounts in ${file}`);
}

main().catch((error) => {
  console.error(`The Auth emulator could not start: ${error.message}`);
  process.exit(1);
});
