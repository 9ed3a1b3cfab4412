/**
 * What a layer is: one thing drawn on the canvas, with one life. Its constructor declares programs and buffers, `update`
 * uploads what has changed in the scene, `draw` draws, `dispose` frees. The list of all is in `layers.ts`; adding one
 * touches nothing else.
 */
import type { VisiblePart } from "../base/visibility.ts";
import type { EntryTextures } from "./entry-textures.ts";
import type { Palette } from "./palette.ts";
import type { Scene } from "./scene.ts";
import type { ViewState } from "./view.ts";

export interface LayerContext {
  readonly gl: WebGL2RenderingContext;
  /** Styles by type; up to date before any layer's `update`. */
  readonly palette: Palette;
  /** The draw list's columns, as up to date as that. */
  readonly entries: EntryTextures;
}

export interface Layer {
  /** Compiles what nearly every first frame draws with, without the page waiting for it. */
  prepare?(): Promise<void>;
  /** Uploads what has changed since the last call. */
  update(scene: Scene, view: ViewState): void;
  /** There is more to upload than one frame has time for: another frame is wanted. */
  readonly isUnfinished?: boolean;
  /** Draws what was uploaded, over the existing picture. Blending is on. @returns whether there was anything to draw */
  draw(view: ViewState): boolean;
  dispose(): void;
}

export interface LayerKind {
  /** For error messages. */
  readonly name: string;
  /** What people can hide separately; default: it is always drawn. */
  readonly part?: VisiblePart;
  /** Left out while a picture beneath the canvas shows through. */
  readonly isPicture?: boolean;
  readonly create: (context: LayerContext) => Layer;
}
