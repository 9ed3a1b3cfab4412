/** Notifications: small messages to one user, delivered over an open stream while there is one. */
import type { NotificationEvent } from "#schemas";

import { AccessError } from "../base/errors.ts";
import type { Ports } from "../ports/index.ts";
import { requireToken, type Actor } from "./actor.ts";

/** What goes over the bus. */
interface Notification {
  userId: string;
  event: Omit<NotificationEvent, "_girderTime">;
}

const topic = "notification";
/** How long a client that missed a notification could still ask for it. */
const LIFETIME_MS = 60 * 60 * 1000;
/** A reader that is this many events behind is cut off; it reads the current state when it comes back. */
const MAX_QUEUED = 1000;
/** Proxies and this server end connections that are silent for long. */
const KEEP_ALIVE_MS = 25_000;

export class NotificationService {
  readonly #ports: Ports;
  readonly #stops = new Set<() => void>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async publish(userId: string, type: string, data: Record<string, unknown>): Promise<void> {
    const { clock, events, ids } = this.#ports;
    const nowMs = clock.nowMs();
    const date = isoDate(nowMs);
    const event = {
      _id: ids.next(),
      type,
      data,
      time: date,
      updated: date,
      startTime: nowMs / 1000,
      updatedTime: nowMs / 1000,
      expires: isoDate(nowMs + LIFETIME_MS),
      userId,
    };
    await events.publish({ topic, payload: { userId, event } satisfies Notification });
  }

  /**
   * The caller's events from now on; `undefined` now and then to keep the connection alive. Ends after `timeoutMs`
   * without an event, when the reader falls behind, and when the server stops.
   */
  stream(actor: Actor, timeoutMs: number): AsyncIterable<NotificationEvent | undefined> {
    requireToken(actor);
    const userId = actor.user?.id;
    if (userId === undefined) throw new AccessError("You must be logged in.");
    return this.#follow(userId, timeoutMs);
  }

  /** Ends all streams: they would keep the server from stopping. */
  close(): void {
    for (const stop of this.#stops) stop();
  }

  async *#follow(userId: string, timeoutMs: number): AsyncGenerator<NotificationEvent | undefined> {
    const queue: Notification["event"][] = [];
    const state = { isStopped: false };
    let wake: () => void = () => undefined;
    const stop = (): void => {
      state.isStopped = true;
      wake();
    };
    const unsubscribe = this.#ports.events.subscribe(topic, (payload) => {
      const notification = payload as Notification;
      if (notification.userId !== userId) return;
      if (queue.push(notification.event) > MAX_QUEUED) state.isStopped = true;
      wake();
    });
    this.#stops.add(stop);
    try {
      // The answer begins at once, so that the client knows that it is connected.
      yield undefined;
      let silentMs = 0;
      while (!state.isStopped) {
        const event = queue.shift();
        if (event !== undefined) {
          silentMs = 0;
          yield { ...event, _girderTime: Math.floor(this.#ports.clock.nowMs() / 1000) };
          continue;
        }
        const waitMs = Math.min(KEEP_ALIVE_MS, timeoutMs - silentMs);
        if (waitMs <= 0) return;
        const woken = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), waitMs);
          wake = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
        if (woken) continue;
        silentMs += waitMs;
        if (silentMs < timeoutMs) yield undefined;
      }
    } finally {
      unsubscribe();
      this.#stops.delete(stop);
    }
  }
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString().replace(/\.(\d{3})Z$/, ".$1000+00:00");
}
