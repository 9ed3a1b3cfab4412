/**
 * Large images, one per frame: each has an overview that is available immediately, and tiles (`tile-cache.ts`) for the
 * visible part. A few images around the shown one stay open.
 */
import { api } from "../api/client.ts";
import { type GlobeGrid, globeGridOf } from "../base/globe.ts";
import type { Picture } from "../base/picture.ts";
import type { TileAddress, TilePyramid } from "../base/tile-pyramid.ts";
import { requireFrame } from "./frame-source.ts";
import type { FrameSource } from "./frame-source.ts";
import { ItemSource, openFirst, type OpenItemsOptions } from "./item-source.ts";
import { requestError } from "./media-error.ts";
import { TileCache } from "./tile-cache.ts";

export interface LargeImageItem {
  readonly id: string;
  readonly fileName: string;
}

interface OpenImage {
  readonly pyramid: TilePyramid;
  readonly globe: GlobeGrid | undefined;
  readonly overview: ImageBitmap;
  readonly tiles: TileCache;
  /** Number of users: a shown image may be evicted, but must not be closed. */
  holders: number;
  isDropped: boolean;
}

/** Maximum side length of the overview shown until tiles arrive, pixels. */
const overviewSize = 1024;
/** Images kept open in addition to the shown ones. */
const maxOpen = 3;

export function openLargeImages(options: OpenItemsOptions<LargeImageItem>): Promise<FrameSource> {
  return openFirst(options, () => new LargeImageSource(options.items, options.fps));
}

class LargeImageSource extends ItemSource<LargeImageItem> {
  readonly kind = "large-image";
  readonly decoder = "tiles";
  readonly aheadCount = 1;

  /** Least recently used first. */
  readonly #images = new Map<number, Promise<OpenImage>>();
  readonly #ready = new Set<number>();
  readonly #closing = new AbortController();

  async getFrame(frame: number, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Picture> {
    requireFrame(this, frame);
    signal?.throwIfAborted();
    this.#closing.signal.throwIfAborted();
    const image = await this.#open(frame);
    signal?.throwIfAborted();
    const { overview, pyramid, tiles, globe } = image;
    image.holders++;
    let isOpen = true;
    return {
      frame,
      image: overview,
      width: pyramid.width,
      height: pyramid.height,
      tiles,
      ...(globe === undefined ? {} : { globe }),
      close: () => {
        if (isOpen) image.holders--;
        isOpen = false;
        closeUnused(image);
      },
    };
  }

  isReady(frame: number): boolean {
    return this.#ready.has(frame);
  }

  lookAhead(frame: number, speed: number): void {
    if (speed > 0 && frame + 1 < this.frameCount) void this.#open(frame + 1).catch(() => undefined);
  }

  dispose(): void {
    this.#closing.abort(new DOMException("The images are closed.", "AbortError"));
    for (const frame of this.#images.keys()) this.#drop(frame);
  }

  #open(frame: number): Promise<OpenImage> {
    const open = this.#images.get(frame) ?? this.#load(frame);
    this.#images.delete(frame);
    this.#images.set(frame, open);
    for (const oldest of this.#images.keys()) {
      if (this.#images.size <= maxOpen) break;
      this.#drop(oldest);
    }
    return open;
  }

  async #load(frame: number): Promise<OpenImage> {
    const { id, fileName } = this.items[frame] as LargeImageItem;
    const { signal } = this.#closing;
    try {
      const facts = await api.call("tile.get", { id }, { signal });
      const { sizeX, sizeY, levels, tileWidth, tileHeight, geospatial } = facts;
      const globe = geospatial === true ? await loadGlobe(id, sizeX, sizeY, signal) : undefined;
      const pyramid = { width: sizeX, height: sizeY, levels, tileWidth, tileHeight };
      const size = `width=${overviewSize}&height=${overviewSize}`;
      const overview = await fetchImage(`/api/v1/item/${id}/tiles/thumbnail?encoding=PNG&${size}`, signal);
      const load = ({ level, x, y }: TileAddress, wanted: AbortSignal): Promise<ImageBitmap> =>
        fetchImage(`/api/v1/item/${id}/tiles/zxy/${level}/${x}/${y}?encoding=PNG`, wanted);
      this.#ready.add(frame);
      queueMicrotask(() => this.notifyReady());
      return { pyramid, globe, overview, tiles: new TileCache(pyramid, load), holders: 0, isDropped: false };
    } catch (error) {
      // So that the next request tries again.
      this.#images.delete(frame);
      throw signal.aborted ? error : requestError(fileName, error);
    }
  }

  #drop(frame: number): void {
    const open = this.#images.get(frame);
    this.#images.delete(frame);
    this.#ready.delete(frame);
    open?.then(
      (image) => {
        image.isDropped = true;
        closeUnused(image);
      },
      () => undefined,
    );
  }
}

function closeUnused(image: OpenImage): void {
  if (image.holders > 0 || !image.isDropped) return;
  image.tiles.dispose();
  image.overview.close();
}

async function loadGlobe(
  id: string,
  width: number,
  height: number,
  signal: AbortSignal,
): Promise<GlobeGrid | undefined> {
  const { geo } = (await api.call("tile.internalMetadata", { id }, { signal })) as { geo?: { grid?: unknown } };
  return globeGridOf(geo?.grid, width, height);
}

/** Sends the page's cookie, which authorizes requests for pictures. */
async function fetchImage(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(url, { credentials: "include", signal });
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  return await createImageBitmap(await response.blob());
}
