/** Uploads annotation files and imports them: each becomes one revision, and is archived in the same moment. */
import type { ApiClient } from "#schemas";

import { createImageDataset } from "../dataset.ts";
import { requireEqual, type Worker } from "./worker.ts";

const trackCount = 200;

export class Importer implements Worker {
  readonly name = "imports";
  readonly #datasetName: string;
  #folderId = "";
  /** Number of acknowledged imports. */
  #done = 0;
  #isOpen = false;

  constructor(datasetName: string) {
    this.#datasetName = datasetName;
  }

  async prepare(client: ApiClient): Promise<void> {
    this.#folderId = await createImageDataset(client, this.#datasetName);
  }

  async step(client: ApiClient): Promise<void> {
    const number = this.#done + 1;
    const body = new TextEncoder().encode(csvOf(number));
    const target = { parentType: "folder", parentId: this.#folderId, name: `import-${number}.csv` } as const;
    this.#isOpen = true;
    await client.call("file.create", { ...target, size: body.length, body });
    await client.call("rpc.postprocess", { id: this.#folderId });
    this.#isOpen = false;
    this.#done = number;
  }

  async settle(client: ApiClient): Promise<void> {
    const before = await this.#state(client);
    const isDone = this.#isOpen && before.revisions === this.#done + 1;
    this.#check(before, this.#done + (isDone ? 1 : 0));
    // A file that was uploaded but not imported waits for the next time; an imported one does not.
    const isWaiting = before.waiting.length > 0;
    requireEqual("files that wait", before.waiting, isWaiting ? [`import-${this.#done + 1}.csv`] : []);
    requireEqual("a file that waits after its import", isDone && isWaiting, false);
    await client.call("rpc.postprocess", { id: this.#folderId });
    if (isDone || isWaiting) this.#done++;
    this.#isOpen = false;
    const after = await this.#state(client);
    this.#check(after, this.#done);
    requireEqual("files that wait afterwards", after.waiting, []);
  }

  async #state(client: ApiClient): Promise<{ revisions: number; types: string[]; waiting: string[] }> {
    const folderId = this.#folderId;
    const [revisions, tracks, items] = [
      await client.call("annotation.revisions", { folderId, limit: 0 }),
      await client.call("annotation.tracks", { folderId }),
      await client.call("item.list", { folderId, limit: 0 }),
    ];
    const waiting = items.map(({ name }) => name).filter((name) => name.endsWith(".csv"));
    const types = tracks.map(({ confidencePairs }) => confidencePairs[0]?.[0] ?? "");
    return { revisions: revisions.length, types, waiting };
  }

  #check({ revisions, types }: { revisions: number; types: readonly string[] }, done: number): void {
    requireEqual("imports", revisions, done);
    requireEqual(
      "imported tracks",
      types,
      done === 0 ? [] : Array.from({ length: trackCount }, () => `import-${done}`),
    );
  }
}

function csvOf(number: number): string {
  const lines = Array.from(
    { length: trackCount },
    (_, id) => `${id},image-0.png,0,${id},${id},${id + 10},${id + 10},1,-1,import-${number},1`,
  );
  return `${lines.join("\n")}\n`;
}
