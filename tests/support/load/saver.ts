/** Saves tracks, restores revisions, and repeats a save whose response was lost with the same `saveId`. */
import type { ApiClient } from "#schemas";

import { createImageDataset } from "../dataset.ts";
import { requireEqual, type Worker } from "./worker.ts";

/** The type of each existing track. */
type Tracks = ReadonlyMap<number, string>;

interface OpenStep {
  readonly after: Tracks;
  /** For saves: sends it again. */
  readonly retry?: (client: ApiClient) => Promise<number>;
}

const trackIds = 300;

export class Saver implements Worker {
  readonly name = "saves";
  folderId = "";
  readonly #datasetName: string;
  readonly #random: () => number;
  /** Content of each acknowledged revision; revision 0 is empty. */
  readonly revisions: Tracks[] = [new Map()];
  #open: OpenStep | undefined;
  #count = 0;
  #keep: number;

  /** @param keep number of revisions remembered; the oldest ones are forgotten */
  constructor(datasetName: string, random: () => number, keep = Number.POSITIVE_INFINITY) {
    this.#datasetName = datasetName;
    this.#random = random;
    this.#keep = keep;
  }

  async prepare(client: ApiClient): Promise<void> {
    this.folderId = await createImageDataset(client, this.#datasetName);
  }

  async step(client: ApiClient): Promise<void> {
    const isBack = this.revisions.length > 3 && this.#random() < 0.15;
    await (isBack ? this.#goBack(client) : this.#save(client));
  }

  async #save(client: ApiClient): Promise<void> {
    const label = `save-${++this.#count}`;
    const saveId = `${this.#datasetName}-${label}`;
    const after = new Map(this.#latest);
    const upsert = [];
    const removed: number[] = [];
    for (let id = 0; id < trackIds; id++) {
      const dice = this.#random();
      if (dice < 0.5) {
        upsert.push(track(id, label));
        after.set(id, label);
      } else if (dice < 0.6 && after.delete(id)) removed.push(id);
    }
    const body = { saveId, tracks: { upsert, delete: removed } };
    const retry = async (by: ApiClient): Promise<number> => {
      const reply = await by.call("annotation.save", { folderId: this.folderId, body });
      return reply.revision ?? -1;
    };
    this.#open = { after, retry };
    requireEqual("revision of a save", await retry(client), this.revisions.length);
    this.#acknowledge(after);
  }

  async #goBack(client: ApiClient): Promise<void> {
    const oldest = Math.max(
      1,
      this.revisions.findIndex((tracks, index) => index > 0 && tracks !== forgotten),
    );
    const revision = oldest + Math.floor(this.#random() * (this.revisions.length - 1 - oldest));
    const after = this.revisions[revision] ?? new Map();
    this.#open = { after };
    await client.call("annotation.rollback", { folderId: this.folderId, revision });
    this.#acknowledge(after);
  }

  async settle(client: ApiClient): Promise<void> {
    const open = this.#open;
    const revisions = await client.call("annotation.revisions", { folderId: this.folderId, limit: 0 });
    const isDone = open !== undefined && revisions.length === this.revisions.length;
    requireEqual("revisions", revisions.length, this.revisions.length - (isDone ? 0 : 1));
    const expected = isDone ? open.after : this.#latest;
    await this.#check(client, expected);
    if (open?.retry !== undefined) {
      requireEqual("revision of a repeated save", await open.retry(client), this.revisions.length);
      await this.#check(client, open.after);
      this.#acknowledge(open.after);
    } else if (isDone) this.#acknowledge(open.after);
    this.#open = undefined;
  }

  async #check(client: ApiClient, expected: Tracks): Promise<void> {
    const tracks = await client.call("annotation.tracks", { folderId: this.folderId });
    requireEqual(
      "tracks",
      tracks.map(({ id, confidencePairs }) => [id, confidencePairs[0]?.[0]]),
      sorted(expected),
    );
  }

  #acknowledge(after: Tracks): void {
    this.#open = undefined;
    this.revisions.push(after);
    const old = this.revisions.length - 1 - this.#keep;
    if (old > 0) this.revisions[old] = forgotten;
  }

  get #latest(): Tracks {
    return this.revisions.at(-1) ?? new Map();
  }
}

/** Replaces the tracks of revisions that are not requested again. */
const forgotten: Tracks = new Map();

export const sorted = (tracks: Tracks): (readonly [number, string])[] => [...tracks].sort(([a], [b]) => a - b);

function track(id: number, label: string): Record<string, unknown> {
  return {
    id,
    begin: 0,
    end: 1,
    confidencePairs: [[label, 1]],
    attributes: { note: "x".repeat(100) },
    features: [0, 1].map((frame) => ({ frame, bounds: [id, frame, id + 10, frame + 10], keyframe: true })),
  };
}
