/**
 * Tiles of a large image over its overview: one texture each, coarse ones below finer ones. A frame uploads only a few,
 * so that panning never stalls; textures of invisible tiles are freed when they take too much memory.
 */
import { setUniforms } from "twgl.js";
import { type ImageEnhancements, plainPicture } from "../base/image-enhancements.ts";
import type { Picture } from "../base/picture.ts";
import { type ShownTile, widestTexture } from "../base/tile-pyramid.ts";
import { enhanceUniforms } from "./enhance.ts";
import type { Layer } from "./layer.ts";
import { pictureShaders, squarePixelsFrom, visibleSpan } from "./picture-quad.ts";
import { type Scene, Seen } from "./scene.ts";
import { TileCanvas } from "./tile-canvas.ts";
import { viewUniforms, type ViewState } from "./view.ts";
import { LazyProgram } from "./lazy-program.ts";

interface TileTexture {
  readonly texture: WebGLTexture;
  readonly bytes: number;
}

/** Bytes uploaded per frame: eight tiles of 256 x 256. */
const uploadBudgetBytes = 2 * 1024 * 1024;
/** Memory limit of all textures, unless the visible ones need more. */
const maxTextureBytes = 192 * 1024 * 1024;

export class TileLayer implements Layer {
  /** Tiles are still waiting to be uploaded. */
  isUnfinished = false;

  readonly #gl: WebGL2RenderingContext;
  readonly #program: LazyProgram;
  readonly #seen = new Seen();
  /** Least recently drawn first. */
  readonly #textures = new Map<string, TileTexture>();
  #bytes = 0;
  #tiles: readonly ShownTile[] = [];
  #picture: Picture | undefined;
  #enhancements: ImageEnhancements = plainPicture;
  /** Used instead of textures if tiles are too wide for them. */
  #canvas: TileCanvas | undefined;
  #painted: ReturnType<TileCanvas["paint"]>;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = new LazyProgram(gl, pictureShaders);
  }

  update(scene: Scene, view: ViewState): void {
    this.#enhancements = scene.enhancements;
    // Tile keys are only unique within one image.
    if (this.#seen.isStale(scene, "picture")) this.#drop();
    const { picture, tiles } = scene;
    this.#picture = picture?.tiles === undefined ? undefined : picture;
    this.#tiles = this.#picture === undefined ? [] : tiles;
    this.isUnfinished = false;
    if (picture?.tiles !== undefined && picture.tiles.pyramid.tileWidth > widestTexture) {
      this.#canvas ??= new TileCanvas(this.#gl);
      this.#painted = this.#canvas.paint(this.#tiles, picture, view);
      return;
    }
    this.#upload();
  }

  draw(view: ViewState): boolean {
    const picture = this.#picture;
    if (picture === undefined) return false;
    const gl = this.#gl;
    gl.disable(gl.BLEND);
    this.#program.use();
    if (this.#canvas !== undefined) {
      if (this.#painted !== undefined) this.#quad(view, this.#canvas.texture, this.#painted, [0, 0, 1, 1]);
      return true;
    }
    for (const { key, area, image } of this.#tiles) {
      const entry = this.#textures.get(key);
      if (entry === undefined) continue;
      const texel = (area.right - area.left) / image.width;
      const across = visibleSpan(area.left, area.right, picture.width, view.scale, view.x, view.width);
      const down = visibleSpan(area.top, area.bottom, picture.height, view.scale, view.y, view.height);
      if (across === undefined || down === undefined) continue;
      gl.bindTexture(gl.TEXTURE_2D, entry.texture);
      const filter = view.scale * texel >= squarePixelsFrom ? gl.NEAREST : gl.LINEAR;
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
      const place = [across.from, down.from, across.to, down.to] as const;
      this.#quad(view, entry.texture, place, [across.first, down.first, across.last, down.last]);
    }
    return true;
  }

  dispose(): void {
    this.#drop();
    this.#program.dispose();
  }

  #quad(
    view: ViewState,
    texture: WebGLTexture,
    place: readonly [number, number, number, number],
    part: readonly [number, number, number, number],
  ): void {
    const gl = this.#gl;
    setUniforms(this.#program.info, {
      ...viewUniforms(view),
      ...enhanceUniforms(this.#enhancements),
      u_place: place,
      u_part: part,
      u_image: texture,
    });
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  #upload(): void {
    let budget = uploadBudgetBytes;
    for (const { key, image } of this.#tiles) {
      const known = this.#textures.get(key);
      if (known !== undefined) {
        this.#textures.delete(key);
        this.#textures.set(key, known);
        continue;
      }
      const bytes = image.width * image.height * 4;
      // At least one, whatever its size.
      if (budget < uploadBudgetBytes && bytes > budget) {
        this.isUnfinished = true;
        continue;
      }
      budget -= bytes;
      this.#textures.set(key, { texture: this.#textureOf(image), bytes });
      this.#bytes += bytes;
    }
    const shown = new Set(this.#tiles.map(({ key }) => key));
    for (const [key, { texture, bytes }] of this.#textures) {
      if (this.#bytes <= maxTextureBytes) break;
      if (shown.has(key)) continue;
      this.#gl.deleteTexture(texture);
      this.#textures.delete(key);
      this.#bytes -= bytes;
    }
  }

  #textureOf(image: ImageBitmap): WebGLTexture {
    const gl = this.#gl;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
    // Never drawn far below half size: a coarser level is used then.
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    return texture;
  }

  #drop(): void {
    for (const { texture } of this.#textures.values()) this.#gl.deleteTexture(texture);
    this.#textures.clear();
    this.#bytes = 0;
    this.#canvas?.dispose();
    this.#canvas = undefined;
  }
}
