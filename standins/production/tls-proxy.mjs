// A TLS proxy in front of the site for machines without Caddy. Like deploy/Caddyfile it overwrites X-Forwarded-For and
// X-Forwarded-Proto, drops names with underscores, opens a new connection for each request, and does not serve /metrics.
// It reads the address of the web server from the file that deploy/update writes.
//   node tls-proxy.mjs PORT UPSTREAM_FILE CERTIFICATE KEY
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";

const [port, upstreamFile, certificate, key] = process.argv.slice(2);

function handle(request, response) {
  if (request.url.split("?")[0] === "/metrics") return response.writeHead(404).end();
  if (!request.socket.remoteAddress) return request.destroy(); // the client has disconnected
  const named = Object.entries(request.headers).filter(([name]) => !name.includes("_"));
  const headers = { ...Object.fromEntries(named), connection: "close" };
  headers["x-forwarded-for"] = request.socket.remoteAddress;
  headers["x-forwarded-proto"] = "https";
  const targetPort = readFileSync(upstreamFile, "utf8").trim().split(":").at(-1);
  const options = { host: "127.0.0.1", port: targetPort, method: request.method, path: request.url, headers, agent: false };
  const upstream = http.request(options, (upstreamResponse) => {
    const { connection: _, ...headers } = upstreamResponse.headers;
    response.writeHead(upstreamResponse.statusCode, headers);
    upstreamResponse.pipe(response);
  });
  upstream.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  request.pipe(upstream);
  response.on("close", () => upstream.destroy());
}

const server = https.createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, handle);
server.listen(Number(port), "127.0.0.1");
process.on("SIGTERM", () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
