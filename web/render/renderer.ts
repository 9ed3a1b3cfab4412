/**
 * Draws one camera's picture and what is on it. It receives what to draw and never asks; it changes only its own state.
 * It keeps all its inputs, so that it can restart when the browser takes the GPU away.
 */
import type { DrawList, FrameShapes } from "#core/types";
import type { ImageEnhancements } from "../base/image-enhancements.ts";
import type { Mark } from "../base/overlay.ts";
import type { Picture } from "../base/picture.ts";
import type { ShownTile } from "../base/tile-pyramid.ts";
import type { Visibility, VisiblePart } from "../base/visibility.ts";
import type { Size, Viewport } from "../base/viewport.ts";
import type { AttributesOf } from "./attribute-text.ts";
import { EntryTextures } from "./entry-textures.ts";
import { parseColor } from "./gl.ts";
import { chooseGraphics, type Graphics, type GraphicsChoice } from "./graphics.ts";
import type { Layer, LayerKind } from "./layer.ts";
import { Palette } from "./palette.ts";
import { Scene, Seen } from "./scene.ts";
import type { DrawnOverlay, DrawStyle, Highlight, LabelOf, LaidOver } from "./types.ts";
import type { Tails } from "./track-tails.ts";
import { originFor } from "./view.ts";
import type { Origin, ViewState } from "./view.ts";

export interface RendererOptions extends GraphicsChoice {
  /** Asks for a frame: the GPU is back and the canvas is empty. */
  readonly onRestored?: () => void;
  /** Asks for another frame: this one had no time for everything. */
  readonly onUnfinished?: () => void;
  /** `#rrggbb` around the picture. */
  readonly background?: string;
  /** What is drawn, from the bottom to the top; default: everything there is. */
  readonly layers?: readonly LayerKind[];
}

export interface Renderer {
  /** Canvas size in CSS pixels, and device pixels per CSS pixel. Sizes the canvas's own buffer. */
  resize(size: Size, pixelRatio: number): void;
  /** Takes this reference over and closes it when another picture comes. */
  setPicture(picture: Picture | undefined): void;
  /** True: a picture beneath the canvas shows through, and the one that was set is not drawn. */
  setSeeThrough(isSeeThrough: boolean): void;
  /** Tiles of the picture that was set last, coarse ones first; none until this is called. */
  setTiles(tiles: readonly ShownTile[]): void;
  /** How the picture is shown; plain until this is called. */
  setEnhancements(enhancements: ImageEnhancements): void;
  /** The picture of another camera, as `setPicture`; it is drawn where `setLaidOver` says. */
  setOtherPicture(picture: Picture | undefined): void;
  setLaidOver(laidOver: LaidOver | undefined): void;
  setViewport(viewport: Viewport): void;
  /** Copies what it needs: the list may be a view that dies with the next call on the core. */
  setDrawList(list: DrawList): void;
  /** Geometry of the draw list that was set last; none until this is called. Copies what it needs. */
  setShapes(shapes: FrameShapes): void;
  /** Tails of the draw list that was set last; none until this is called. */
  setTails(tails: Tails): void;
  /** What is drawn; everything until this is called. */
  setVisibility(visibility: Partial<Visibility>): void;
  /** What the next draw list should count from, so that it is exact where the viewport is. */
  readonly origin: Origin;
  /** By type index. */
  setStyles(styles: readonly DrawStyle[]): void;
  /** Called for each box when labels are laid out: after a new draw list, and after this call. */
  setLabels(labelOf: LabelOf | undefined): void;
  /** The same for values of attributes. */
  setAttributes(attributesOf: AttributesOf | undefined): void;
  setHighlight(highlight: Highlight): void;
  setOverlay(overlay: DrawnOverlay): void;
  /** Boxes to be compared with those of the draw list. */
  setMarks(marks: readonly Mark[]): void;
  /** `#rrggbb` around the picture. */
  setBackground(color: string): void;
  /**
   * Compiles what the first frame draws with while the page goes on; `draw` waits for it and asks for a frame then
   * (`onUnfinished`). Without this call the first `draw` compiles, and the page freezes meanwhile.
   */
  prepare(): Promise<void>;
  /**
   * Draws now, if anything has changed since the last time and the canvas has been given its size. Call it from the frame
   * scheduler's `draw` phase.
   */
  draw(): void;
  /** How many labels of the last frame had no room. */
  readonly labelsLeftOut: number;
  dispose(): void;
}

/** Throws when the browser has no WebGL2. */
export function createRenderer(canvas: HTMLCanvasElement, options: RendererOptions = {}): Renderer {
  return new LayeredRenderer(canvas, options);
}

interface LivingLayer {
  readonly name: string;
  readonly part: VisiblePart | undefined;
  readonly isPicture: boolean;
  readonly layer: Layer;
}

/** State that lives as long as the GPU context. */
interface GpuState {
  readonly palette: Palette;
  readonly entries: EntryTextures;
  readonly graphics: Graphics;
  readonly layers: readonly LivingLayer[];
  readonly seen: Seen;
}

class LayeredRenderer implements Renderer {
  readonly #canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #options: RendererOptions;
  readonly #scene = new Scene();
  /** `undefined` while the GPU is taken away. */
  #gpu: GpuState | undefined;
  #changed = true;
  #isPreparing = false;
  #viewport: Viewport = { scale: 1, x: 0, y: 0 };
  #pixelRatio = 1;
  /** Until then there is nothing to draw on: a canvas begins with a size of its own. */
  #isSized = false;
  #background: string;
  #isSeeThrough = false;
  /** Nothing has been drawn on the canvas since it was cleared, and one sees through it. */
  #isBlank = false;
  #visibility: Partial<Visibility> = {};
  /** The last error reported for each layer, so that a defect is reported once and not in each frame. */
  readonly #reported = new Map<string, string>();

  constructor(canvas: HTMLCanvasElement, options: RendererOptions) {
    this.#canvas = canvas;
    const { makeBeneath } = options;
    let beneath: HTMLCanvasElement | undefined;
    // One canvas beneath, whatever becomes of the context.
    this.#options = { ...options, ...(makeBeneath && { makeBeneath: () => (beneath ??= makeBeneath()) }) };
    this.#background = options.background ?? "#101113";
    const gl = canvas.getContext("webgl2", {
      antialias: false,
      powerPreference: "high-performance",
    });
    if (gl === null) throw new Error("This browser has no WebGL2, which the viewer needs to draw.");
    this.#gl = gl;
    this.#gpu = this.#declare();
    canvas.addEventListener("webglcontextlost", this.#onLost);
    canvas.addEventListener("webglcontextrestored", this.#onRestored);
  }

  resize(size: Size, pixelRatio: number): void {
    const canvas = this.#canvas;
    this.#isSized = true;
    const width = Math.max(1, Math.round(size.width * pixelRatio));
    const height = Math.max(1, Math.round(size.height * pixelRatio));
    if (width === canvas.width && height === canvas.height && pixelRatio === this.#pixelRatio) return;
    canvas.width = width;
    canvas.height = height;
    this.#isBlank = false;
    this.#pixelRatio = pixelRatio;
    this.#changed = true;
  }

  setPicture(picture: Picture | undefined): void {
    this.#scene.setPicture(picture);
    this.#changed = true;
  }

  setSeeThrough(isSeeThrough: boolean): void {
    this.#isSeeThrough = isSeeThrough;
    this.#changed = true;
  }

  setOtherPicture(picture: Picture | undefined): void {
    this.#scene.setOtherPicture(picture);
    this.#changed = true;
  }

  setLaidOver(laidOver: LaidOver | undefined): void {
    this.#scene.laidOver = laidOver;
    this.#changed = true;
  }

  setTiles(tiles: readonly ShownTile[]): void {
    this.#scene.tiles = tiles;
    this.#changed = true;
  }

  setEnhancements(enhancements: ImageEnhancements): void {
    this.#scene.enhancements = enhancements;
    this.#changed = true;
  }

  setViewport(viewport: Viewport): void {
    this.#viewport = viewport;
    this.#changed = true;
  }

  setDrawList(list: DrawList): void {
    this.#scene.setList(list);
    this.#changed = true;
  }

  setShapes(shapes: FrameShapes): void {
    this.#scene.setShapes(shapes);
    this.#changed = true;
  }

  setTails(tails: Tails): void {
    this.#scene.setTails(tails);
    this.#changed = true;
  }

  setVisibility(visibility: Partial<Visibility>): void {
    this.#visibility = visibility;
    this.#changed = true;
  }

  get origin(): Origin {
    const { width, height } = this.#canvas;
    const size = { width: width / this.#pixelRatio, height: height / this.#pixelRatio };
    return originFor(this.#viewport, size, this.#scene.columns.origin);
  }

  setStyles(styles: readonly DrawStyle[]): void {
    this.#scene.setStyles(styles);
    this.#changed = true;
  }

  get labelsLeftOut(): number {
    return this.#visibility.text === false ? 0 : this.#scene.labelsLeftOut;
  }

  setLabels(labelOf: LabelOf | undefined): void {
    this.#scene.setLabels(labelOf);
    this.#changed = true;
  }

  setAttributes(attributesOf: AttributesOf | undefined): void {
    this.#scene.setAttributes(attributesOf);
    this.#changed = true;
  }

  setHighlight(highlight: Highlight): void {
    this.#scene.setHighlight(highlight);
    this.#changed = true;
  }

  setOverlay(overlay: DrawnOverlay): void {
    this.#scene.setOverlay(overlay);
    this.#changed = true;
  }

  setMarks(marks: readonly Mark[]): void {
    this.#scene.setMarks(marks);
    this.#changed = true;
  }

  setBackground(color: string): void {
    this.#background = color;
    this.#changed = true;
  }

  async prepare(): Promise<void> {
    const gpu = this.#gpu;
    if (gpu === undefined || !gpu.graphics.compilesAhead) return;
    this.#isPreparing = true;
    await Promise.all(gpu.layers.map(({ layer }) => layer.prepare?.()));
    this.#isPreparing = false;
    if (this.#gpu !== undefined && this.#changed) this.#options.onUnfinished?.();
  }

  draw(): void {
    const gl = this.#gl;
    const gpu = this.#gpu;
    if (!this.#changed || !this.#isSized || this.#isPreparing || gpu === undefined || gl.isContextLost()) return;
    this.#changed = false;
    const view = this.#viewState();
    if (gpu.seen.isStale(this.#scene, "styles")) gpu.palette.upload(this.#scene.styles);
    gpu.entries.update(this.#scene);
    const { backdrop } = gpu.graphics;
    const isPainted = backdrop.paint({
      ...{ scene: this.#scene, view, background: this.#background },
      ...{ isSeeThrough: this.#isSeeThrough, visibility: this.#visibility },
    });
    const shown = isPainted ? gpu.layers.filter(({ name }) => !backdrop.covers.has(name)) : gpu.layers;
    const ready = shown.filter((each) => this.#attempt(each, "update", () => each.layer.update(this.#scene, view)));
    if (ready.some(({ layer }) => layer.isUnfinished === true)) {
      this.#changed = true;
      this.#options.onUnfinished?.();
    }
    gl.viewport(0, 0, view.width, view.height);
    if (isPainted || this.#isSeeThrough) gl.clearColor(0, 0, 0, 0);
    else gl.clearColor(...parseColor(this.#background), 1);
    // Clearing it again would make the browser show it again.
    if (!isPainted || !this.#isBlank) gl.clear(gl.COLOR_BUFFER_BIT);
    let hasDrawn = false;
    for (const each of ready) {
      if (each.part !== undefined && this.#visibility[each.part] === false) continue;
      if (each.isPicture && this.#isSeeThrough) continue;
      gl.enable(gl.BLEND);
      // The canvas holds colours times their opacity, as browsers expect of one that is seen through.
      gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      this.#attempt(each, "draw", () => {
        if (each.layer.draw(view)) hasDrawn = true;
      });
    }
    this.#isBlank = isPainted && !hasDrawn;
  }

  dispose(): void {
    this.#canvas.removeEventListener("webglcontextlost", this.#onLost);
    this.#canvas.removeEventListener("webglcontextrestored", this.#onRestored);
    const gpu = this.#gpu;
    this.#gpu = undefined;
    this.setPicture(undefined);
    this.setOtherPicture(undefined);
    for (const each of gpu?.layers ?? []) this.#attempt(each, "dispose", () => each.layer.dispose());
    gpu?.entries.dispose();
    gpu?.palette.dispose();
  }

  /** One broken layer must not stop the others; the error is passed to the page's error handler. */
  #attempt({ name }: { readonly name: string }, what: string, action: () => void): boolean {
    try {
      action();
      if (what === "draw") this.#reported.delete(name);
      return true;
    } catch (error) {
      const text = `${what}: ${String(error)}`;
      if (this.#reported.get(name) !== text) {
        this.#reported.set(name, text);
        reportError(new Error(`The layer "${name}" cannot ${what}.`, { cause: error }));
      }
      return false;
    }
  }

  readonly #onLost = (event: Event): void => {
    // Without this the browser does not give the context back.
    event.preventDefault();
    this.#gpu = undefined;
  };

  readonly #onRestored = (): void => {
    this.#gpu = this.#declare();
    this.#isPreparing = false;
    this.#isBlank = false;
    this.#changed = true;
    this.#options.onRestored?.();
  };

  /** New layers, which have seen nothing of the scene yet. */
  #declare(): GpuState {
    const gl = this.#gl;
    const palette = new Palette(gl);
    const entries = new EntryTextures(gl);
    const graphics = chooseGraphics(gl, this.#options);
    const layers: LivingLayer[] = [];
    for (const kind of this.#options.layers ?? graphics.layers) {
      this.#attempt(kind, "begin", () =>
        layers.push({
          name: kind.name,
          part: kind.part,
          isPicture: kind.isPicture === true,
          layer: kind.create({ gl, palette, entries }),
        }),
      );
    }
    return { palette, entries, graphics, layers, seen: new Seen() };
  }

  #viewState(): ViewState {
    const { scale, x, y } = this.#viewport;
    const pixelRatio = this.#pixelRatio;
    const { width, height } = this.#canvas;
    return { scale: scale * pixelRatio, x: x * pixelRatio, y: y * pixelRatio, pixelRatio, width, height };
  }
}
