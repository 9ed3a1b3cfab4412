/** The test page: draws one scene with the product's renderer and returns its pixels. */
import { ShapeKind } from "../../../core-wasm/host/border.ts";
import type { DrawList, FrameShapes } from "../../../core-wasm/host/types.ts";
import { imagePoint } from "../../../web/base/brand.ts";

import { plainPicture } from "../../../web/base/image-enhancements.ts";
import type { Picture } from "../../../web/base/picture.ts";
import type { ShownTile, TileSet } from "../../../web/base/tile-pyramid.ts";
import type { Shape } from "../../../web/base/shape.ts";
import { observeCanvasSize } from "../../../web/render/canvas-size.ts";
import { wholeRows } from "../../../web/render/gl.ts";
import type { AttributeText } from "../../../web/render/attribute-text.ts";
import type { LayerKind } from "../../../web/render/layer.ts";
import { layerKinds } from "../../../web/render/layers.ts";
import { createRenderer } from "../../../web/render/renderer.ts";
import type { Renderer } from "../../../web/render/renderer.ts";
import { countFrames, type FrameStatistics } from "../../support/frame-statistics.ts";
import type { Origin } from "../../../web/render/view.ts";
import type { Scene, SceneBox, SceneOverlayShape } from "../scene.ts";

export interface DrawnScene {
  readonly width: number;
  readonly height: number;
  /** RGBA, rows from the top, as base64: as numbers they would take longer to transfer than to draw. */
  readonly pixels: string;
  /** Number of draw calls to the GPU. */
  readonly drawCalls: number;
  /** Programs compiled for it, and how many of them were deleted when the renderer was disposed of. */
  readonly programs: { readonly made: number; readonly deleted: number };
  /** The renderer's own statistics, read from the canvas. */
  readonly statistics: Readonly<FrameStatistics>;
  /** Messages that reached the page's error handler. */
  readonly errors: readonly string[];
}

/** Programs that were linked so far. */
export interface ProgramCounts {
  readonly first: number;
  readonly ready: number;
  readonly hovered: number;
  readonly drawCallsOfHovered: number;
}

/** The first frame of a renderer. */
export interface FirstDrawing {
  /** Frames drawn immediately, and after the programs were ready. */
  readonly immediately: number;
  readonly then: number;
  /** Programs that the page had to wait for. */
  readonly waitedFor: number;
  /** Whether the renderer requested a frame. */
  readonly hasAsked: boolean;
  /** Milliseconds that drawing took, GPU included. */
  readonly drawingMs: number;
}

/** The work of one frame, with a canvas beneath. */
export interface PaintCounts {
  pictures: number;
  boxes: number;
  /** WebGL draw calls, including clears. */
  onTop: number;
}

declare global {
  interface Window {
    /**
     * For the first frame, and for each after a change: labels, selection, picture, an overlay that appears and
     * disappears, a selection, few boxes, a picture with more pixels than the canvas. Also whether the canvas beneath
     * is visible, at each change of that.
     */
    countPaintings: (scene: Scene) => Promise<{
      readonly counts: readonly PaintCounts[];
      readonly isSeen: readonly boolean[];
    }>;
    drawScene: (scene: Scene) => Promise<DrawnScene>;
    /** Sizes reported so far for a place of 100 x 50 CSS pixels, as `width x height @ pixel ratio`. */
    observedSizes: string[];
    observePlace: () => void;
    /** Draws a scene, waits until one more program is ready, draws again with this track hovered. */
    countPrograms: (scene: Scene, hovered: number) => Promise<ProgramCounts>;
    /** Draws while programs are being prepared, if they are, and then again. */
    drawFirst: (scene: Scene, isPrepared: boolean) => Promise<FirstDrawing>;
    moveToScreen: (pixelRatio: number) => void;
  }
}

const letters: Readonly<Record<string, readonly number[]>> = {
  r: [255, 0, 0],
  g: [0, 255, 0],
  b: [0, 0, 255],
  w: [255, 255, 255],
  k: [0, 0, 0],
  m: [128, 128, 128],
  o: [120, 90, 60],
};

countFrames();

window.drawScene = async (scene) => {
  document.body.replaceChildren();
  const canvas = document.body.appendChild(document.createElement("canvas"));
  const errors: string[] = [];
  window.onerror = (message) => {
    errors.push(String(message));
    return true;
  };
  const programs = countPrograms();
  let canvasBelow: HTMLCanvasElement | undefined;
  const renderer = createRenderer(canvas, {
    ...(scene.background !== undefined && { background: scene.background }),
    ...(scene.isSoftware !== undefined && { isSoftware: scene.isSoftware }),
    ...(scene.hasBeneath === true && { makeCanvasBelow: () => (canvasBelow = makeCanvasBelow()) }),
    ...(scene.brokenLayer === true && { layers: [...layerKinds.slice(0, 2), brokenKind, ...layerKinds.slice(2)] }),
  });
  const gl = canvas.getContext("webgl2")!;
  await applyScene(renderer, scene);
  const drawCalls = countDrawCalls(gl);
  renderer.draw();
  // Nothing has changed, so this draws nothing.
  renderer.draw();
  if (scene.loseContext === true) {
    await loseContext(canvas, gl);
    renderer.draw();
  }
  const { width, height } = canvas;
  const bytes = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  const error = gl.getError();
  if (error !== gl.NO_ERROR) throw new Error(`WebGL error ${error}`);
  renderer.dispose();
  const pixels = new Uint8Array(bytes.length);
  const rowLength = width * 4;
  for (let y = 0; y < height; y++)
    pixels.set(bytes.subarray((height - 1 - y) * rowLength, (height - y) * rowLength), y * rowLength);
  if (canvasBelow !== undefined) putUnder(pixels, canvasBelow);
  // A frame is counted when its calls are over.
  await Promise.resolve();
  const statistics = structuredClone(canvas.frameStatistics!);
  return {
    width,
    height,
    pixels: toBase64(pixels),
    drawCalls: drawCalls(),
    programs: programs(),
    statistics,
    errors,
  };
};

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 10_000) text += String.fromCharCode(...bytes.subarray(at, at + 10_000));
  return btoa(text);
}

function makeCanvasBelow(): HTMLCanvasElement {
  return document.body.appendChild(document.createElement("canvas"));
}

/** Combines both as the browser does: `pixels` are premultiplied. */
function putUnder(pixels: Uint8Array, canvasBelow: HTMLCanvasElement): void {
  const { data } = canvasBelow.getContext("2d")!.getImageData(0, 0, canvasBelow.width, canvasBelow.height);
  for (let at = 0; at < pixels.length; at++) {
    pixels[at]! += Math.round((data[at]! * (255 - pixels[at | 3]!)) / 255);
  }
}

window.countPaintings = async (scene) => {
  document.body.replaceChildren();
  const canvas = document.body.appendChild(document.createElement("canvas"));
  const canvasBelow = makeCanvasBelow();
  const counts: PaintCounts = { pictures: 0, boxes: 0, onTop: 0 };
  const spy = (target: object, name: string, key: keyof PaintCounts): void => {
    const original = (target as Record<string, (...args: unknown[]) => unknown>)[name]!;
    Object.assign(target, {
      [name]: (...args: unknown[]) => {
        counts[key]++;
        return original.apply(target, args);
      },
    });
  };
  const context = canvasBelow.getContext("2d", { alpha: false, willReadFrequently: true })!;
  spy(context, "drawImage", "pictures");
  spy(context, "putImageData", "boxes");
  const renderer = createRenderer(canvas, { isSoftware: true, makeCanvasBelow: () => canvasBelow });
  const gl = canvas.getContext("webgl2")!;
  for (const name of ["clear", "drawArrays", "drawElements"]) spy(gl, name, "onTop");
  await applyScene(renderer, scene);
  const measured: PaintCounts[] = [];
  const changes = [
    () => undefined,
    () => renderer.scene.setLabels(() => "fish"),
    () => renderer.scene.setHighlight({ selected: new Set([1]) }),
    async () => renderer.scene.setPicture(await pictureOf(scene.picture!)),
    () => renderer.scene.setOverlay({ color: "#ffffff", shapes: [{ kind: "rectangle", bounds: [10, 10, 50, 50] }] }),
    () => renderer.scene.setOverlay({ color: "#ffffff" }),
    () => renderer.scene.setHighlight({ selected: new Set([2]) }),
    () => renderer.scene.setDrawList(drawListOf(scene.boxes!.slice(0, 5), renderer.scene.origin)),
    () => renderer.scene.setDrawList(drawListOf(scene.boxes!.slice(0, 1), renderer.scene.origin)),
    async () => {
      const rows = Array.from({ length: canvas.height + 1 }, () => "r".repeat(canvas.width));
      renderer.scene.setPicture(await pictureOf({ ...scene.picture!, rows }));
    },
  ];
  const isSeen: boolean[] = [];
  for (const change of changes) {
    Object.assign(counts, { pictures: 0, boxes: 0, onTop: 0 });
    await change();
    renderer.draw();
    measured.push({ ...counts });
    const isVisible = getComputedStyle(canvasBelow).visibility === "visible";
    if (isSeen.at(-1) !== isVisible) isSeen.push(isVisible);
  }
  renderer.dispose();
  return { counts: measured, isSeen };
};

window.countPrograms = async (scene, hovered) => {
  document.body.replaceChildren();
  const canvas = document.body.appendChild(document.createElement("canvas"));
  const renderer = createRenderer(canvas, { isSoftware: scene.isSoftware ?? false });
  const gl = canvas.getContext("webgl2")!;
  const counts = { linked: 0, ready: 0 };
  const { linkProgram, getUniformLocation } = gl;
  gl.linkProgram = (program) => {
    counts.linked++;
    linkProgram.call(gl, program);
  };
  // Queried once the program is known to be valid.
  const asked = new Set<WebGLProgram>();
  gl.getUniformLocation = (program, name) => {
    asked.add(program);
    return getUniformLocation.call(gl, program, name);
  };
  await applyScene(renderer, scene);
  renderer.draw();
  const first = counts.linked;
  while (asked.size === first) await new Promise(requestAnimationFrame);
  const ready = counts.linked;
  await applyScene(renderer, { ...scene, hovered });
  renderer.draw();
  await Promise.resolve();
  const drawCallsOfHovered = canvas.frameStatistics!.drawCallsOfFrame;
  const result = { first, ready, hovered: counts.linked, drawCallsOfHovered };
  renderer.dispose();
  return result;
};

window.drawFirst = async (scene, isPrepared) => {
  document.body.replaceChildren();
  const canvas = document.body.appendChild(document.createElement("canvas"));
  let hasAsked = false;
  const renderer = createRenderer(canvas, { isSoftware: false, onUnfinished: () => (hasAsked = true) });
  const gl = canvas.getContext("webgl2")!;
  let [isDrawing, waitedFor, drawingMs] = [false, 0, 0];
  const { linkProgram } = gl;
  gl.linkProgram = (program) => {
    if (isDrawing) waitedFor++;
    linkProgram.call(gl, program);
  };
  const draw = (): void => {
    const began = performance.now();
    isDrawing = true;
    renderer.draw();
    isDrawing = false;
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    drawingMs += performance.now() - began;
  };
  const ready = isPrepared ? renderer.prepare() : undefined;
  await applyScene(renderer, scene);
  draw();
  await Promise.resolve();
  const immediately = canvas.frameStatistics!.frames;
  await ready;
  draw();
  await Promise.resolve();
  const result = { immediately, then: canvas.frameStatistics!.frames, waitedFor, hasAsked, drawingMs };
  renderer.dispose();
  return result;
};

/** Fails each time it has to upload. */
const brokenKind: LayerKind = {
  name: "broken",
  create: () => ({
    update() {
      throw new Error("cannot upload");
    },
    draw: () => false,
    dispose: () => undefined,
  }),
};

window.observedSizes = [];
let densityQuery: { readonly query: string; readonly events: EventTarget } | undefined;
window.observePlace = () => {
  window.matchMedia = (query) => {
    const events = new EventTarget();
    densityQuery = { query, events };
    return events as MediaQueryList;
  };
  const place = document.body.appendChild(document.createElement("div"));
  place.style.cssText = "width: 100px; height: 50px";
  observeCanvasSize(place, ({ width, height }, ratio) => window.observedSizes.push(`${width} x ${height} @ ${ratio}`));
};

/** Fires the watched media query, as a browser does when it no longer matches. */
window.moveToScreen = (pixelRatio) => {
  const watched = densityQuery;
  if (watched?.query !== `(resolution: ${window.devicePixelRatio}dppx)`) throw new Error("The density is not watched.");
  Object.defineProperty(window, "devicePixelRatio", { value: pixelRatio, configurable: true });
  watched.events.dispatchEvent(new Event("change"));
};

/** Installed before there is a renderer. */
function countPrograms(): () => DrawnScene["programs"] {
  const count = { made: 0, deleted: 0 };
  const { createProgram, deleteProgram } = WebGL2RenderingContext.prototype;
  Object.assign(WebGL2RenderingContext.prototype, {
    createProgram(this: WebGL2RenderingContext) {
      count.made++;
      return createProgram.call(this);
    },
    deleteProgram(this: WebGL2RenderingContext, program: WebGLProgram | null) {
      count.deleted++;
      deleteProgram.call(this, program);
    },
  });
  return () => {
    Object.assign(WebGL2RenderingContext.prototype, { createProgram, deleteProgram });
    return count;
  };
}

function countDrawCalls(gl: WebGL2RenderingContext): () => number {
  let calls = 0;
  for (const name of ["drawArrays", "drawElements"] as const) {
    const original = gl[name] as (...args: number[]) => void;
    Object.assign(gl, {
      [name]: (...args: number[]) => {
        calls++;
        original.apply(gl, args);
      },
    });
  }
  return () => calls;
}

async function applyScene(renderer: Renderer, scene: Scene): Promise<void> {
  const [width, height] = scene.canvas ?? [200, 100];
  const { overlay } = scene;
  renderer.resize({ width, height }, scene.pixelRatio ?? 1);
  if (scene.viewport !== undefined) renderer.scene.setViewport(scene.viewport);
  if (scene.picture !== undefined) {
    const picture = await pictureOf(scene.picture);
    const { tiles } = scene;
    renderer.scene.setPicture(tiles === undefined ? picture : { ...picture, tiles: tilesOf(picture, tiles.tileWidth) });
    if (tiles !== undefined) renderer.scene.setTiles(await Promise.all(tiles.shown.map(shownTile)));
  }
  if (scene.enhancements !== undefined) renderer.scene.setEnhancements({ ...plainPicture, ...scene.enhancements });
  renderer.scene.setStyles(
    (scene.styles ?? []).map((style) => ({
      color: "#ff0000",
      strokeWidth: undefined,
      fill: false,
      opacity: 1,
      showLabel: true,
      ...style,
    })),
  );
  const boxes = scene.boxes ?? [];
  renderer.scene.setLabels((id) => boxes.find((box) => box.id === id)?.label);
  renderer.scene.setAttributes((id) =>
    (boxes.find((box) => box.id === id)?.attributes ?? []).map((text) => ({ ...plainAttribute, ...text })),
  );
  renderer.scene.setDrawList(drawListOf(boxes, renderer.scene.origin));
  renderer.scene.setHighlight({
    selected: new Set(scene.selected),
    hovered: scene.hovered,
    disableOthers: scene.disableOthers ?? false,
    hidden: new Set(scene.hidden),
    replaced: scene.replaced,
  });
  if (boxes.some(({ shapes = [] }) => shapes.length > 0)) renderer.scene.setShapes(shapesOf(boxes));
  const { tails = [], visibility } = scene;
  if (visibility !== undefined) renderer.scene.setVisibility(visibility);
  if (tails.length > 0) {
    const values = new Float32Array(wholeRows(tails.length * 2) * 4);
    const { x, y } = renderer.scene.origin;
    values.set(
      tails.flatMap(({ ends: [x1, y1, x2, y2], entry, strength }) => [
        x1 - x,
        y1 - y,
        x2 - x,
        y2 - y,
        entry,
        strength,
        0,
        0,
      ]),
    );
    renderer.scene.setTails({ segmentCount: tails.length, values });
  }
  renderer.scene.setOverlay({
    color: overlay?.color ?? "#ffffff",
    shapes: (overlay?.shapes ?? []).map(overlayShape),
    handles: (overlay?.handles ?? []).map((handle) => ({ ...handle, at: imagePoint(...handle.at) })),
    ...(overlay?.crosshair !== undefined && { crosshair: imagePoint(...overlay.crosshair) }),
  });
}

/** The default rendering settings. */
const plainAttribute: AttributeText = {
  name: "",
  value: "",
  nameColor: undefined,
  valueColor: "#ffffff",
  namePx: -1,
  valuePx: -1,
  location: "outside",
  corner: "SE",
  layout: "horizontal",
  box: undefined,
  width: { type: "%", val: 10 },
  height: { type: "auto", val: 10 },
};

function overlayShape(shape: SceneOverlayShape): Shape {
  switch (shape.kind) {
    case "rectangle":
      return shape;
    case "polygon":
      return { kind: "polygon", rings: shape.rings.map((ring) => ring.map((at) => imagePoint(...at))) };
    case "polyline":
      return { kind: "polyline", points: shape.points.map((at) => imagePoint(...at)) };
    case "point":
      return { kind: "point", at: imagePoint(...shape.at) };
  }
}

/** In the core's layout: consecutive records, paths and points. */
function shapesOf(boxes: readonly SceneBox[]): FrameShapes {
  const shapes: number[] = [];
  const paths: number[] = [];
  const points: number[] = [];
  for (const [entry, box] of boxes.entries()) {
    for (const shape of box.shapes ?? []) {
      shapes.push(entry, ShapeKind[shape.kind], paths.length / 2, shape.paths.length);
      for (const path of shape.paths) {
        paths.push(points.length / 2, path.length);
        points.push(...path.flat());
      }
    }
  }
  return {
    pool: pools++,
    count: shapes.length / 4,
    keptPaths: paths.length / 2,
    shapes: Uint32Array.from(shapes),
    paths: Uint32Array.from(paths),
    points: Float64Array.from(points),
  };
}

let pools = 0;

function drawListOf(boxes: readonly SceneBox[], { x, y }: Origin): DrawList {
  return {
    count: boxes.length,
    bounds: Float32Array.from(boxes.flatMap(({ bounds: [x1, y1, x2, y2] }) => [x1 - x, y1 - y, x2 - x, y2 - y])),
    originX: x,
    originY: y,
    hasGeometry: boxes.some(({ shapes = [] }) => shapes.length > 0),
    typeIndices: Uint32Array.from(boxes, (box) => box.type ?? 0),
    flags: Uint32Array.from(boxes, (box) => box.flags ?? 1),
    trackIds: Uint32Array.from(boxes, (box) => box.id),
  };
}

type SceneTiles = NonNullable<Scene["tiles"]>;

function tilesOf({ width, height }: Picture, tileWidth: number): TileSet {
  const pyramid = { width, height, tileWidth, tileHeight: 256, levels: 1 };
  return { pyramid, shown: [], look: () => undefined, onChange: () => () => undefined };
}

async function shownTile({ rows, area }: SceneTiles["shown"][number], key: number): Promise<ShownTile> {
  const [left, top, right, bottom] = area;
  const { image } = await pictureOf({ rows });
  return { key: String(key), image, area: { left, top, right, bottom } };
}

async function pictureOf({ rows, size }: NonNullable<Scene["picture"]>): Promise<Picture> {
  const width = rows[0]!.length;
  const data = new ImageData(width, rows.length);
  rows
    .join("")
    .split("")
    .forEach((letter, i) => data.data.set([...letters[letter]!, 255], i * 4));
  const image = await createImageBitmap(data);
  return { frame: 0, image, width: size?.[0] ?? width, height: size?.[1] ?? rows.length, close: () => image.close() };
}

async function loseContext(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext): Promise<void> {
  const extension = gl.getExtension("WEBGL_lose_context")!;
  const lost = new Promise((resolve) => canvas.addEventListener("webglcontextlost", resolve, { once: true }));
  extension.loseContext();
  await lost;
  const restored = new Promise((resolve) => canvas.addEventListener("webglcontextrestored", resolve, { once: true }));
  setTimeout(() => extension.restoreContext());
  await restored;
}
