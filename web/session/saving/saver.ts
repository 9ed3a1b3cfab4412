/**
 * One save over all cameras and the configuration: collecting unsaved changes, sending them, and reading others'
 * changes.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { AnnotationCore } from "#core/types";
import type { ApiClient } from "#schemas/client";
import { adoptChanges, isOfNewest } from "./adopt-changes.ts";
import { settleConflict, type Conflict, type ConflictChoice } from "./conflict.ts";
import { randomId } from "../document/random-id.ts";
import { buildSaveBody, allChangesOf } from "#core/edits/save-body";
import { saveDocument, type SaveMeans } from "./save-document.ts";
import { type PostponedCode, SaveError, toSaveError } from "./save-error.ts";
import type { Camera } from "../cameras/camera.ts";
import type { Keeping } from "./journal.ts";
import type { ConfigurationSaver } from "./configuration-saver.ts";
import type { Workspace } from "../workspace.ts";

export type SaveState =
  /** `at`: when this page's last save was acknowledged. */
  | { readonly kind: "saved"; readonly at: Date | undefined }
  | { readonly kind: "dirty"; readonly count: number }
  | { readonly kind: "saving"; readonly count: number }
  /** The server cannot be reached; `Saver.keeping` says which changes are stored on this machine. */
  | { readonly kind: "offline"; readonly count: number }
  /** The server answers, but could not save. */
  | { readonly kind: "postponed"; readonly count: number; readonly code: PostponedCode };

export interface SaverParts {
  readonly workspace: Workspace;
  readonly configuration: ConfigurationSaver;
  readonly client: ApiClient;
  readonly createCore: () => Promise<AnnotationCore>;
  /** Called only for true conflicts: everything else is merged. */
  readonly askAboutConflict: (conflict: Conflict) => Promise<ConflictChoice>;
}

export class Saver {
  readonly #parts: SaverParts;
  readonly #isSaving = signal(false);
  /** Why the last save must be sent again. */
  readonly #unsent = signal<SaveError | undefined>(undefined);
  readonly #savedAt = signal<Date | undefined>(undefined);
  readonly #nextRetry = signal<Date | undefined>(undefined);
  #running: Promise<void> | undefined;
  /** For changes that others have saved. */
  #received: AnnotationCore | undefined;

  /**
   * Tracks, groups and configuration entries that differ from the state that the server has acknowledged: see
   * `unsavedCount`.
   */
  readonly dirtyCount: ReadonlySignal<number>;
  readonly state: ReadonlySignal<SaveState>;
  /** How much of the unsaved changes would survive a crash of the page. */
  readonly keeping: ReadonlySignal<Keeping>;
  /** When a save will be retried; `undefined`: no time is set. */
  readonly nextRetry: ReadonlySignal<Date | undefined> = this.#nextRetry;

  constructor(parts: SaverParts) {
    this.#parts = parts;
    const { cameras, configuration } = parts.workspace;
    this.dirtyCount = computed(() =>
      cameras.reduce((count, { document }) => count + document.value.unsavedCount, configuration.pendingCount.value),
    );
    this.keeping = computed(() => {
      const journals = [...cameras.map(({ document }) => document.value.journal), configuration.journal];
      const all = journals.map((journal) => journal?.keeping.value ?? "failed");
      return all.find((each) => each === "failed") ?? all.find((each) => each === "writing") ?? "kept";
    });
    this.state = computed(() => {
      const count = this.dirtyCount.value;
      if (this.#isSaving.value) return { kind: "saving", count };
      if (count === 0) return { kind: "saved", at: this.#savedAt.value };
      const unsent = this.#unsent.value;
      if (unsent === undefined) return { kind: "dirty", count };
      return unsent.code === undefined ? { kind: "offline", count } : { kind: "postponed", count, code: unsent.code };
    });
  }

  /**
   * Saves everything unsaved. Throws `SaveError` without losing anything. A call during a save joins it: edits made
   * since it started stay unsaved.
   * @param means asks about conflicts in another way than the page does
   */
  save(means: Pick<SaverParts, "askAboutConflict"> = this.#parts): Promise<void> {
    const { workspace } = this.#parts;
    if (workspace.readOnly.peek() !== undefined) return Promise.reject(readOnlyError());
    this.#running ??= workspace.documents
      .exclusive(() => this.#saveAll(means))
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /**
   * Saves everything that is shown to another set, as if all of it had changed; the shown set stays unchanged on the
   * server. Throws `SaveError`.
   */
  saveInto(setName: string): Promise<void> {
    const { workspace, client } = this.#parts;
    if (workspace.readOnly.peek() !== undefined) return Promise.reject(readOnlyError());
    return workspace.documents.exclusive(async () => {
      for (const camera of workspace.cameras) {
        const { core, address, sync } = camera.document.peek();
        const parts = { saveId: randomId(), baseRevision: sync.knownRevision, setName };
        const body = buildSaveBody(core, allChangesOf(core), parts);
        await client.call("annotation.save", { folderId: address.datasetId, body }).catch((error: unknown) => {
          throw toSaveError(error);
        });
      }
    });
  }

  /** Reads all cameras again after another user or a job has changed them. Throws if something is unsaved. */
  reload(): Promise<void> {
    const { workspace } = this.#parts;
    return workspace.documents.exclusive(() => this.#read(workspace.cameras));
  }

  /** How long the server asked to wait before retrying a save it could not do. */
  get retryAfterMs(): number | undefined {
    return this.#unsent.peek()?.retryAfterMs;
  }

  /** Records when the next retry is due. */
  recordNextRetry(at: Date | undefined): void {
    this.#nextRetry.value = at;
  }

  async #saveAll(means: Pick<SaverParts, "askAboutConflict">): Promise<void> {
    const { workspace } = this.#parts;
    this.#isSaving.value = true;
    try {
      const failures: SaveError[] = [];
      for (const camera of workspace.cameras) {
        await this.#saveCamera(camera, means).catch((error: unknown) => failures.push(toSaveError(error)));
        if (failures.at(-1)?.isRetried) break;
      }
      if (!failures.at(-1)?.isRetried) {
        workspace.configuration.adopt(workspace.display.types.madeColors());
        await this.#saveConfiguration().catch((error: unknown) => failures.push(toSaveError(error)));
      }
      this.#unsent.value = failures.find(({ isRetried }) => isRetried);
      const [failure] = failures;
      if (failure !== undefined) throw failure;
      await this.#readRemote();
    } finally {
      this.#isSaving.value = false;
    }
  }

  async #saveCamera(camera: Camera, { askAboutConflict }: Pick<SaverParts, "askAboutConflict">): Promise<void> {
    const { client, createCore, workspace } = this.#parts;
    const document = camera.document.peek();
    const means: SaveMeans = {
      client,
      settle: (contested, between) =>
        settleConflict(contested, between, { client, createCore, workspace, camera, askAboutConflict }),
    };
    if ((await saveDocument(document, means)) === "cancelled") return;
    // Edits made meanwhile are sent before the page takes the others' changes over.
    if (document.sync.isStale.peek()) await saveDocument(document, means);
    this.#savedAt.value = new Date();
  }

  async #saveConfiguration(): Promise<void> {
    await this.#parts.configuration.save();
    this.#savedAt.value = new Date();
  }

  /**
   * Where others have saved in between, the page takes theirs over. Tracks that are unsaved again keep that for the
   * next save.
   */
  async #readRemote(): Promise<void> {
    const { workspace } = this.#parts;
    const stale = workspace.cameras.filter((camera) => {
      const document = camera.document.peek();
      return document.sync.isStale.peek() && document.isClean;
    });
    if (stale.length === 0) return;
    try {
      await this.#read(stale);
    } catch (error) {
      throw new SaveError("reading", toSaveError(error).message, error);
    }
  }

  /**
   * Reads these cameras again; only what has changed, where the person saves as they go. A camera that was edited
   * meanwhile then waits for the next save.
   */
  async #read(cameras: readonly Camera[]): Promise<void> {
    const { workspace, client, createCore } = this.#parts;
    const { asYouGo } = workspace.settings.settings.peek().savingSettings;
    const whole: Camera[] = [];
    for (const camera of cameras) {
      if (asYouGo && isOfNewest(camera.document.peek())) {
        this.#received ??= await createCore();
        const outcome = await adoptChanges(camera, { client, workspace, received: this.#received });
        if (outcome !== "tooMany") continue;
      }
      whole.push(camera);
    }
    const next = asYouGo ? whole.filter(({ document }) => document.peek().isClean) : whole;
    if (next.length > 0) await workspace.documents.replace(next);
  }
}

function readOnlyError(): SaveError {
  return new SaveError("readOnly", "attempted to save in read only mode");
}
