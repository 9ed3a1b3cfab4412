/** The import of several cameras that is open, if any: small, so that the frame of every page can know of it. */
import { signal } from "@preact/signals-core";
import type { Signal } from "@preact/signals-core";
import type { PendingUpload, UploadFolder } from "../upload/pending-upload.ts";
import { createDraft } from "./draft.ts";
import type { CameraDraft, Draft, SubType } from "./draft.ts";
import type { ImportRun } from "./run-import.ts";

export interface OpenImport {
  readonly parent: UploadFolder;
  readonly draft: Signal<Draft>;
  /** Sources that the server is being asked about. */
  readonly checking: Signal<number>;
  /** What is being sent; `undefined` while the person may edit. */
  readonly sending: Signal<ReadonlyMap<CameraDraft, PendingUpload> | undefined>;
  /** What stopped it; it may begin again. */
  readonly error: Signal<string | undefined>;
  /** From the first beginning on. */
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
