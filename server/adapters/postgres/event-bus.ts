/**
 * The `EventBus` of a site with several servers: LISTEN and NOTIFY. PostgreSQL carries at most 8000 bytes, so longer
 * messages travel in pieces; the pieces of one server arrive in order.
 */
import { randomBytes } from "node:crypto";

import { Client } from "pg";

import type { EventBus } from "../../ports/event-bus.ts";
import { memoryEventBus } from "../memory/event-bus.ts";
import type { Logger } from "./logger.ts";

/** Bytes of a piece: with the head of it below PostgreSQL's limit. */
const pieceBytes = 7900;
const reconnectMs = 1000;
/** Head of a notification: sender and message, then whether more pieces follow. */
const headPattern = /^([0-9a-f]{12}:\d+)([+.])/;

/** @param onError a listener failed */
export async function openPostgresEventBus(
  url: string,
  log: Logger,
  onError: (error: unknown) => void,
): Promise<EventBus> {
  const local = memoryEventBus(onError);
  const sender = randomBytes(6).toString("hex");
  const partial = new Map<string, string>();
  let count = 0;
  const closing = new AbortController();
  let client: Client;
  let channel = "";
  let sending: Promise<unknown> = Promise.resolve();

  const receive = async (text: string): Promise<void> => {
    const [head = "", key = "", more] = headPattern.exec(text) ?? [];
    const body = (partial.get(key) ?? "") + text.slice(head.length);
    if (more === "+") return void partial.set(key, body);
    partial.delete(key);
    const { topic, payload } = JSON.parse(Buffer.from(body, "base64").toString("utf8")) as {
      topic: string;
      payload: unknown;
    };
    await local.publish({ topic, payload });
  };

  const connect = async (): Promise<void> => {
    const fresh = new Client({ connectionString: url, application_name: "wakeline events", keepAlive: true });
    fresh.on("notification", ({ payload }) => void receive(payload ?? "").catch(onError));
    fresh.on("error", (error) => {
      if (closing.signal.aborted || fresh !== client) return;
      log.warn({ err: error }, "events of other servers are not heard: the database connection was lost");
      void reconnect();
    });
    await fresh.connect();
    const { rows } = await fresh.query<{ channel: string }>("SELECT 'wakeline_' || current_schema() AS channel");
    channel = rows[0]?.channel ?? "wakeline";
    await fresh.query(`LISTEN "${channel}"`);
    client = fresh;
  };

  const reconnect = async (): Promise<void> => {
    partial.clear();
    while (!closing.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, reconnectMs));
      try {
        await connect();
        return;
      } catch (error) {
        log.warn({ err: error }, "the database still cannot be reached for events");
      }
    }
  };

  const send = async (text: string): Promise<void> => {
    const key = `${sender}:${count++}`;
    for (let start = 0; start < text.length; start += pieceBytes) {
      const mark = start + pieceBytes < text.length ? "+" : ".";
      await client.query("SELECT pg_notify($1, $2)", [channel, key + mark + text.slice(start, start + pieceBytes)]);
    }
  };

  await connect();
  return {
    async publish(message) {
      // Base64: a JSON text may hold what PostgreSQL does not take in a text.
      const text = Buffer.from(JSON.stringify(message)).toString("base64");
      const turn = sending.then(() => send(text));
      sending = turn.catch(() => undefined);
      await turn;
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    async close() {
      closing.abort();
      await local.close();
      await sending;
      await client.end();
    },
  };
}
