import { expect, test } from "vitest";
import { imagePoint, screenPoint } from "./brand.ts";
import {
  clampViewport,
  fitViewport,
  minScale,
  panBy,
  resizeViewport,
  toImage,
  toScreen,
  viewportAbout,
  viewportBetween,
  wheelZoomFactor,
  zoomAbout,
} from "./viewport.ts";

const picture = { width: 640, height: 480 };
const canvas = { width: 1280, height: 720 };

test("image and screen points are each other's inverse", () => {
  const viewport = { scale: 2.5, x: -40, y: 17 };
  const point = toImage(viewport, toScreen(viewport, imagePoint(12.25, 99)));
  expect(point.x).toBeCloseTo(12.25, 10);
  expect(point.y).toBeCloseTo(99, 10);
});

test("fitting shows the whole picture in the middle", () => {
  expect(fitViewport(picture, canvas)).toEqual({ scale: 1.5, x: 160, y: 0 });
});

test("zooming keeps the image point under the pointer", () => {
  const start = fitViewport(picture, canvas);
  const anchor = screenPoint(500, 300);
  const zoomed = zoomAbout(start, 3, anchor, picture, canvas);
  expect(zoomed.scale).toBeCloseTo(4.5, 10);
  expect(toImage(zoomed, anchor).x).toBeCloseTo(toImage(start, anchor).x, 10);
  expect(toImage(zoomed, anchor).y).toBeCloseTo(toImage(start, anchor).y, 10);
});

test("[V-CANVAS-01] zoom stops at 32 screen pixels per image pixel", () => {
  let viewport = fitViewport(picture, canvas);
  for (let i = 0; i < 100; i++) viewport = zoomAbout(viewport, 1.5, screenPoint(640, 360), picture, canvas);
  expect(viewport.scale).toBe(32);
  expect(fitViewport({ width: 4, height: 4 }, canvas).scale).toBe(32);
});

test("[V-CANVAS-02] the picture can be panned 0.3 of its size beyond each edge, and zoomed out to that margin", () => {
  const close = { scale: 4, x: 0, y: 0 };
  const farRight = panBy(close, 1e6, 1e6, picture, canvas);
  expect(farRight.x).toBeCloseTo(0.3 * 640 * 4, 10);
  expect(farRight.y).toBeCloseTo(0.3 * 480 * 4, 10);
  const farLeft = panBy(close, -1e6, -1e6, picture, canvas);
  expect(toImage(farLeft, screenPoint(1280, 720)).x).toBeCloseTo(1.3 * 640, 10);
  expect(toImage(farLeft, screenPoint(1280, 720)).y).toBeCloseTo(1.3 * 480, 10);

  const out = zoomAbout(close, 1e-6, screenPoint(3, 3), picture, canvas);
  expect(out.scale).toBe(minScale(picture, canvas));
  expect(out.scale * 480 * 1.6).toBeCloseTo(720, 10);
});

test("a picture smaller than the canvas with its margin stays in the middle of that direction", () => {
  const viewport = clampViewport({ scale: 1, x: -500, y: 0 }, picture, { width: 4000, height: 500 });
  expect(viewport.x).toBe((4000 - 640) / 2);
});

test("[V-CANVAS-03] one notch of the wheel is 0.2 of a power of two, whatever unit the browser counts in", () => {
  expect(wheelZoomFactor({ deltaY: -120, deltaMode: 0 })).toBeCloseTo(2 ** 0.2, 12);
  expect(wheelZoomFactor({ deltaY: 3, deltaMode: 1 })).toBeCloseTo(2 ** -0.2, 12);
});

test("a part of the picture comes into the middle, fitted and enlarged, or with the zoom that there is", () => {
  const start = fitViewport(picture, canvas);
  const middle = (viewport: typeof start) => toImage(viewport, screenPoint(canvas.width / 2, canvas.height / 2));
  const box = [300, 200, 340, 220] as const;
  const fitted = viewportAbout(box, 2, start, picture, canvas);
  expect(middle(fitted)).toEqual({ x: 320, y: 210 });
  expect(fitted.scale).toBeCloseTo(Math.min(32, Math.min(canvas.width / 40, canvas.height / 20) / 2), 9);
  const near = zoomAbout(start, 4, screenPoint(0, 0), picture, canvas);
  expect(viewportAbout(box, undefined, near, picture, canvas).scale).toBe(near.scale);
  const half = viewportBetween(near, fitted, 0.5, canvas);
  expect(half.scale ** 2).toBeCloseTo(near.scale * fitted.scale, 6);
  expect(middle(half).x).toBeCloseTo((middle(near).x + middle(fitted).x) / 2, 6);
});

test("a resized canvas keeps its middle", () => {
  const start = zoomAbout(fitViewport(picture, canvas), 4, screenPoint(640, 360), picture, canvas);
  const resized = resizeViewport(start, canvas, { width: 900, height: 700 }, picture);
  const before = toImage(start, screenPoint(640, 360));
  const after = toImage(resized, screenPoint(450, 350));
  expect([after.x, after.y]).toEqual([before.x, before.y]);
});
