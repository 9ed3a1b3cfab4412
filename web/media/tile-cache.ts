/**
 * The tiles of one large image: fetches the visible ones, keeps them within a memory limit, and shows the best
 * available. Coarser tiles stay until the finer ones above them have arrived, so that nothing is ever blank.
 */
import {
  type ImageArea,
  levelAt,
  parentOf,
  type ShownTile,
  type TileAddress,
  tileArea,
  tileKey,
  type TilePyramid,
  tilesIn,
  type TileSet,
  type TileView,
} from "../base/tile-pyramid.ts";

export type LoadTile = (tile: TileAddress, signal: AbortSignal) => Promise<ImageBitmap>;

interface CachedTile {
  readonly image: ImageBitmap;
  readonly area: ImageArea;
  readonly level: number;
}

/** About 700 tiles of 256 x 256. */
const defaultMaxBytes = 192 * 1024 * 1024;
/** Browsers open six connections to a server; one stays free for saving. */
const parallelLoads = 5;
/** Coarser levels shown until the wanted one is loaded. */
const levelsBefore = 3;
/** A tile that failed to load is requested again if it is visible after this time. */
const retryMs = 5000;

export class TileCache implements TileSet {
  readonly pyramid: TilePyramid;
  shown: readonly ShownTile[] = [];

  readonly #load: LoadTile;
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  /** Least recently seen first. */
  readonly #kept = new Map<string, CachedTile>();
  readonly #loading = new Map<string, AbortController>();
  readonly #failedAt = new Map<string, number>();
  /** In fetch order. */
  #wanted: readonly TileAddress[] = [];
  #bytes = 0;
  #disposed = false;

  constructor(
    pyramid: TilePyramid,
    load: LoadTile,
    { maxBytes = defaultMaxBytes, now = () => performance.now() }: { maxBytes?: number; now?: () => number } = {},
  ) {
    this.pyramid = pyramid;
    this.#load = load;
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** Memory used by kept tiles; at most the limit, or that of the visible tiles if it is more. */
  get bytes(): number {
    return this.#bytes;
  }

  look(view: TileView): void {
    if (this.#disposed) return;
    const { pyramid } = this;
    const level = Math.min(pyramid.levels - 1, levelAt(pyramid, view.scale));
    const wanted = tilesIn(pyramid, level, view);
    // Start with a coarse level: it needs few tiles to cover the view.
    const base = Math.max(0, level - levelsBefore);
    this.#wanted = base === level ? wanted : [...tilesIn(pyramid, base, view), ...wanted];
    const keys = new Set(this.#wanted.map(tileKey));
    for (const [key, controller] of this.#loading) {
      if (!keys.has(key)) controller.abort();
    }
    this.#show();
    this.#fetch();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#disposed = true;
    for (const controller of this.#loading.values()) controller.abort();
    for (const { image } of this.#kept.values()) image.close();
    this.#kept.clear();
    this.shown = [];
  }

  #fetch(): void {
    for (const tile of this.#wanted) {
      if (this.#loading.size >= parallelLoads) return;
      const key = tileKey(tile);
      const failedAt = this.#failedAt.get(key);
      const isResting = failedAt !== undefined && this.#now() - failedAt < retryMs;
      if (!this.#kept.has(key) && !this.#loading.has(key) && !isResting) void this.#fetchOne(tile, key);
    }
  }

  async #fetchOne(tile: TileAddress, key: string): Promise<void> {
    const controller = new AbortController();
    this.#loading.set(key, controller);
    try {
      const image = await this.#load(tile, controller.signal);
      if (this.#disposed) return image.close();
      this.#failedAt.delete(key);
      this.#kept.set(key, { image, area: tileArea(this.pyramid, tile), level: tile.level });
      this.#bytes += bytesOf(image);
      this.#show();
      for (const listener of this.#listeners) listener();
    } catch {
      // The coarser tile stays; looking here again retries.
      if (!controller.signal.aborted) this.#failedAt.set(key, this.#now());
    } finally {
      this.#loading.delete(key);
      if (!this.#disposed) this.#fetch();
    }
  }

  /** Shows the wanted tiles, or the nearest coarser ones in place of those not loaded yet. */
  #show(): void {
    const keys = new Set<string>();
    for (const tile of this.#wanted) {
      let there: TileAddress | undefined = tile;
      while (there !== undefined && !this.#kept.has(tileKey(there))) there = parentOf(there);
      if (there !== undefined) keys.add(tileKey(there));
    }
    const tiles: (ShownTile & { readonly level: number })[] = [];
    for (const key of keys) {
      const kept = this.#kept.get(key);
      if (kept === undefined) continue;
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      tiles.push({ key, ...kept });
    }
    this.shown = tiles.sort((a, b) => a.level - b.level);
    for (const [key, { image }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break;
      // Visible tiles are last in the order.
      if (keys.has(key)) break;
      this.#kept.delete(key);
      this.#bytes -= bytesOf(image);
      image.close();
    }
  }
}

const bytesOf = (image: ImageBitmap): number => image.width * image.height * 4;
