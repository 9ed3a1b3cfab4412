/** Exports another user's saves at acknowledged revisions: an export never shows a different revision. */
import type { ApiClient } from "#schemas";

import { type Saver, sorted } from "./saver.ts";
import { requireEqual, type Worker } from "./worker.ts";

export class Reader implements Worker {
  readonly name = "exports";
  readonly #saver: Saver;
  readonly #random: () => number;

  constructor(saver: Saver, random: () => number) {
    this.#saver = saver;
    this.#random = random;
  }

  async prepare(): Promise<void> {}

  async step(client: ApiClient): Promise<void> {
    const { folderId, revisions } = this.#saver;
    const revisionId = Math.max(0, revisions.length - 1 - Math.floor(this.#random() * 5));
    const expected = revisions[revisionId] ?? new Map<number, string>();
    if (this.#random() < 0.2) {
      // A whole dataset as an archive, with its current content.
      const archive = await client.fetch("dataset.export", { folderIds: [folderId] });
      const bytes = new Uint8Array(await archive.arrayBuffer());
      requireEqual("end of the archive", Buffer.from(bytes.subarray(-22, -18)).toString("latin1"), "PK\u0005\u0006");
      return;
    }
    const request = { folderId, format: "dive_json", revisionId } as const;
    const response = await client.fetch("annotation.export", request);
    const file = (await response.json()) as { tracks: Record<string, { confidencePairs: [string, number][] }> };
    const found = Object.entries(file.tracks).map(([id, one]) => [Number(id), one.confidencePairs[0]?.[0]] as const);
    requireEqual(
      `export of revision ${revisionId}`,
      found.sort(([a], [b]) => a - b),
      sorted(expected),
    );
  }

  async settle(): Promise<void> {}
}
