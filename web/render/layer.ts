/**
 * A layer: one thing drawn on the canvas, with one life cycle. The constructor declares programs and buffers, `update`
 * uploads what has changed in the scene, `draw` draws, `dispose` frees. All layers are listed in `layers.ts`; adding
 * one changes nothing else.
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
  /** The draw list's columns; up to date before any layer's `update`. */
  readonly entries: EntryTextures;
}

export interface Layer {
  /** Compiles what nearly every first frame needs, without blocking the page. */
  prepare?(): Promise<void>;
  /** Uploads what has changed since the last call. */
  update(scene: Scene, view: ViewState): void;
  /** More remains to be uploaded than fits into one frame: request another frame. */
  readonly isUnfinished?: boolean;
  /** Draws the uploaded data over the existing picture. Blending is on. @returns whether there was anything to draw */
  draw(view: ViewState): boolean;
  dispose(): void;
}

export interface LayerKind {
  /** For error messages. */
  readonly name: string;
  /** The part that users can hide; default: always drawn. */
  readonly part?: VisiblePart;
  /** Skipped while a picture under the canvas shows through. */
  readonly isPicture?: boolean;
  readonly create: (context: LayerContext) => Layer;
}
