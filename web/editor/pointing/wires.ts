/** The paths along edges between the points of a wire being drawn: requested one after the other, and cached. */

import { signal } from "@preact/signals-core";
import type { ImagePoint } from "../../base/brand.ts";
import type { Camera } from "../../session/cameras/camera.ts";
import type { Assistants } from "../assistants.ts";
import type { EditorUi } from "../ports.ts";
import type { WirePaths } from "../tools/tool.ts";
import { piecesOf, type Piece } from "../tools/wire.ts";
import { onPixel } from "../tools/whole-pixels.ts";

type PointPath = readonly ImagePoint[];

interface WireEditor {
  readonly assistants: Assistants | undefined;
  readonly ui: Pick<EditorUi, "reportFailure">;
}

export class Wires implements WirePaths {
  readonly #editor: WireEditor;
  readonly #ways = new Map<string, PointPath>();
  readonly #asked = new Map<string, Promise<void>>();
  /** Incremented with each path that arrives. */
  readonly #version = signal(0);
  #stop = new AbortController();
  #place: { readonly camera: Camera; readonly frame: number } | undefined;
  /** The latest path to the pointer, and where it should go next. */
  #live: { readonly from: ImagePoint; readonly way: PointPath } | undefined;
  #wanted: Piece | undefined;
  #isLooking = false;

  constructor(editor: WireEditor) {
    this.#editor = editor;
  }

  along(from: ImagePoint, to: ImagePoint): PointPath | undefined {
    void this.#version.value;
    return this.#ways.get(keyOf([from, to]));
  }

  toPointer(from: ImagePoint, to: ImagePoint): PointPath {
    const known = this.along(from, onPixel(to));
    if (known !== undefined) return known;
    const live = this.#live;
    return live !== undefined && isSame(live.from, from) ? [...live.way.slice(0, -1), to] : [from, to];
  }

  /** The unfinished shape on a picture, and the pointer's position. */
  draw(camera: Camera, frame: number, points: PointPath, pointer: ImagePoint | undefined): void {
    this.#place = { camera, frame };
    for (const piece of piecesOf(points)) void this.#ask(piece);
    const last = points.at(-1);
    this.#wanted = last === undefined || pointer === undefined ? undefined : [last, onPixel(pointer)];
    void this.#look();
  }

  /** Resolves when the paths of these pieces have arrived. */
  async waitForPaths(pieces: readonly Piece[]): Promise<void> {
    await Promise.all(pieces.map((piece) => this.#ask(piece)));
  }

  /** Call when nothing is being drawn any longer. */
  forget(): void {
    if (this.#place === undefined) return;
    this.#place = undefined;
    this.#wanted = undefined;
    this.#live = undefined;
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#ways.clear();
    this.#asked.clear();
  }

  /** Follows the pointer as fast as answers arrive. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (let piece = this.#wanted; piece !== undefined; piece = this.#wanted) {
        this.#wanted = undefined;
        const way = this.#ways.get(keyOf(piece)) ?? (await this.#find(piece).catch(() => undefined));
        if (way === undefined) continue;
        this.#live = { from: piece[0], way };
        this.#version.value++;
      }
    } finally {
      this.#isLooking = false;
    }
  }

  #ask(piece: Piece): Promise<void> {
    const key = keyOf(piece);
    const asked = this.#asked.get(key);
    if (asked !== undefined) return asked;
    const { signal: stop } = this.#stop;
    const found = this.#find(piece).then(
      (way) => {
        if (stop.aborted) return;
        this.#ways.set(key, way);
        this.#version.value++;
      },
      (error: unknown) => {
        if (stop.aborted) return;
        // The user sees the failure, and can continue with straight lines.
        this.#ways.set(key, piece);
        this.#version.value++;
        this.#editor.ui.reportFailure(error);
      },
    );
    this.#asked.set(key, found);
    return found;
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
