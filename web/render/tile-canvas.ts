/** A canvas for tiles that are too wide for a texture: draws the visible part, and uploads only that. */
import type { Picture } from "../base/picture.ts";
import type { ShownTile } from "../base/tile-pyramid.ts";
import { squarePixelsFrom, visibleSpan } from "./picture-quad.ts";
import type { ViewState } from "./view.ts";

export class TileCanvas {
  readonly texture: WebGLTexture;
  readonly #gl: WebGL2RenderingContext;
  readonly #canvas = new OffscreenCanvas(1, 1);

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.texture = gl.createTexture();
  }

  /** @returns its position on the canvas, device pixels; `undefined` if no part of the picture is visible */
  paint(
    tiles: readonly ShownTile[],
    { image: overview, width, height }: Picture,
    view: ViewState,
  ): readonly [left: number, top: number, right: number, bottom: number] | undefined {
    const gl = this.#gl;
    const across = visibleSpan(0, width, width, view.scale, view.x, view.width);
    const down = visibleSpan(0, height, height, view.scale, view.y, view.height);
    if (across === undefined || down === undefined) return undefined;
    const canvas = this.#canvas;
    // Whole pixels, so that the upload maps one to one.
    const [left, top] = [Math.floor(across.from), Math.floor(down.from)];
    canvas.width = Math.ceil(across.to) - left;
    canvas.height = Math.ceil(down.to) - top;
    const context = canvas.getContext("2d");
    if (context === null) return undefined;
    context.translate(-left, -top);
    const whole = { key: "", image: overview, area: { left: 0, top: 0, right: width, bottom: height } };
    for (const { area, image } of [whole, ...tiles]) {
      const x = visibleSpan(area.left, area.right, width, view.scale, view.x, view.width);
      const y = visibleSpan(area.top, area.bottom, height, view.scale, view.y, view.height);
      if (x === undefined || y === undefined) continue;
      context.imageSmoothingEnabled = (view.scale * (area.right - area.left)) / image.width < squarePixelsFrom;
      const [fromX, fromY] = [x.first * image.width, y.first * image.height];
      const [sizeX, sizeY] = [x.last * image.width - fromX, y.last * image.height - fromY];
      context.drawImage(image, fromX, fromY, sizeX, sizeY, x.from, y.from, x.to - x.from, y.to - y.from);
    }
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    return [left, top, left + canvas.width, top + canvas.height];
  }

  dispose(): void {
    this.#gl.deleteTexture(this.texture);
  }
}
