/** The paths along edges between the points of a wire being drawn: requested one after the other, and cached. */

import { signal } from "@preact/signals-core";
import type { ImagePoint } from "../../base/brand.ts";
import type { Camera } from "../../session/cameras/camera.ts";
import type { Assistants } from "../assistants.ts";
import type { EditorUi } from "../ports.ts";
import type { Piece, WirePaths } from "../tools/tool.ts";
import { piecesOf } from "../tools/wire.ts";
import { onPixel } from "../tools/whole-pixels.ts";

type PointPath = readonly ImagePoint[];

interface WireEditor {
  readonly assistants: Assistants | undefined;
  readonly ui: Pick<EditorUi, "reportFailure">;
}

export class Wires implements WirePaths {
  readonly #editor: WireEditor;
  readonly #paths = new Map<string, PointPath>();
  readonly #requests = new Map<string, Promise<void>>();
  /** Incremented with each path that arrives. */
  readonly #version = signal(0);
  #stop = new AbortController();
  #place: { readonly camera: Camera; readonly frame: number } | undefined;
  /** The latest path to the pointer, and where it should go next. */
  #live: { readonly from: ImagePoint; readonly path: PointPath } | undefined;
  #next: Piece | undefined;
  #isFollowing = false;

  constructor(editor: WireEditor) {
    this.#editor = editor;
  }

  along(from: ImagePoint, to: ImagePoint): PointPath | undefined {
    void this.#version.value;
    return this.#paths.get(keyOf([from, to]));
  }

  toPointer(from: ImagePoint, to: ImagePoint): PointPath {
    const known = this.along(from, onPixel(to));
    if (known !== undefined) return known;
    const live = this.#live;
    return live !== undefined && isSame(live.from, from) ? [...live.path.slice(0, -1), to] : [from, to];
  }

  /** The unfinished shape on a picture, and the pointer's position. */
  draw(camera: Camera, frame: number, points: PointPath, pointer: ImagePoint | undefined): void {
    this.#place = { camera, frame };
    for (const piece of piecesOf(points)) void this.#request(piece);
    const last = points.at(-1);
    this.#next = last === undefined || pointer === undefined ? undefined : [last, onPixel(pointer)];
    void this.#followPointer();
  }

  /** Resolves when the paths of these pieces have arrived. */
  async waitForPaths(pieces: readonly Piece[]): Promise<void> {
    await Promise.all(pieces.map((piece) => this.#request(piece)));
  }

  /** Call when nothing is being drawn any longer. */
  forget(): void {
    if (this.#place === undefined) return;
    this.#place = undefined;
    this.#next = undefined;
    this.#live = undefined;
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#paths.clear();
    this.#requests.clear();
  }

  /** Follows the pointer as fast as answers arrive. */
  async #followPointer(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    try {
      for (let piece = this.#next; piece !== undefined; piece = this.#next) {
        this.#next = undefined;
        const path = this.#paths.get(keyOf(piece)) ?? (await this.#find(piece).catch(() => undefined));
        if (path === undefined) continue;
        this.#live = { from: piece[0], path };
        this.#version.value++;
      }
    } finally {
      this.#isFollowing = false;
    }
  }

  #request(piece: Piece): Promise<void> {
    const key = keyOf(piece);
    const pending = this.#requests.get(key);
    if (pending !== undefined) return pending;
    const { signal: stop } = this.#stop;
    const request = this.#find(piece).then(
      (path) => {
        if (stop.aborted) return;
        this.#paths.set(key, path);
        this.#version.value++;
      },
      (error: unknown) => {
        if (stop.aborted) return;
        // The user sees the failure, and can continue with straight lines.
        this.#paths.set(key, piece);
        this.#version.value++;
        this.#editor.ui.reportFailure(error);
      },
    );
    this.#requests.set(key, request);
    return request;
  }

  async #find([from, to]: Piece): Promise<PointPath> {
    const { assistants } = this.#editor;
    const place = this.#place;
    if (assistants === undefined || place === undefined) return [from, to];
    return await assistants.wire({ ...place, from, to }, this.#stop.signal);
  }
}

const keyOf = ([from, to]: Piece): string => `${from.x},${from.y}>${to.x},${to.y}`;
const isSame = (a: ImagePoint, b: ImagePoint): boolean => a.x === b.x && a.y === b.y;
