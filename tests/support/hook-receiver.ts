/** A receiver of webhooks for tests: an HTTP server that stores requests and responds as the test says. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { WebhookMessage } from "#schemas";

export interface ReceivedMessage {
  readonly path: string;
  readonly body: string;
  readonly message: WebhookMessage;
  readonly event: string;
  readonly delivery: string;
  readonly signature: string;
}

export interface HookReceiver {
  /** `host:port`, for the setting of allowed hosts. */
  readonly host: string;
  readonly url: string;
  readonly received: ReceivedMessage[];
  /** Status of the next responses; default: 200. `hang`: no response. */
  answer: number | "hang";
  close(): Promise<void>;
}

export async function openHookReceiver(): Promise<HookReceiver> {
  const received: ReceivedMessage[] = [];
  const state: Pick<HookReceiver, "answer"> = { answer: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const header = (name: string): string => String(request.headers[`x-wakeline-${name}`]);
      received.push({
        path: request.url ?? "",
        body,
        message: JSON.parse(body) as WebhookMessage,
        event: header("event"),
        delivery: header("delivery"),
        signature: header("signature"),
      });
      if (state.answer === "hang") return;
      response.writeHead(state.answer, state.answer === 302 ? { location: "/elsewhere" } : {}).end("thanks");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/hook`,
    received,
    get answer() {
      return state.answer;
    },
    set answer(answer) {
      state.answer = answer;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
