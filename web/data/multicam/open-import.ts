/** The open import of several cameras, if any. Small, since the frame of every page loads it. */
import { signal } from "@preact/signals-core";
import type { Signal } from "@preact/signals-core";
import type { PendingUpload, UploadFolder } from "../upload/pending-upload.ts";
import { createDraft } from "./draft.ts";
import type { CameraDraft, Draft, SubType } from "./draft.ts";
import type { ImportRun } from "./run-import.ts";

export interface OpenImport {
  readonly parent: UploadFolder;
  readonly draft: Signal<Draft>;
  /** Number of sources that the server is checking. */
  readonly checking: Signal<number>;
  /** The running uploads; `undefined` while the user may edit. */
  readonly sending: Signal<ReadonlyMap<CameraDraft, PendingUpload> | undefined>;
  /** The error that stopped it; it can be started again. */
  readonly error: Signal<string | undefined>;
  /** Set when first started. */
  run: ImportRun | undefined;
}

export const openImport = signal<OpenImport | undefined>(undefined);

export function startImport(subType: SubType, parent: UploadFolder): void {
  openImport.value = {
    parent,
    draft: signal(createDraft(subType)),
    checking: signal(0),
    sending: signal(undefined),
    error: signal(undefined),
    run: undefined,
  };
}

export function isImportRunning(): boolean {
  return openImport.peek()?.sending.peek() !== undefined;
}

addEventListener("beforeunload", (event) => {
  if (isImportRunning()) event.preventDefault();
});
