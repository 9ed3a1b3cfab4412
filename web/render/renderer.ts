/**
 * Draws one camera's picture and what lies on it. It is told what to draw and never asks; it changes no state but its
 * own. Everything it was told is kept, so that it can start again when the browser takes the GPU away.
 */
import type { DrawList } from "#core/types";
import type { Picture } from "../base/picture.ts";
import type { Size, Viewport } from "../base/viewport.ts";
import { BoxLayer } from "./box-layer.ts";
import { DrawColumns } from "./draw-columns.ts";
import { parseColor } from "./gl.ts";
import type { ViewState } from "./gl.ts";
import { LabelLayer } from "./label-layer.ts";
import { MediaLayer } from "./media-layer.ts";
import { OverlayLayer } from "./overlay-layer.ts";
import { Palette } from "./palette.ts";
import type { DrawStyle, Highlight, LabelOf, Overlay } from "./types.ts";

export interface RendererOptions {
  /** Asks for a frame: the GPU is back and the canvas is empty. */
  readonly onRestored?: () => void;
  /** `#rrggbb` around the picture. */
  readonly background?: string;
}

export interface Renderer {
  /** Canvas size in CSS pixels, and device pixels per CSS pixel. Sizes the canvas's own buffer. */
  resize(size: Size, pixelRatio: number): void;
  /** Takes this reference over and closes it when another picture comes. */
  setPicture(picture: Picture | undefined): void;
  setViewport(viewport: Viewport): void;
  /** Copies what it needs: the list may be a view that dies with the next call on the core. */
  setDrawList(list: DrawList): void;
  /** By type index. */
  setStyles(styles: readonly DrawStyle[]): void;
  /** Called for each box when labels are laid out: after a new draw list, and after this call. */
  setLabels(labelOf: LabelOf | undefined): void;
  setHighlight(highlight: Highlight): void;
  setOverlay(overlay: Overlay): void;
  /** `#rrggbb` around the picture. */
  setBackground(color: string): void;
  /** Draws now, if anything has changed since the last time. Call it from the frame scheduler's `draw` phase. */
  draw(): void;
  dispose(): void;
}

/** Throws when the browser has no WebGL2. */
export function createRenderer(canvas: HTMLCanvasElement, options: RendererOptions = {}): Renderer {
  return new LayeredRenderer(canvas, options);
}

interface Layers {
  readonly palette: Palette;
  readonly media: MediaLayer;
  readonly boxes: BoxLayer;
  readonly labels: LabelLayer;
  readonly overlay: OverlayLayer;
}

class LayeredRenderer implements Renderer {
  private readonly canvas: HTMLCanvasElement;
  private readonly gl: WebGL2RenderingContext;
  private readonly options: RendererOptions;
  private readonly columns = new DrawColumns();
  /** `undefined` while the GPU is taken away. */
  private layers: Layers | undefined;
  private changed = true;

  private picture: Picture | undefined;
  private viewport: Viewport = { scale: 1, x: 0, y: 0 };
  private pixelRatio = 1;
  private styles: readonly DrawStyle[] = [];
  private labelOf: LabelOf | undefined;
  private highlight: Highlight = { selected: new Set() };
  private overlay: Overlay = {};
  private background: string;

  constructor(canvas: HTMLCanvasElement, options: RendererOptions) {
    this.canvas = canvas;
    this.options = options;
    this.background = options.background ?? "#101113";
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, powerPreference: "high-performance" });
    if (gl === null) throw new Error("This browser has no WebGL2, which the viewer needs to draw.");
    this.gl = gl;
    this.layers = this.declare();
    canvas.addEventListener("webglcontextlost", this.onLost);
    canvas.addEventListener("webglcontextrestored", this.onRestored);
  }

  resize(size: Size, pixelRatio: number): void {
    const width = Math.max(1, Math.round(size.width * pixelRatio));
    const height = Math.max(1, Math.round(size.height * pixelRatio));
    if (width === this.canvas.width && height === this.canvas.height && pixelRatio === this.pixelRatio) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.pixelRatio = pixelRatio;
    this.changed = true;
  }

  setPicture(picture: Picture | undefined): void {
    if (this.picture !== picture) this.picture?.close();
    this.picture = picture;
    this.layers?.media.setPicture(picture);
    this.changed = true;
  }

  setViewport(viewport: Viewport): void {
    this.viewport = viewport;
    this.changed = true;
  }

  setDrawList(list: DrawList): void {
    this.columns.set(list);
    this.columns.highlight(this.highlight);
    this.layers?.boxes.setColumns(this.columns);
    this.layers?.labels.setColumns(this.columns);
    this.changed = true;
  }

  setStyles(styles: readonly DrawStyle[]): void {
    this.styles = styles;
    this.layers?.palette.upload(styles);
    this.layers?.labels.setStyles(styles);
    this.changed = true;
  }

  setLabels(labelOf: LabelOf | undefined): void {
    this.labelOf = labelOf;
    this.layers?.labels.setLabels(labelOf);
    this.changed = true;
  }

  setHighlight(highlight: Highlight): void {
    this.highlight = highlight;
    this.columns.highlight(highlight);
    this.layers?.boxes.invalidateStates();
    this.layers?.labels.invalidateStates();
    this.changed = true;
  }

  setOverlay(overlay: Overlay): void {
    this.overlay = overlay;
    this.layers?.overlay.setOverlay(overlay);
    this.changed = true;
  }

  setBackground(color: string): void {
    this.background = color;
    this.changed = true;
  }

  draw(): void {
    const { gl, layers } = this;
    if (!this.changed || layers === undefined || gl.isContextLost()) return;
    this.changed = false;
    const view = this.viewState();
    layers.media.update();
    layers.boxes.update();
    layers.labels.update(view);
    layers.overlay.update(view);
    gl.viewport(0, 0, view.width, view.height);
    gl.clearColor(...parseColor(this.background), 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.disable(gl.BLEND);
    layers.media.draw(view);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    layers.boxes.draw(view);
    layers.labels.draw(view);
    layers.overlay.draw(view);
  }

  dispose(): void {
    this.canvas.removeEventListener("webglcontextlost", this.onLost);
    this.canvas.removeEventListener("webglcontextrestored", this.onRestored);
    const { layers } = this;
    this.layers = undefined;
    this.setPicture(undefined);
    if (layers === undefined) return;
    for (const layer of [layers.media, layers.boxes, layers.labels, layers.overlay, layers.palette]) layer.dispose();
  }

  private readonly onLost = (event: Event): void => {
    // Without this the browser does not give the context back.
    event.preventDefault();
    this.layers = undefined;
  };

  private readonly onRestored = (): void => {
    this.layers = this.declare();
    this.changed = true;
    this.options.onRestored?.();
  };

  /** New layers that know everything the renderer was told. */
  private declare(): Layers {
    const { gl } = this;
    const palette = new Palette(gl);
    const layers: Layers = {
      palette,
      media: new MediaLayer(gl),
      boxes: new BoxLayer(gl, palette),
      labels: new LabelLayer(gl, palette),
      overlay: new OverlayLayer(gl),
    };
    palette.upload(this.styles);
    layers.media.setPicture(this.picture);
    layers.boxes.setColumns(this.columns);
    layers.labels.setColumns(this.columns);
    layers.labels.setStyles(this.styles);
    layers.labels.setLabels(this.labelOf);
    layers.overlay.setOverlay(this.overlay);
    return layers;
  }

  private viewState(): ViewState {
    const { viewport, pixelRatio, canvas } = this;
    return {
      scale: viewport.scale * pixelRatio,
      x: viewport.x * pixelRatio,
      y: viewport.y * pixelRatio,
      pixelRatio,
      width: canvas.width,
      height: canvas.height,
    };
  }
}
