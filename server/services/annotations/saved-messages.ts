/**
 * Notifies every user who may read a dataset that its annotations were saved: `annotations_saved` on the event stream
 * and the socket.
 *
 * Nothing of it is stored: a client that was away reads the history. Each server checks once per person and message
 * whether they may read the dataset now, whatever they could when their stream began.
 */
import type { NotificationEvent } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { wireDate } from "../../base/wire-date.ts";
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";

const topic = "annotations";
/** Clients that keep time by events need a date until which it counts. */
const lifetimeMs = 60 * 60 * 1000;

export interface SavedMessage {
  readonly id: string;
  readonly datasetId: string;
  /** Empty: the default set. */
  readonly setName: string;
  readonly revision: number;
  readonly authorId: string;
  readonly authorName: string;
  /** Tracks and groups that were written, and that were replaced or deleted. */
  readonly additions: number;
  readonly deletions: number;
  readonly description: string;
  readonly createdMs: number;
}

type StoredEvent = Omit<NotificationEvent, "_girderTime">;

export class SavedMessages {
  readonly #ports: Ports;
  readonly #access: AccessService;
  /** Of the messages that are being delivered. */
  readonly #readers = new WeakMap<SavedMessage, Map<string, Promise<boolean>>>();

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** After the transaction that saved. A failed notification is no reason to refuse what is already saved. */
  async publish(saved: Omit<SavedMessage, "id" | "createdMs">): Promise<void> {
    const { clock, events, ids } = this.#ports;
    const payload: SavedMessage = { ...saved, id: ids.next(), createdMs: clock.nowMs() };
    await events.publish({ topic, payload }).catch(() => undefined);
  }

  /**
   * Calls `listener` with what is saved from now on in datasets that this user may read then.
   * @returns how to stop
   */
  subscribe(userId: string, listener: (event: StoredEvent) => void): () => void {
    let isOver = false;
    // In order: earlier saves are announced first.
    let told: Promise<void> = Promise.resolve();
    const tell = async (message: SavedMessage): Promise<void> => {
      if (isOver || !(await this.#mayRead(message, userId)) || isOver) return;
      listener(eventOf(message, userId));
    };
    const unsubscribe = this.#ports.events.subscribe(topic, (payload) => {
      told = told.then(() => tell(payload as SavedMessage)).catch(() => undefined);
    });
    return () => {
      isOver = true;
      unsubscribe();
    };
  }

  #mayRead(message: SavedMessage, userId: string): Promise<boolean> {
    const readers = this.#readers.get(message) ?? new Map<string, Promise<boolean>>();
    this.#readers.set(message, readers);
    const answer = readers.get(userId) ?? this.#askMayRead(message.datasetId, userId);
    readers.set(userId, answer);
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

function eventOf(message: SavedMessage, userId: string): StoredEvent {
  const { id, createdMs, setName, ...data } = message;
  const date = wireDate(createdMs);
  return {
    _id: id,
    type: "annotations_saved",
    data: { ...data, set: setName },
    time: date,
    updated: date,
    startTime: createdMs / 1000,
    updatedTime: createdMs / 1000,
    expires: wireDate(createdMs + lifetimeMs),
    userId,
  };
}
