/** Loads the tiles of a large image for the current view; the renderer draws those that are available. */
import { signal } from "@preact/signals-core";
import { effect } from "../../../base/effect.ts";
import type { FrameScheduler } from "../../../base/raf-scheduler.ts";
import type { TileSet } from "../../../base/tile-pyramid.ts";
import type { View } from "../../../base/view.ts";
import { screenPoint } from "../../../base/brand.ts";
import type { SceneInputs } from "../../../render/scene.ts";

export interface TileFollower {
  /** Tiles of the picture on the screen. */
  setTiles(tiles: TileSet | undefined): void;
  /** Call it when the canvas size or the pixel ratio (device pixels per CSS pixel) has changed. */
  resize(pixelRatio: number): void;
  stop(): void;
}

export function followTiles(
  view: View,
  scene: Pick<SceneInputs, "setTiles">,
  scheduler: Pick<FrameScheduler, "request">,
): TileFollower {
  const tiles = signal<TileSet | undefined>(undefined);
  let ratio = 1;

  function look(): void {
    const set = tiles.peek();
    if (set === undefined) return;
    const { scale } = view.viewport.peek();
    const from = view.toImage(screenPoint(0, 0));
    const to = view.toImage(screenPoint(view.canvas.width, view.canvas.height));
    set.look({ left: from.x, top: from.y, right: to.x, bottom: to.y, scale: scale * ratio });
    show(set);
  }

  function show(set: TileSet): void {
    scene.setTiles(set.shown);
    scheduler.request();
  }

  const stops = [
    effect(() => {
      const set = tiles.value;
      if (set === undefined) scene.setTiles([]);
      return set?.onChange(() => show(set));
    }),
    effect(() => {
      void view.viewport.value;
      void tiles.value;
      look();
    }),
  ];
  return {
    setTiles(set) {
      tiles.value = set;
    },
    resize(pixelRatio) {
      ratio = pixelRatio;
      look();
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}
