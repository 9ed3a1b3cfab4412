/**
 * Notifications: small messages to one user. They go over the event bus to every open stream of that user, on any
 * server, and are stored for a while for clients that were disconnected. The same streams announce changes of datasets
 * that the user may read; those are not stored.
 */
import type { NotificationEvent } from "#schemas";

import { RequestError } from "../../base/errors.ts";
import { wireDate } from "../../base/wire-date.ts";
import type { Ports } from "../../ports/index.ts";
import type { NotificationRecord } from "../../ports/records.ts";
import { requireToken, requireUser, type Actor } from "../access/actor.ts";
import { MessageQueue } from "./message-queue.ts";
import type { DatasetMessages } from "./dataset-messages.ts";
import type { SettingService } from "./setting.service.ts";
import { watchToken } from "../accounts/token-revocation.ts";

const topic = "notification";
/** How long a client can still fetch a notification it missed. */
const lifetimeMs = 60 * 60 * 1000;
/** Maximum number of stored notifications in a response: the newest. */
const maxReplayed = 1000;
/** A reader that lags by this many events is disconnected; it reads the current state when it reconnects. */
const maxQueued = 1000;
/** Proxies and this server close connections that are idle for long. */
const keepAliveMs = 25_000;

type StoredEvent = Omit<NotificationEvent, "_girderTime">;

export interface StreamOptions {
  /** Unix seconds; stored notifications changed after that come first. Absent: all stored ones. */
  readonly since: number | undefined;
  /** The stream ends after this long without an event. */
  readonly timeoutMs: number;
}

export class NotificationService {
  readonly #ports: Ports;
  readonly #settings: SettingService;
  readonly #messages: DatasetMessages;
  readonly #stops = new Set<() => void>();

  constructor(ports: Ports, { settings, messages }: { settings: SettingService; messages: DatasetMessages }) {
    this.#ports = ports;
    this.#settings = settings;
    this.#messages = messages;
  }

  /** @param same the notification that this one replaces, and when it was first created */
  async publish(
    userId: string,
    type: string,
    data: Record<string, unknown>,
    same?: { id: string; createdMs: number },
  ): Promise<void> {
    const { clock, database, events, ids } = this.#ports;
    const nowMs = clock.nowMs();
    const given: NotificationRecord = {
      id: same?.id ?? ids.next(),
      userId,
      type,
      data,
      createdMs: same?.createdMs ?? nowMs,
      updatedMs: nowMs,
      expiresMs: nowMs + lifetimeMs,
    };
    const updatedMs = await database.transaction({ account: userId }, async (tx) => {
      // Messages to a deleted account are dropped.
      return (await tx.users.find(userId)) === undefined ? undefined : await tx.notifications.put(given);
    });
    if (updatedMs === undefined) return;
    const record = { ...given, updatedMs };
    await events.publish({ topic, payload: record });
  }

  /** Stored notifications of the caller that changed after `sinceMs`, oldest change first. */
  async list(actor: Actor, sinceMs: number | undefined): Promise<NotificationEvent[]> {
    const user = requireUser(actor);
    const missed = await this.#ports.database.notifications.listSince(user.id, sinceMs, maxReplayed);
    return missed.map((record) => this.#sent(record));
  }

  /**
   * The caller's events; `undefined` now and then to keep the connection alive. Ends after `timeoutMs` without an
   * event, if the reader lags too far, if the token ends, if events of other servers may have been missed, and when the
   * server stops. A token without a user gets no events.
   */
  async stream(actor: Actor, options: StreamOptions): Promise<AsyncIterable<NotificationEvent | undefined>> {
    requireToken(actor);
    if (!(await this.#settings.notificationStreamEnabled())) {
      throw new RequestError("The notification stream is not enabled.", 503);
    }
    return this.#follow(actor, options);
  }

  /**
   * Calls `listener` with each future event of the caller until the token ends, or events of other servers may have been
   * missed: then `onEnd` is called once, and nothing more follows.
   * @returns a function that unsubscribes
   */
  subscribe(
    actor: Actor,
    listener: (event: StoredEvent) => void,
    onEnd: (reason: "token" | "gap") => void,
  ): () => void {
    const { id } = requireUser(actor);
    const unsubscribe = this.#ports.events.subscribe(topic, (payload) => {
      const record = payload as NotificationRecord;
      if (record.userId === id) listener(eventOf(record));
    });
    const unsubscribeMessages = this.#messages.subscribe(id, listener);
    const over = (): void => {
      unsubscribe();
      unsubscribeMessages();
      unwatch();
      unwatchGap();
    };
    const end = (reason: "token" | "gap"): void => {
      over();
      onEnd(reason);
    };
    const unwatch = watchToken(this.#ports, requireToken(actor), () => end("token"));
    const unwatchGap = this.#ports.events.onGap(() => end("gap"));
    return over;
  }

  /** Removes notifications that can no longer be requested. @returns how many */
  async removeExpired(): Promise<number> {
    return await this.#ports.database.notifications.removeExpired(this.#ports.clock.nowMs());
  }

  /** Ends all streams: they would keep the server from stopping. */
  close(): void {
    for (const stop of this.#stops) stop();
  }

  async *#follow(actor: Actor, { since, timeoutMs }: StreamOptions): AsyncGenerator<NotificationEvent | undefined> {
    const { database, events } = this.#ports;
    const userId = actor.user?.id;
    const queue = new MessageQueue<NotificationRecord | { readonly passing: StoredEvent }>(maxQueued);
    const stop = (): void => queue.end();
    const unsubscribe = events.subscribe(topic, (payload) => {
      const record = payload as NotificationRecord;
      if (record.userId === userId) queue.push(record);
    });
    const unsubscribeMessages =
      userId === undefined ? () => undefined : this.#messages.subscribe(userId, (passing) => queue.push({ passing }));
    const unwatch = watchToken(this.#ports, requireToken(actor), stop);
    // The client reads the current state when it reconnects.
    const unwatchGap = events.onGap(stop);
    this.#stops.add(stop);
    try {
      // Starts the response immediately, so that the client knows it is connected.
      yield undefined;
      const sinceMs = since === undefined ? undefined : wholeMs(since);
      const missed = userId === undefined ? [] : await database.notifications.listSince(userId, sinceMs, maxReplayed);
      // Events published while the stored ones were being read appear in both.
      const sent = new Map(missed.map(({ id, updatedMs }) => [id, updatedMs]));
      for (const record of missed) yield this.#sent(record);
      let silentMs = 0;
      while (true) {
        const waitMs = Math.min(keepAliveMs, timeoutMs - silentMs);
        if (waitMs <= 0) return;
        const record = await queue.next(waitMs);
        if (record === "ended") return;
        if (record === "nothing") {
          silentMs += waitMs;
          if (silentMs < timeoutMs) yield undefined;
          continue;
        }
        silentMs = 0;
        if ("passing" in record) {
          yield { ...record.passing, _girderTime: Math.floor(this.#ports.clock.nowMs() / 1000) };
          continue;
        }
        if (record.updatedMs <= (sent.get(record.id) ?? Number.NEGATIVE_INFINITY)) continue;
        sent.delete(record.id);
        yield this.#sent(record);
      }
    } finally {
      unsubscribe();
      unsubscribeMessages();
      unwatch();
      unwatchGap();
      this.#stops.delete(stop);
    }
  }

  /** Includes the `since` value for a reconnect: not before the event, or it would be sent again each time. */
  #sent(record: NotificationRecord): NotificationEvent {
    const nowMs = Math.max(this.#ports.clock.nowMs(), record.updatedMs);
    return { ...eventOf(record), _girderTime: Math.floor(nowMs / 1000) };
  }
}

/** Converts seconds, with any fraction and of any size, to milliseconds that every database accepts. */
const wholeMs = (seconds: number): number => Math.floor(Math.min(Math.max(seconds * 1000, 0), Number.MAX_SAFE_INTEGER));

function eventOf(record: NotificationRecord): StoredEvent {
  return {
    _id: record.id,
    type: record.type,
    data: record.data,
    time: wireDate(record.createdMs),
    updated: wireDate(record.updatedMs),
    startTime: record.createdMs / 1000,
    updatedTime: record.updatedMs / 1000,
    expires: wireDate(record.expiresMs),
    userId: record.userId,
  };
}
