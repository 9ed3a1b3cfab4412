/** Shared by sources whose frames are items of a list: opening, and properties that need no picture. */
import type { Picture } from "../base/picture.ts";
import type { FrameSource } from "./frame-source.ts";
import { noImagesError } from "./media-error.ts";

export interface OpenItemsOptions<Item> {
  /** In frame order. */
  readonly items: readonly Item[];
  /** Annotation frames per second; > 0. */
  readonly fps: number;
  readonly signal?: AbortSignal;
}

export abstract class ItemSource<Item extends { readonly fileName: string }> implements FrameSource {
  abstract readonly kind: FrameSource["kind"];
  abstract readonly decoder: FrameSource["decoder"];
  abstract readonly aheadCount: number;
  readonly frameCount: number;
  readonly fps: number;
  readonly durationSeconds: number;
  width = 0;
  height = 0;
  readonly items: readonly Item[];
  readonly #listeners = new Set<() => void>();

  constructor(items: readonly Item[], fps: number) {
    this.items = items;
    this.fps = fps;
    this.frameCount = items.length;
    this.durationSeconds = items.length / fps;
  }

  abstract getFrame(frame: number, options?: { readonly signal?: AbortSignal }): Promise<Picture>;
  abstract isReady(frame: number): boolean;
  abstract lookAhead(frame: number, speed: number): void;
  abstract dispose(): void;

  /** Size of the first picture. */
  setSize(width: number, height: number): void {
    this.width = width;
    this.height = height;
  }

  secondsAt(frame: number): number {
    return frame / this.fps;
  }

  fileNameAt(frame: number): string | undefined {
    return this.items[frame]?.fileName;
  }

  readyCount(frame: number, max: number): number {
    let count = 0;
    while (count < max && this.isReady(frame + count)) count++;
    return count;
  }

  onReady(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called by the source when the set of ready frames has changed. */
  notifyReady(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Resolves when the first picture is loaded; rejects with `MediaError` if it cannot be shown. */
export async function openFirst<Item extends { readonly fileName: string }>(
  { items, signal }: OpenItemsOptions<Item>,
  create: () => ItemSource<Item>,
): Promise<FrameSource> {
  if (items.length === 0) throw noImagesError();
  const source = create();
  try {
    const first = await source.getFrame(0, signal === undefined ? {} : { signal });
    source.setSize(first.width, first.height);
    first.close();
    return source;
  } catch (error) {
    source.dispose();
    throw error;
  }
}
