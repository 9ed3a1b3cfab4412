/**
 * Draws one camera's picture and its annotations. It is given everything to draw and queries nothing; it changes only
 * its own state. It keeps all of its inputs, so that it can restart after a lost GPU context.
 */
import type { VisiblePart } from "../base/visibility.ts";
import type { Size } from "../base/viewport.ts";
import { EntryTextures } from "./entry-textures.ts";
import { parseColor } from "./gl.ts";
import { chooseGraphics, type Graphics, type GraphicsChoice } from "./graphics.ts";
import type { Layer, LayerKind } from "./layer.ts";
import { Palette } from "./palette.ts";
import { Scene, Seen, type SceneInputs } from "./scene.ts";

export interface RendererOptions extends GraphicsChoice {
  /** Requests a frame: the GPU context is back and the canvas is empty. */
  readonly onRestored?: () => void;
  /** Requests another frame, because this one had no time for everything. */
  readonly onUnfinished?: () => void;
  /** Color around the picture, `#rrggbb`. */
  readonly background?: string;
  /** The layers to draw, bottom to top; default: all. */
  readonly layers?: readonly LayerKind[];
}

export interface Renderer {
  /** Canvas size in CSS pixels, and device pixels per CSS pixel. Resizes the canvas's buffer. */
  resize(size: Size, pixelRatio: number): void;
  /** The content to draw; nothing is drawn before the next `draw`. */
  readonly scene: SceneInputs;
  /**
   * Compiles what the first frame needs without blocking the page; `draw` waits for it and then requests a frame
   * (`onUnfinished`). Without this call the first `draw` compiles and blocks the page.
   */
  prepare(): Promise<void>;
  /**
   * Draws immediately, if anything has changed since the last time and the canvas has a size. Call it in the frame
   * scheduler's `draw` phase.
   */
  draw(): void;
  /** Number of labels of the last frame that had no room. */
  readonly hiddenLabelCount: number;
  dispose(): void;
}

/** Throws if the browser has no WebGL2. */
export function createRenderer(canvas: HTMLCanvasElement, options: RendererOptions = {}): Renderer {
  return new LayeredRenderer(canvas, options);
}

interface ActiveLayer {
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
  readonly layers: readonly ActiveLayer[];
  readonly seen: Seen;
}

class LayeredRenderer implements Renderer {
  readonly scene = new Scene();
  readonly #canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #options: RendererOptions;
  /** `undefined` while the context is lost. */
  #gpu: GpuState | undefined;
  /** The version of the scene on the canvas; `undefined`: it must be drawn again in any case. */
  #drawnVersion: number | undefined;
  #isPreparing = false;
  /** Before that, the canvas has only its default size. */
  #isSized = false;
  /** Nothing has been drawn since the canvas was cleared, so it is transparent. */
  #isBlank = false;
  /** The last error reported for each layer, so that a bug is reported once and not in each frame. */
  readonly #reported = new Map<string, string>();

  constructor(canvas: HTMLCanvasElement, options: RendererOptions) {
    this.#canvas = canvas;
    const { makeCanvasBelow } = options;
    let canvasBelow: HTMLCanvasElement | undefined;
    // One canvas underneath, reused after a lost context.
    this.#options = {
      ...options,
      ...(makeCanvasBelow && { makeCanvasBelow: () => (canvasBelow ??= makeCanvasBelow()) }),
    };
    const { width, height } = canvas;
    this.scene.setCanvas({ width, height, pixelRatio: 1 });
    if (options.background !== undefined) this.scene.setBackground(options.background);
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
    if (width === canvas.width && height === canvas.height && pixelRatio === this.scene.view.pixelRatio) return;
    canvas.width = width;
    canvas.height = height;
    this.#isBlank = false;
    this.scene.setCanvas({ width, height, pixelRatio });
  }

  get hiddenLabelCount(): number {
    return this.scene.visibility.text === false ? 0 : this.scene.hiddenLabelCount;
  }

  get #isStale(): boolean {
    return this.#drawnVersion !== this.scene.version;
  }

  async prepare(): Promise<void> {
    const gpu = this.#gpu;
    if (gpu === undefined || !gpu.graphics.precompiles) return;
    this.#isPreparing = true;
    await Promise.all(gpu.layers.map(({ layer }) => layer.prepare?.()));
    this.#isPreparing = false;
    if (this.#gpu !== undefined && this.#isStale) this.#options.onUnfinished?.();
  }

  draw(): void {
    const gl = this.#gl;
    const gpu = this.#gpu;
    if (!this.#isStale || !this.#isSized || this.#isPreparing || gpu === undefined || gl.isContextLost()) return;
    const { scene } = this;
    const { view, visibility, isSeeThrough, background } = scene;
    this.#drawnVersion = scene.version;
    if (gpu.seen.isStale(scene, "styles")) gpu.palette.upload(scene.styles);
    gpu.entries.update(scene);
    const { backdrop } = gpu.graphics;
    const isPainted = backdrop.paint({ scene, view, background, isSeeThrough, visibility });
    const shown = isPainted ? gpu.layers.filter(({ name }) => !backdrop.covers.has(name)) : gpu.layers;
    const ready = shown.filter((each) => this.#attempt(each, "update", () => each.layer.update(scene, view)));
    if (ready.some(({ layer }) => layer.isUnfinished === true)) {
      this.#drawnVersion = undefined;
      this.#options.onUnfinished?.();
    }
    gl.viewport(0, 0, view.width, view.height);
    if (isPainted || isSeeThrough) gl.clearColor(0, 0, 0, 0);
    else gl.clearColor(...parseColor(background), 1);
    // Clearing it again would make the browser composite it again.
    if (!isPainted || !this.#isBlank) gl.clear(gl.COLOR_BUFFER_BIT);
    let hasDrawn = false;
    for (const each of ready) {
      if (each.part !== undefined && visibility[each.part] === false) continue;
      if (each.isPicture && isSeeThrough) continue;
      gl.enable(gl.BLEND);
      // The canvas holds premultiplied colors, as browsers expect of a transparent one.
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
    this.scene.setPicture(undefined);
    this.scene.setOtherPicture(undefined);
    for (const each of gpu?.layers ?? []) this.#attempt(each, "dispose", () => each.layer.dispose());
    gpu?.entries.dispose();
    gpu?.palette.dispose();
  }

  /** One broken layer must not stop the others; the error goes to the page's error handler. */
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
    // Required for the browser to restore the context.
    event.preventDefault();
    this.#gpu = undefined;
  };

  readonly #onRestored = (): void => {
    this.#gpu = this.#declare();
    this.#isPreparing = false;
    this.#isBlank = false;
    this.#drawnVersion = undefined;
    this.#options.onRestored?.();
  };

  /** Creates new layers, which have seen nothing of the scene yet. */
  #declare(): GpuState {
    const gl = this.#gl;
    const palette = new Palette(gl);
    const entries = new EntryTextures(gl);
    const graphics = chooseGraphics(gl, this.#options);
    const layers: ActiveLayer[] = [];
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
}
