/**
 * Notifies every user who may read a dataset that something in it has changed: events on the event stream and the
 * socket.
 *
 * Nothing is stored: a client that was disconnected reads the current state. For each message, every server checks once
 * per user whether they may read the dataset now, whatever they could when their stream began. Messages about presence
 * are many and small: for these, the answer is kept for some seconds, and a stream that is slow gets none.
 */
import type { NotificationEvent } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { wireDate } from "../../base/wire-date.ts";
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";

const topic = "dataset";
/** Some clients expect every event to have an expiry date. */
const lifetimeMs = 60 * 60 * 1000;
const presenceAnswerMs = 5000;
const maxPresenceAnswers = 10_000;
/** With more messages that are not delivered yet, those about presence are left out. */
const maxWaiting = 20;

/**
 * `annotations_saved`: a revision was written; `comments_changed`: a comment was written, changed or deleted;
 * `presence`: where a person is in it.
 */
interface DatasetEvent {
  readonly type: "annotations_saved" | "comments_changed" | "presence";
  readonly datasetId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface DatasetMessage extends DatasetEvent {
  readonly id: string;
  readonly createdMs: number;
}

type StoredEvent = Omit<NotificationEvent, "_girderTime">;

export class DatasetMessages {
  readonly #ports: Ports;
  readonly #access: AccessService;
  /** Results for messages being delivered. */
  readonly #readers = new WeakMap<DatasetMessage, Map<string, Promise<boolean>>>();
  /** Results for presence, by dataset and user. */
  readonly #presenceReaders = new Map<string, { readonly untilMs: number; readonly answer: Promise<boolean> }>();

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /**
   * Call it after the transaction of the change. A failed notification must not fail a change that is already stored.
   */
  async publish(event: DatasetEvent): Promise<void> {
    const { clock, events, ids } = this.#ports;
    const payload: DatasetMessage = { ...event, id: ids.next(), createdMs: clock.nowMs() };
    await events.publish({ topic, payload }).catch(() => undefined);
  }

  /**
   * Calls `listener` with future events of datasets that this user may read at that time.
   * @returns a function that unsubscribes
   */
  subscribe(userId: string, listener: (event: StoredEvent) => void): () => void {
    let isOver = false;
    // In order: earlier events are delivered first.
    let delivered: Promise<void> = Promise.resolve();
    let waiting = 0;
    const deliver = async (message: DatasetMessage): Promise<void> => {
      if (isOver || !(await this.#mayRead(message, userId)) || isOver) return;
      listener(eventOf(message, userId));
    };
    const unsubscribe = this.#ports.events.subscribe(topic, (payload) => {
      const message = payload as DatasetMessage;
      if (message.type === "presence" && waiting >= maxWaiting) return;
      waiting++;
      delivered = delivered
        .then(() => deliver(message))
        .catch(() => undefined)
        .finally(() => waiting--);
    });
    return () => {
      isOver = true;
      unsubscribe();
    };
  }

  #mayRead(message: DatasetMessage, userId: string): Promise<boolean> {
    if (message.type === "presence") return this.#mayReadPresence(message.datasetId, userId);
    const readers = this.#readers.get(message) ?? new Map<string, Promise<boolean>>();
    this.#readers.set(message, readers);
    const answer = readers.get(userId) ?? this.#askMayRead(message.datasetId, userId);
    readers.set(userId, answer);
    return answer;
  }

  #mayReadPresence(datasetId: string, userId: string): Promise<boolean> {
    const nowMs = this.#ports.clock.steadyMs();
    const key = `${datasetId} ${userId}`;
    const known = this.#presenceReaders.get(key);
    if (known !== undefined && nowMs < known.untilMs) return known.answer;
    if (this.#presenceReaders.size >= maxPresenceAnswers) this.#presenceReaders.clear();
    const answer = this.#askMayRead(datasetId, userId);
    this.#presenceReaders.set(key, { untilMs: nowMs + presenceAnswerMs, answer });
    return answer;
  }

  async #askMayRead(datasetId: string, userId: string): Promise<boolean> {
    const { database } = this.#ports;
    const user = await database.users.find(userId);
    const folder = user && (await database.folders.find(datasetId));
    if (user === undefined || folder === undefined) return false;
    const [view] = await this.#access.withLevels({ user }, "folder", [folder]);
    return view !== undefined && view.level >= AccessLevel.read;
  }
}

function eventOf({ id, type, datasetId, data, createdMs }: DatasetMessage, userId: string): StoredEvent {
  const date = wireDate(createdMs);
  return {
    _id: id,
    type,
    data: { datasetId, ...data },
    time: date,
    updated: date,
    startTime: createdMs / 1000,
    updatedTime: createdMs / 1000,
    expires: wireDate(createdMs + lifetimeMs),
    userId,
  };
}
