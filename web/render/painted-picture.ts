/**
 * Paints the picture with its boxes without WebGL, on a canvas under the renderer's own. Without a graphics card, a
 * WebGL frame costs many times what the pixels themselves do: shaders run for each of them, and the browser reads them
 * back to show them.
 */
import { isPlain } from "../base/image-enhancements.ts";
import { BoxPainter } from "./box-painter.ts";
import { squarePixelsFrom } from "./picture-quad.ts";
import { Seen } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { isSameView, type ViewState } from "./view.ts";

export class PaintedPicture {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #painter = new BoxPainter();
  readonly #seenPicture = new Seen();
  readonly #seenBoxes = new Seen();
  /** The picture without boxes, reused when only boxes change. */
  #picture = new Uint32Array(0);
  #painted = new ImageData(1, 1);
  #view: ViewState | undefined;
  #background = "";

  /** @param canvas under the renderer's own, in the same position */
  constructor(canvas: HTMLCanvasElement) {
    // Kept in main memory, where the boxes are painted.
    const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    if (context === null) throw new Error("This browser has no 2D canvas.");
    this.#canvas = canvas;
    this.#context = context;
  }

  /** Whether everything below the boxes is one unmodified picture and nothing else. */
  static suits({ picture, otherPicture, tiles, tails, enhancements }: Scene): boolean {
    return (
      picture !== undefined &&
      otherPicture === undefined &&
      tiles.length === 0 &&
      (tails?.segmentCount ?? 0) === 0 &&
      isPlain(enhancements)
    );
  }

  /**
   * Whether painting shows a new picture faster than a texture: most of a picture larger than the canvas would be
   * uploaded without being visible.
   */
  static isWorthIt({ picture }: Scene, { width, height }: ViewState): boolean {
    return (
      picture !== undefined &&
      picture.tiles === undefined &&
      picture.image.width * picture.image.height > width * height
    );
  }

  /** Clears it, so that its old content does not show through. */
  hide(): void {
    this.#canvas.style.visibility = "hidden";
  }

  /** Paints what has changed. */
  update(scene: Scene, view: ViewState, background: string): void {
    this.#canvas.style.visibility = "visible";
    const isMoved = this.#view === undefined || !isSameView(this.#view, view);
    const isNewPicture = this.#seenPicture.isStale(scene, "picture") || isMoved || background !== this.#background;
    if (!this.#seenBoxes.areStale(scene, "list", "states", "styles") && !isNewPicture) return;
    this.#view = view;
    this.#background = background;
    if (isNewPicture) this.#paintPicture(scene, view);
    const { data } = this.#painted;
    const pixels = new Uint32Array(data.buffer);
    pixels.set(this.#picture);
    this.#painter.fill(pixels, scene.columns, scene.styles, view);
    this.#painter.paint(pixels, scene.columns, scene.styles, view);
    this.#context.putImageData(this.#painted, 0, 0);
  }

  #paintPicture({ picture }: Scene, view: ViewState): void {
    if (picture === undefined) return;
    const { width, height, scale, x, y } = view;
    const context = this.#context;
    const { canvas } = context;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    // A new canvas has a default size, which may equal this one.
    if (this.#painted.width !== width || this.#painted.height !== height) this.#painted = new ImageData(width, height);
    context.fillStyle = this.#background;
    context.fillRect(0, 0, width, height);
    const texelScale = (scale * picture.width) / picture.image.width;
    context.imageSmoothingEnabled = texelScale < squarePixelsFrom;
    // Below half size, a screen pixel covers more than the four pixels that the fastest smoothing reads.
    context.imageSmoothingQuality = texelScale < 0.5 ? "medium" : "low";
    context.drawImage(picture.image, x, y, picture.width * scale, picture.height * scale);
    this.#picture = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  }
}
