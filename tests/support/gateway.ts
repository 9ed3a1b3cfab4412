/** A proxy in front of a server: streams what it passes on, and loses what the test tells it to. */
import { createServer, request as send, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface Gateway {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** From now on these requests are answered with `status` and an HTML page, as gateways do; others are passed on. */
  lose(status: 502 | 503 | 504, isLost: (request: IncomingMessage) => boolean): void;
  passAll(): void;
  /** Number of requests that it answered itself. */
  lostCount(): number;
  close(): Promise<void>;
}

/** @param target `http://127.0.0.1:PORT` */
export async function startGateway(target: string): Promise<Gateway> {
  let losing: { readonly status: number; readonly isLost: (request: IncomingMessage) => boolean } | undefined;
  let lost = 0;
  const server = createServer((request, response) => {
    if (losing?.isLost(request)) {
      lost += 1;
      request.resume();
      response.writeHead(losing.status, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>");
      return;
    }
    const { method, headers } = request;
    const passed = send(new URL(request.url ?? "/", target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose(status, isLost) {
      losing = { status, isLost };
    },
    passAll() {
      losing = undefined;
    },
    lostCount: () => lost,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
