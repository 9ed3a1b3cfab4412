/**
 * The `EventBus` of a site with several servers: LISTEN and NOTIFY. PostgreSQL carries at most 8000 bytes, so longer
 * messages are split into pieces; the pieces of one server arrive in order. Servers of the previous version read them,
 * too, while a site is upgraded one server after the other.
 */
import { randomBytes } from "node:crypto";

import { Client } from "pg";

import type { BusMessage, EventBus } from "../../ports/event-bus.ts";
import { memoryEventBus } from "../memory/event-bus.ts";
import type { Logger } from "./logger.ts";
import { sleep } from "../../base/sleep.ts";

/**
 * Bytes of a message's first piece: together with its head below PostgreSQL's limit. Each further piece is a byte
 * shorter, since a transaction sends only one of several equal notifications.
 */
const pieceBytes = 7900;
const minPieceBytes = 1000;
const reconnectMs = 1000;
const connectTimeoutMs = 10_000;
/** Says that the sender had messages for all servers and could not send them. */
const gapTopic = "gap";
/** Head of a notification: sender and message, then whether more pieces follow. */
const headPattern = /^([0-9a-f]{12}:\d+)([+.])/;

/** @param onError called when a listener fails */
export async function openPostgresEventBus(
  url: string,
  log: Logger,
  onError: (error: unknown) => void,
): Promise<EventBus> {
  const local = memoryEventBus(onError);
  const gapListeners = new Set<() => void>();
  const line = new EventLine(url, log, {
    deliver: (message) => void local.publish(message).catch(onError),
    notifyGap: () => gapListeners.forEach((listener) => listener()),
  });
  await line.open();
  return {
    async publish(message) {
      // The sender receives it from the database like all others; if the database is unavailable, at least the sender's
      // own listeners get it.
      if (!(await line.send(message))) await local.publish(message);
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    onGap(listener) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    async close() {
      const closing = new AsyncDisposableStack();
      closing.defer(() => line.close());
      closing.defer(() => local.close());
      await closing.disposeAsync();
    },
  };
}

interface LineListeners {
  deliver(message: BusMessage): void;
  /** Messages may have been missed. */
  notifyGap(): void;
}

/**
 * The single connection that sends and receives events. If it breaks, it is replaced once, however many errors it
 * reports.
 */
class EventLine {
  readonly #url: string;
  readonly #log: Logger;
  readonly #to: LineListeners;
  readonly #closing = new AbortController();
  readonly #sender = randomBytes(6).toString("hex");
  readonly #partial = new Map<string, string>();
  #client: Client | undefined;
  #channel = "";
  #count = 0;
  /** Other servers have not heard something. */
  #hasUnsent = false;
  /** Messages that came while others were being sent: one statement sends them all. */
  readonly #waiting: string[] = [];
  #sending: Promise<boolean> = Promise.resolve(true);
  /** The sending of those that wait. */
  #next: Promise<boolean> | undefined;
  #reconnecting: Promise<void> | undefined;

  constructor(url: string, log: Logger, to: LineListeners) {
    [this.#url, this.#log, this.#to] = [url, log, to];
  }

  async open(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: "wakeline events",
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
    });
    client.on("notification", ({ payload }) => this.#receive(payload ?? ""));
    // `pg` emits one error for what the server says before it ends, and another one for the end.
    client.on("error", (error) => this.#lose(client, error));
    client.on("end", () => this.#lose(client, undefined));
    try {
      await client.connect();
      const { rows } = await client.query<{ channel: string }>("SELECT 'wakeline_' || current_schema() AS channel");
      this.#channel = rows[0]?.channel ?? "wakeline";
      // Listeners do not survive a restart of the database, so messages need not wait for the disk as commits do.
      await client.query(`SET synchronous_commit = off; LISTEN "${this.#channel}"`);
      if (this.#closing.signal.aborted) throw new Error("the event bus is closed");
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
  }

  /** @returns whether it was sent to all servers */
  async send(message: BusMessage): Promise<boolean> {
    // Base64: a JSON text may contain what PostgreSQL does not allow in a text.
    this.#waiting.push(Buffer.from(JSON.stringify(message)).toString("base64"));
    this.#next ??= this.#sending.then(() => this.#sendWaiting());
    this.#sending = this.#next;
    const isSent = await this.#next;
    this.#hasUnsent ||= !isSent;
    return isSent;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sending;
    await this.#reconnecting;
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #lose(client: Client, error: Error | undefined): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    if (this.#closing.signal.aborted) return;
    this.#log.warn({ err: error }, "events of other servers are not heard: the database connection was lost");
    this.#reconnecting ??= this.#reconnect().finally(() => (this.#reconnecting = undefined));
  }

  async #reconnect(): Promise<void> {
    // The rest of a partly received message is lost.
    this.#partial.clear();
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await sleep(reconnectMs, signal);
      if (signal.aborted) return;
      try {
        await this.open();
        this.#to.notifyGap();
        if (this.#hasUnsent) this.#hasUnsent = !(await this.send({ topic: gapTopic, payload: null }));
        return;
      } catch (error) {
        if (!signal.aborted) this.#log.warn({ err: error }, "the database still cannot be reached for events");
      }
    }
  }

  /** @returns whether they were sent */
  async #sendWaiting(): Promise<boolean> {
    this.#next = undefined;
    const pieces = this.#waiting.splice(0).flatMap((text) => this.#cut(text));
    try {
      if (this.#client === undefined) return false;
      await this.#client.query("SELECT pg_notify($1, piece) FROM unnest($2::text[]) AS piece", [this.#channel, pieces]);
      return true;
    } catch {
      return false;
    }
  }

  #cut(text: string): string[] {
    const key = `${this.#sender}:${this.#count++}`;
    const pieces: string[] = [];
    let bytes = pieceBytes;
    for (let start = 0; start < text.length; start += bytes) {
      if (start > 0) bytes = Math.max(minPieceBytes, bytes - 1);
      const mark = start + bytes < text.length ? "+" : ".";
      pieces.push(key + mark + text.slice(start, start + bytes));
    }
    return pieces;
  }

  #receive(text: string): void {
    const [head, key = "", more] = headPattern.exec(text) ?? [];
    if (head === undefined) return this.#missMessage(text);
    const body = (this.#partial.get(key) ?? "") + text.slice(head.length);
    if (more === "+") return void this.#partial.set(key, body);
    this.#partial.delete(key);
    const message = messageOf(body);
    if (message === undefined) this.#missMessage(text);
    else if (message.topic === gapTopic) this.#to.notifyGap();
    else this.#to.deliver(message);
  }

  /** Another version sent it, or its first pieces came before this server listened: listeners read their state again. */
  #missMessage(text: string): void {
    this.#log.warn({ notification: text.slice(0, 40) }, "an event of another server could not be read");
    this.#to.notifyGap();
  }
}

function messageOf(body: string): BusMessage | undefined {
  try {
    const message = JSON.parse(Buffer.from(body, "base64").toString("utf8")) as BusMessage | null;
    return typeof message?.topic === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
