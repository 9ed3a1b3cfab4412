/** Creates datasets with everything that belongs to them, and deletes them again. */
import type { ApiClient } from "#schemas";

import { createImageDataset } from "../dataset.ts";
import { type Worker } from "./worker.ts";

export class Remover implements Worker {
  readonly name = "deletions";
  readonly #prefix: string;
  #count = 0;
  /** Names of datasets whose deletion was acknowledged. */
  readonly #gone = new Set<string>();
  #open: string | undefined;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  async prepare(): Promise<void> {}

  async step(client: ApiClient): Promise<void> {
    const name = `${this.#prefix}-${++this.#count}`;
    this.#open = name;
    const folderId = await createImageDataset(client, name);
    const upsert = Array.from({ length: 50 }, (_, id) => ({
      id,
      begin: 0,
      end: 0,
      confidencePairs: [[name, 1]],
      features: [{ frame: 0, bounds: [0, 0, 1, 1] }],
    }));
    await client.call("annotation.save", { folderId, body: { tracks: { upsert, delete: [] } } });
    await client.call("folder.delete", { id: folderId });
    this.#gone.add(name);
    this.#open = undefined;
  }

  async settle(client: ApiClient): Promise<void> {
    const me = await client.call("user.me", {});
    const parent = { parentType: "user", parentId: me?._id ?? "" } as const;
    const folders = await client.call("folder.list", { ...parent, limit: 0 });
    for (const { _id, name } of folders) {
      if (this.#gone.has(name)) throw new Error(`${name} was deleted and is there`);
      // It can be deleted wherever the creation was interrupted.
      if (name === this.#open) await client.call("folder.delete", { id: _id });
    }
    this.#open = undefined;
  }
}
