/**
 * Which documents the cameras show, and putting others in their place: what another client has saved, another set, an
 * older revision. Reading takes a while, so everything here runs one after the other.
 */

import { batch, signal, type ReadonlySignal } from "@preact/signals-core";
import { guardWrite } from "../../base/effect.ts";
import type { Camera } from "../cameras/camera.ts";
import type { AnnotationDocument, DocumentAddress } from "./annotation-document.ts";

export type Placed = readonly (readonly [Camera, AnnotationDocument])[];

/** Called when a camera shows another document, right after the replacement. */
export type ReplacedListener = (camera: Camera, before: AnnotationDocument) => void;

export interface ShownDocumentsParts {
  readonly cameras: readonly Camera[];
  /** Builds another document of a camera, which takes over the shown one's journal where that is of the same set. */
  readonly build: (address: DocumentAddress, shown: AnnotationDocument) => Promise<AnnotationDocument>;
  /** Awaited after the documents were built, right before `put`. */
  readonly prepare: () => Promise<void>;
  /** Shows the documents. */
  readonly put: (placed: Placed) => void;
}

export class ShownDocuments {
  readonly #parts: ShownDocumentsParts;
  readonly #isLoading = signal(false);
  readonly #listeners = new Set<ReplacedListener>();
  #last: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  /** True while the next documents are being built. */
  readonly isLoading: ReadonlySignal<boolean> = this.#isLoading;

  constructor(parts: ShownDocumentsParts) {
    this.#parts = parts;
  }

  /** Runs after everything that was asked for before: saving, reading again and switching never overlap. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Shows another set or revision on all cameras. Throws when something is unsaved. */
  show(change: Pick<DocumentAddress, "setName" | "revision" | "comparedSet">): Promise<void> {
    return this.exclusive(() => this.replace(this.#parts.cameras, change));
  }

  /**
   * Puts documents of another state in the place of those of these cameras, all in one step. Inside `exclusive`, and
   * only when nothing of them is unsaved. Edits are refused until it ends; when it throws, the shown documents stay.
   */
  async replace(cameras: readonly Camera[], change: Partial<DocumentAddress> = {}): Promise<void> {
    guardWrite("ShownDocuments.replace");
    const unsaved = cameras.find((camera) => !camera.document.peek().isClean);
    if (unsaved !== undefined) throw new Error("A document with unsaved changes cannot be replaced.");
    this.#isLoading.value = true;
    try {
      const placed = await Promise.all(
        cameras.map(async (camera) => {
          const shown = camera.document.peek();
          return [camera, await this.#parts.build({ ...shown.address, ...change }, shown)] as const;
        }),
      );
      await this.#parts.prepare();
      if (!this.#isDisposed) this.#put(placed);
    } finally {
      this.#isLoading.value = false;
    }
  }

  /** Subscribes to a camera showing another document. */
  onReplaced(listener: ReplacedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #put(placed: Placed): void {
    const before = placed.map(([camera]) => [camera, camera.document.peek()] as const);
    batch(() => {
      this.#parts.put(placed);
      for (const [camera, old] of before) for (const listener of this.#listeners) listener(camera, old);
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#listeners.clear();
  }
}
