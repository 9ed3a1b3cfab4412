/**
 * Maps image pixels to device pixels. On large, zoomed-in pictures this exceeds the precision of a GPU: at 100,000 px
 * and 32 times, positions are off by half a pixel. So positions are uploaded relative to an origin near the view, which
 * is subtracted in f64, and shaders only handle the small rest.
 */
import type { Size, Viewport } from "../base/viewport.ts";

/** Screen state used by every layer. */
export interface ViewState {
  /** Device pixels per image pixel. */
  readonly scale: number;
  /** Position of the image's origin in device pixels, relative to the canvas's top left. */
  readonly x: number;
  readonly y: number;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** Canvas size, device pixels. */
  readonly width: number;
  readonly height: number;
}

/** Subtracted from image positions before they become f32; whole image pixels. */
export interface Origin {
  readonly x: number;
  readonly y: number;
}

export const noOrigin: Origin = { x: 0, y: 0 };

/** Within this distance from the origin (CSS pixels on screen) f32 resolves 1/512 of a pixel. */
const reachPx = 1 << 14;

/** The origin for a viewport: `current` as long as it is near enough; none if the picture's own will do. */
export function originFor(viewport: Viewport, canvas: Size, current: Origin): Origin {
  const x = (canvas.width / 2 - viewport.x) / viewport.scale;
  const y = (canvas.height / 2 - viewport.y) / viewport.scale;
  const isNear = (to: Origin): boolean => Math.max(Math.abs(x - to.x), Math.abs(y - to.y)) * viewport.scale <= reachPx;
  if (isNear(current)) return current;
  return isNear(noOrigin) ? noOrigin : { x: Math.round(x), y: Math.round(y) };
}

/** Where positions relative to `origin` start, in device pixels from the canvas's top left. */
export function viewOffset(view: ViewState, origin: Origin): readonly [x: number, y: number] {
  return [view.x + origin.x * view.scale, view.y + origin.y * view.scale];
}

export function isSameView(a: ViewState, b: ViewState): boolean {
  return (["scale", "x", "y", "pixelRatio", "width", "height"] as const).every((part) => a[part] === b[part]);
}

/** Uniforms for every shader that draws image positions; positions are relative to `origin`. */
export function viewUniforms(view: ViewState, origin: Origin = noOrigin): Record<string, unknown> {
  return {
    u_view: [view.scale, ...viewOffset(view, origin), view.pixelRatio],
    u_canvas: [view.width, view.height],
  };
}

/** GLSL for the uniforms above: `to_px` returns device pixels, `to_clip` clip coordinates. */
export const viewGlsl = `
uniform vec4 u_view;
uniform vec2 u_canvas;
vec2 to_px(vec2 image) { return image * u_view.x + u_view.yz; }
vec4 to_clip(vec2 px) { return vec4(px / u_canvas * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0); }
`;
