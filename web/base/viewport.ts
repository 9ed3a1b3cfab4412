/**
 * Pan and zoom as pure functions: a viewport maps the picture to the canvas. Screen sizes are CSS pixels; the renderer
 * multiplies by the device pixel ratio.
 */
import { imagePoint, screenPoint } from "./brand.ts";
import type { ImagePoint, ScreenPoint } from "./brand.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Viewport {
  /** Screen pixels per image pixel; > 0. */
  readonly scale: number;
  /** Position of the image's top left corner on the canvas, screen pixels. */
  readonly x: number;
  readonly y: number;
}

/** Screen pixels per image pixel at maximum zoom. */
const maxScale = 32;
/** How far beyond each edge of the picture can be panned into view, as a share of its size. */
const boundsMargin = 0.3;
/** Zoom levels (powers of two) per notch of the wheel. */
const wheelScale = 0.2;
/** The `deltaY` that browsers report for one notch of a wheel, pixels. */
const wheelNotchPx = 120;

export function toScreen(viewport: Viewport, point: ImagePoint): ScreenPoint {
  return screenPoint(point.x * viewport.scale + viewport.x, point.y * viewport.scale + viewport.y);
}

export function toImage(viewport: Viewport, point: ScreenPoint): ImagePoint {
  return imagePoint((point.x - viewport.x) / viewport.scale, (point.y - viewport.y) / viewport.scale);
}

/** The whole picture, as large as the canvas allows, centered. */
export function fitViewport(picture: Size, canvas: Size): Viewport {
  const scale = Math.min(maxScale, fitScale(picture, canvas));
  return {
    scale,
    x: (canvas.width - picture.width * scale) / 2,
    y: (canvas.height - picture.height * scale) / 2,
  };
}

/** The minimum zoom: the picture and its margin just fit. */
export function minScale(picture: Size, canvas: Size): number {
  return Math.min(maxScale, fitScale(picture, canvas) / (1 + 2 * boundsMargin));
}

export function panBy(viewport: Viewport, dxPx: number, dyPx: number, picture: Size, canvas: Size): Viewport {
  return clampViewport({ ...viewport, x: viewport.x + dxPx, y: viewport.y + dyPx }, picture, canvas);
}

/** Zooms while keeping the image point under `anchor` in place, as far as the limits allow. */
export function zoomAbout(
  viewport: Viewport,
  factor: number,
  anchor: ScreenPoint,
  picture: Size,
  canvas: Size,
): Viewport {
  const scale = clamp(viewport.scale * factor, minScale(picture, canvas), maxScale);
  const held = toImage(viewport, anchor);
  return clampViewport({ scale, x: anchor.x - held.x * scale, y: anchor.y - held.y * scale }, picture, canvas);
}

/** Zoom factor of a wheel event; turning away from the user (negative `deltaY`) zooms in. */
export function wheelZoomFactor(event: Pick<WheelEvent, "deltaY" | "deltaMode">): number {
  // deltaMode 1 counts lines (Firefox: 3 per notch), 2 counts pages.
  const notches =
    event.deltaMode === 1 ? event.deltaY / 3 : event.deltaMode === 2 ? event.deltaY : event.deltaY / wheelNotchPx;
  return 2 ** (-notches * wheelScale);
}

/**
 * Centers this part of the picture. With `factor`, it is fitted and then enlarged by it; without, the zoom is
 * unchanged.
 */
export function viewportAbout(
  bounds: readonly [x1: number, y1: number, x2: number, y2: number],
  factor: number | undefined,
  viewport: Viewport,
  picture: Size,
  canvas: Size,
): Viewport {
  const [x1, y1, x2, y2] = bounds;
  const part = { width: Math.max(1, x2 - x1), height: Math.max(1, y2 - y1) };
  const wanted = factor === undefined ? viewport.scale : fitScale(part, canvas) / factor;
  const scale = clamp(wanted, minScale(picture, canvas), maxScale);
  const x = canvas.width / 2 - ((x1 + x2) / 2) * scale;
  const y = canvas.height / 2 - ((y1 + y2) / 2) * scale;
  return clampViewport({ scale, x, y }, picture, canvas);
}

/** Interpolates between two viewports; `share` is 0..1. The center moves evenly, and so does the zoom. */
export function viewportBetween(from: Viewport, to: Viewport, share: number, canvas: Size): Viewport {
  const scale = from.scale * (to.scale / from.scale) ** share;
  const middleOf = (viewport: Viewport): ImagePoint =>
    toImage(viewport, screenPoint(canvas.width / 2, canvas.height / 2));
  const [a, b] = [middleOf(from), middleOf(to)];
  return {
    scale,
    x: canvas.width / 2 - (a.x + (b.x - a.x) * share) * scale,
    y: canvas.height / 2 - (a.y + (b.y - a.y) * share) * scale,
  };
}

/** A viewport in terms that apply to pictures and canvases of other sizes. */
export interface RelativeViewport {
  /** Zoom relative to the fitted picture. */
  readonly zoom: number;
  /** The point at the center of the canvas, as shares of the picture's width and height. */
  readonly x: number;
  readonly y: number;
}

export function toRelative(viewport: Viewport, picture: Size, canvas: Size): RelativeViewport {
  const middle = toImage(viewport, screenPoint(canvas.width / 2, canvas.height / 2));
  return {
    zoom: viewport.scale / fitScale(picture, canvas),
    x: middle.x / picture.width,
    y: middle.y / picture.height,
  };
}

export function fromRelative({ zoom, x, y }: RelativeViewport, picture: Size, canvas: Size): Viewport {
  const scale = zoom * fitScale(picture, canvas);
  const offset = (size: number, share: number, canvasSize: number) => canvasSize / 2 - share * size * scale;
  const viewport = { scale, x: offset(picture.width, x, canvas.width), y: offset(picture.height, y, canvas.height) };
  return clampViewport(viewport, picture, canvas);
}

/** Adapts to a resized canvas, keeping the image point at its center. */
export function resizeViewport(viewport: Viewport, from: Size, to: Size, picture: Size): Viewport {
  return clampViewport(
    {
      scale: viewport.scale,
      x: viewport.x + (to.width - from.width) / 2,
      y: viewport.y + (to.height - from.height) / 2,
    },
    picture,
    to,
  );
}

/** Clamps a viewport to the zoom limits and the picture's margin. */
export function clampViewport(viewport: Viewport, picture: Size, canvas: Size): Viewport {
  const scale = clamp(viewport.scale, minScale(picture, canvas), maxScale);
  return {
    scale,
    x: clampOffset(viewport.x, picture.width * scale, canvas.width),
    y: clampOffset(viewport.y, picture.height * scale, canvas.height),
  };
}

function clampOffset(offset: number, picturePx: number, canvasPx: number): number {
  const margin = picturePx * boundsMargin;
  const min = canvasPx - picturePx - margin;
  const max = margin;
  // If picture and margin together are smaller than the canvas there is nothing to pan to, so the picture stays
  // centered.
  return min <= max ? clamp(offset, min, max) : (canvasPx - picturePx) / 2;
}

function fitScale(picture: Size, canvas: Size): number {
  if (!(picture.width > 0 && picture.height > 0 && canvas.width > 0 && canvas.height > 0)) return 1;
  return Math.min(canvas.width / picture.width, canvas.height / picture.height);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
