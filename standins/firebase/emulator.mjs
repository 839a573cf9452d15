// Runs Firebase's Auth emulator with persistent accounts.
//
//   node emulator.mjs --port 9099 --project demo-camp --state .demo/firebase
//
// It loads the emulator directly: the command line of firebase-tools takes 9 to 12 seconds to start and sends telemetry.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { AccountStore } from "./accounts.mjs";

const HOST = "127.0.0.1";
// Unused parts of the API. Most of the startup time goes into the compilation of the API specification.
const UNUSED_PATHS = /tenants|mfa|passkey|saml|GameCenter|PhoneNumber|[vV]erificationCode|IosClient|SupportedIdp|oauthIdpConfigs/i;
const SUBJECTS = {
  VERIFY_EMAIL: "verify your address",
  PASSWORD_RESET: "set a new password (add &newPassword=... to the address)",
  EMAIL_SIGNIN: "sign in",
  VERIFY_AND_CHANGE_EMAIL: "confirm your new address",
  RECOVER_EMAIL: "your address was changed; restore the old one",
};

function parseOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "9099" },
      project: { type: "string", default: "demo-camp" },
      state: { type: "string", default: ".demo/firebase" },
    },
  });
  return { port: Number(values.port), projectId: values.project, file: join(values.state, "accounts.json") };
}

async function createEmulator(projectId, projects) {
  const require = createRequire(import.meta.url);
  const apiSpec = require("firebase-tools/lib/emulator/auth/apiSpec").default;
  for (const path of Object.keys(apiSpec.paths)) {
    if (UNUSED_PATHS.test(path)) delete apiSpec.paths[path];
  }
  const { SingleProjectMode } = require("firebase-tools/lib/emulator/auth");
  const { createApp } = require("firebase-tools/lib/emulator/auth/server");
  return createApp(projectId, SingleProjectMode.WARNING, projects);
}

/** Prints the links of new e-mails, because the emulator sends none. */
function logNewEmails(accounts, logged) {
  for (const { oobCode, email, newEmail, requestType, oobLink } of accounts.oobCodes()) {
    if (logged.has(oobCode)) continue;
    logged.add(oobCode);
    console.log(`Mail to ${newEmail ?? email}: ${SUBJECTS[requestType] ?? requestType}: ${oobLink}`);
  }
}

/** Until the accounts are restored, responds with 503 to all but admin requests; afterwards calls `gate.onChange`. */
function requestHandler(emulator, gate) {
  return (request, response) => {
    if (!gate.open && request.headers.authorization !== "Bearer owner") {
      response.writeHead(503, { "retry-after": "1" }).end();
      return;
    }
    response.on("finish", () => gate.open && !request.url.includes(":batchGet") && gate.onChange());
    emulator(request, response);
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
      console.error(`Could not save the accounts: ${error.message}`);
      process.exitCode = 1;
    }
    server.close();
    server.closeAllConnections();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

async function main() {
  const { port, projectId, file } = parseOptions();
  const projects = new Map();
  const gate = { open: false, onChange: () => {} };
  const server = createServer(requestHandler(await createEmulator(projectId, projects), gate));
  server.listen(port, HOST);
  await once(server, "listening");

  const accounts = new AccountStore({ origin: `http://${HOST}:${port}`, projectId, projects, file });
  await accounts.restore();
  await accounts.createMissing(JSON.parse(await readFile(new URL("users.json", import.meta.url), "utf8")));
  const logged = new Set(accounts.oobCodes().map((oob) => oob.oobCode));
  gate.onChange = () => {
    logNewEmails(accounts, logged);
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
