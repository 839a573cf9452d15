import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { SITE_URL } from "./urls";

/** A way to the site that can be interrupted, for browsers that cannot be taken offline. */
export class BreakableNetwork {
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  static async start(): Promise<BreakableNetwork> {
    const network = new BreakableNetwork();
    await network.connect();
    return network;
  }

  get siteUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async connect(): Promise<void> {
    this.server = createServer((client) => this.forward(client)).listen(this.port, "127.0.0.1");
    await once(this.server, "listening");
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Ends all connections and refuses new ones. */
  async interrupt(): Promise<void> {
    const closed = this.server && once(this.server, "close");
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private forward(client: Socket): void {
    const { hostname, port } = new URL(SITE_URL);
    const site = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, site],
      [site, client],
    ] as const) {
      this.sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
