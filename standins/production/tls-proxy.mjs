// A TLS proxy in front of the site for machines without Caddy. Like deploy/Caddyfile it overwrites X-Forwarded-For and
// X-Forwarded-Proto, drops names with underscores, opens a new connection for each request, and does not serve /metrics.
// It does not buffer requests.
//   node tls-proxy.mjs PORT TARGET_PORT CERTIFICATE KEY
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";

const [port, targetPort, certificate, key] = process.argv.slice(2);
const RETRY_DELAY_MS = 50;
const RETRY_FOR_MS = 5_000;

function handle(request, response) {
  if (request.url.split("?")[0] === "/metrics") return response.writeHead(404).end();
  if (!request.socket.remoteAddress) return request.destroy(); // the client has disconnected
  const named = Object.entries(request.headers).filter(([name]) => !name.includes("_"));
  const headers = { ...Object.fromEntries(named), connection: "close" };
  headers["x-forwarded-for"] = request.socket.remoteAddress;
  headers["x-forwarded-proto"] = "https";
  const options = { host: "127.0.0.1", port: targetPort, method: request.method, path: request.url, headers, agent: false };
  forward(options, request, response, Date.now() + RETRY_FOR_MS);
}

// While the workers are replaced, the site refuses connections for a moment. A retry is safe: nothing has been sent.
function forward(options, request, response, deadline) {
  const upstream = http.request(options, (upstreamResponse) => {
    const { connection: _, ...headers } = upstreamResponse.headers;
    response.writeHead(upstreamResponse.statusCode, headers);
    upstreamResponse.pipe(response);
  });
  upstream.on("error", (error) => {
    if (response.headersSent) return response.destroy();
    if (error.code === "ECONNREFUSED" && Date.now() < deadline) {
      return setTimeout(forward, RETRY_DELAY_MS, options, request, response, deadline);
    }
    response.writeHead(502).end();
  });
  upstream.on("socket", (socket) => socket.once("connect", () => request.pipe(upstream)));
  response.on("close", () => upstream.destroy());
}

const server = https.createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, handle);
server.listen(Number(port), "127.0.0.1");
process.on("SIGTERM", () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
