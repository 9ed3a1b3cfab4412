/** Draws a part of a picture at its place on the canvas; shared by layers that show media. */
import { enhanceGlsl } from "./enhance.ts";
import { viewGlsl } from "./view.ts";

const vertexShader = `#version 300 es
precision highp float;
${viewGlsl}
uniform vec4 u_place;
uniform vec4 u_part;
out vec2 v_uv;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  v_uv = mix(u_part.xy, u_part.zw, corner);
  gl_Position = to_clip(mix(u_place.xy, u_place.zw, corner));
}`;

const fragmentShader = `#version 300 es
precision highp float;
uniform sampler2D u_image;
in vec2 v_uv;
out vec4 color;
${enhanceGlsl}
void main() {
  color = vec4(enhanced(u_image, v_uv), 1.0);
}`;

/** `u_place`: device pixels; `u_part`: 0..1 of the texture `u_image`. */
export const pictureShaders = [vertexShader, fragmentShader] as const;

/** At this many device pixels per image pixel and more, pixels are shown as squares instead of blurred. */
export const squarePixelsFrom = 3;

export interface VisibleSpan {
  /** Device pixels. */
  readonly from: number;
  readonly to: number;
  /** Texture coordinate, 0..1. */
  readonly first: number;
  readonly last: number;
}

/**
 * For one axis: the visible part of a texture that covers image pixels `start` to `end` of a picture of `size`. Only
 * that part is drawn, since a GPU is inexact for corners a million pixels away.
 */
export function visibleSpan(
  start: number,
  end: number,
  size: number,
  scale: number,
  offset: number,
  canvas: number,
): VisibleSpan | undefined {
  const begin = start * scale + offset;
  const length = (end - start) * scale;
  const from = Math.max(begin, 0);
  const to = Math.min(Math.min(end, size) * scale + offset, canvas);
  return from < to ? { from, to, first: (from - begin) / length, last: (to - begin) / length } : undefined;
}
