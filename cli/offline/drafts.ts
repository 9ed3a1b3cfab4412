/**
 * Unfinished results. Each is written next to its target under another name and renamed when complete; unpublished
 * results are removed at the end, together with the folders created for them.
 */

import { rmdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileError } from "../base/process/errors.ts";
import { makeFolder } from "../base/files/make-folder.ts";
import { systemPath } from "../base/files/system-path.ts";
import { openDraft, publishDraft, removeDraft } from "../base/files/draft.ts";
import type { Draft } from "../base/files/draft.ts";

export class Drafts {
  readonly #open = new Set<Draft>();
  /** Folders created here, outermost first. */
  readonly #made: { readonly outermost: string; readonly innermost: string }[] = [];

  /** Opens the draft; creates the folder of the target if `isInFolder`. */
  async open(target: string, isInFolder: boolean): Promise<Draft> {
    if (isInFolder) await this.#makeFolder(dirname(target));
    const draft = await openDraft(target);
    this.#open.add(draft);
    return draft;
  }

  async publish(draft: Draft): Promise<void> {
    await publishDraft(draft);
    this.#open.delete(draft);
  }

  /** Removes unpublished drafts. */
  async discard(): Promise<void> {
    for (const draft of this.#open) await removeDraft(draft);
    this.#open.clear();
    for (const { outermost, innermost } of this.#made.toReversed()) await removeEmpty(outermost, innermost);
  }

  async #makeFolder(folder: string): Promise<void> {
    try {
      const outermost = await makeFolder(folder);
      if (outermost !== undefined) this.#made.push({ outermost, innermost: folder });
    } catch (error) {
      throw fileError("write", folder, error);
    }
  }
}

/** From the innermost folder outwards, as long as they are empty. */
async function removeEmpty(outermost: string, innermost: string): Promise<void> {
  const parts = relative(outermost, innermost).split(sep);
  for (let count = parts.length; count >= 0; count--) {
    try {
      await rmdir(systemPath(join(outermost, ...parts.slice(0, count))));
    } catch {
      // Not empty: something was published in it.
      return;
    }
  }
}
