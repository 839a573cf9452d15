// Ends TLS in front of the site, as deploy/Caddyfile says that a proxy does: who asked and how is set here, and what a
// stranger claims of it is dropped; no connection to the site is kept; the figures are not for the world.
//   node tls.mjs PORT TO_PORT CERTIFICATE KEY
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";

const [port, toPort, certificate, key] = process.argv.slice(2);
const RETRY_MS = 50;
const TRY_MS = 5_000;

function pass(request, response) {
  if (request.url.split("?")[0] === "/metrics") return response.writeHead(404).end();
  const headers = { ...request.headers, connection: "close" };
  headers["x-forwarded-for"] = request.socket.remoteAddress;
  headers["x-forwarded-proto"] = "https";
  const options = { host: "127.0.0.1", port: toPort, method: request.method, path: request.url, headers, agent: false };
  ask(options, request, response, Date.now() + TRY_MS);
}

// A worker that is being replaced takes no new connection for a moment: then it is tried again, nothing having been sent.
function ask(options, request, response, until) {
  const onward = http.request(options, (answer) => {
    const { connection: _, ...headers } = answer.headers;
    response.writeHead(answer.statusCode, headers);
    answer.pipe(response);
  });
  onward.on("error", (error) => {
    if (response.headersSent) return response.destroy();
    if (error.code === "ECONNREFUSED" && Date.now() < until) {
      return setTimeout(ask, RETRY_MS, options, request, response, until);
    }
    response.writeHead(502).end();
  });
  onward.on("socket", (socket) => socket.once("connect", () => request.pipe(onward)));
  response.on("close", () => onward.destroy());
}

const server = https.createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, pass);
server.listen(Number(port), "127.0.0.1");
process.on("SIGTERM", () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
