/** Paints the frames of the sample scene, and reports for every actor where it is and how much of it is visible. */

import { noiseTile, tileSide } from "./noise.ts";
import { blend, createRaster, drawNumber } from "./raster.ts";
import type { Raster, Rgb } from "./raster.ts";
import { actors, bridge, poseAt, quayTop, sceneFps, sceneHeight, sceneWidth } from "./scene.ts";
import type { Actor, Pose } from "./scene.ts";
import type { Dot } from "./silhouettes.ts";

export interface ObjectPosition {
  /** Index into `actors`. */
  readonly actor: number;
  /** x1, y1, x2, y2 of everything inside the picture, including hidden parts. Integers. */
  readonly bounds: readonly [number, number, number, number];
  /** Fraction of those pixels that is not hidden, 0..1. */
  readonly visible: number;
}

export interface SceneRenderer {
  /** Valid until the next call. */
  readonly raster: Raster;
  render(frame: number): readonly ObjectPosition[];
}

export function createSceneRenderer(): SceneRenderer {
  const raster = createRaster(sceneWidth, sceneHeight);
  const swell = noiseTile(7, 64, 3);
  const ripple = noiseTile(11, 32, 4);
  const grain = noiseTile(23, 16, 4);
  const buildings = buildingPixels(grain);
  const dot: Dot = { alpha: 0, r: 0, g: 0, b: 0 };

  function paintWater(seconds: number): void {
    const { rgb } = raster;
    const a = [Math.round(seconds * 9), Math.round(seconds * 4)] as const;
    const b = [Math.round(seconds * -6), Math.round(seconds * 7)] as const;
    const mask = tileSide - 1;
    for (let y = 0, at = 0; y < sceneHeight; y++) {
      const row1 = ((y + a[1]) & mask) * tileSide;
      const row2 = ((y * 2 + b[1]) & mask) * tileSide;
      for (let x = 0; x < sceneWidth; x++, at += 3) {
        const low = swell[row1 + ((x + a[0]) & mask)]!;
        const fine = ripple[row2 + ((x + b[0]) & mask)]!;
        // Bright lines where two slow noises are equal: light on moving water.
        const line = 1 - Math.abs(low - fine) * 9;
        const light = line > 0 ? line * line * 0.5 : 0;
        const shade = 0.62 + low * 0.55 + fine * 0.16 - y * 0.0004;
        rgb[at] = 22 * shade + light * 46;
        rgb[at + 1] = 96 * shade + light * 62;
        rgb[at + 2] = 122 * shade + light * 58;
      }
    }
  }

  /** Foam in the wake of a boat: two spreading edges and a churned middle, fading with age. */
  function paintWake(actor: Actor, seconds: number): void {
    if (actor.wake === undefined) return;
    const [strength, width] = actor.wake;
    for (let age = 0.03; age < 1.5; age += 0.0125) {
      const pose = poseAt(actor, seconds - age);
      if (pose === undefined) return;
      const spread = width * (0.5 + age * 1.1);
      const nx = -Math.sin(pose.heading);
      const ny = Math.cos(pose.heading);
      for (let offset = -spread; offset <= spread; offset += 1) {
        const x = Math.round(pose.x + nx * offset - Math.cos(pose.heading) * actor.reach * 0.7);
        const y = Math.round(pose.y + ny * offset - Math.sin(pose.heading) * actor.reach * 0.7);
        if (x < 0 || y < 0 || x >= sceneWidth || y >= sceneHeight) continue;
        const edge = Math.abs(offset) / spread;
        const churn = grain[((y * 3) & 255) * tileSide + ((x * 3) & 255)]!;
        const foam = (edge > 0.75 ? 0.34 : 0.22 * (1 - age / 0.9)) * churn * strength * (1 - age / 1.5);
        if (foam > 0) blend(raster, y * sceneWidth + x, 232, 244, 244, Math.min(1, foam));
      }
    }
  }

  /** Calls `visit` for the pixels an actor may cover. */
  function eachPixel(
    actor: Actor,
    pose: Pose,
    seconds: number,
    visit: (pixel: number, x: number, y: number) => void,
  ): void {
    const cos = Math.cos(pose.heading);
    const sin = Math.sin(pose.heading);
    const left = Math.max(0, Math.floor(pose.x - actor.reach));
    const right = Math.min(sceneWidth - 1, Math.ceil(pose.x + actor.reach));
    const top = Math.max(0, Math.floor(pose.y - actor.reach));
    const bottom = Math.min(sceneHeight - 1, Math.ceil(pose.y + actor.reach));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const dx = x + 0.5 - pose.x;
        const dy = y + 0.5 - pose.y;
        dot.alpha = 0;
        actor.silhouette(dx * cos + dy * sin, dy * cos - dx * sin, seconds, dot);
        if (dot.alpha > 0.004) visit(y * sceneWidth + x, x, y);
      }
    }
  }

  /** Paints an actor and returns its bounding box and number of pixels; `undefined` if it is outside the picture. */
  function paintActor(
    index: number,
    pose: Pose,
    seconds: number,
  ): { bounds: ObjectPosition["bounds"]; pixels: number } | undefined {
    const actor = actors[index]!;
    const lift = actor.flies === true ? 14 : 2;
    eachPixel(actor, { ...pose, x: pose.x + lift, y: pose.y + lift }, seconds, (pixel) => {
      blend(raster, pixel, 4, 26, 36, dot.alpha * (actor.flies === true ? 0.28 : 0.4));
    });
    let [x1, y1, x2, y2, pixels] = [sceneWidth, sceneHeight, 0, 0, 0];
    eachPixel(actor, pose, seconds, (pixel, x, y) => {
      blend(raster, pixel, dot.r, dot.g, dot.b, dot.alpha);
      if (dot.alpha < 0.5) return;
      raster.owner[pixel] = index + 1;
      pixels++;
      if (x < x1) x1 = x;
      if (y < y1) y1 = y;
      if (x >= x2) x2 = x + 1;
      if (y >= y2) y2 = y + 1;
    });
    return pixels === 0 ? undefined : { bounds: [x1, y1, x2, y2], pixels };
  }

  /** Bridge and quay hide everything under them. */
  function paintBuildings(): void {
    for (const { pixel, r, g, b, alpha } of buildings) {
      blend(raster, pixel, r, g, b, alpha);
      if (alpha === 1) raster.owner[pixel] = 0;
    }
  }

  function render(frame: number): readonly ObjectPosition[] {
    const seconds = frame / sceneFps;
    raster.owner.fill(0);
    paintWater(seconds);
    const painted = new Map<number, { bounds: ObjectPosition["bounds"]; pixels: number }>();
    const paintAll = (flying: boolean): void => {
      actors.forEach((actor, index) => {
        const pose = (actor.flies === true) === flying ? poseAt(actor, seconds) : undefined;
        const result = pose && paintActor(index, pose, seconds);
        if (result) painted.set(index, result);
      });
    };
    for (const actor of actors) paintWake(actor, seconds);
    paintAll(false);
    paintBuildings();
    paintAll(true);
    const seen = new Uint32Array(actors.length + 1);
    for (const owner of raster.owner) seen[owner]!++;
    drawNumber(raster, frame, 6, 6, 2);
    return [...painted].map(([actor, { bounds, pixels }]) => ({ actor, bounds, visible: seen[actor + 1]! / pixels }));
  }

  return { raster, render };
}

interface BuildingPixel {
  readonly pixel: number;
  readonly r: number;
  readonly g: number;
  readonly b: number;
  /** 1: hides everything below; less: casts a shadow on it. */
  readonly alpha: number;
}

/** Bridge, quay and their shadows: the same on every frame. */
function buildingPixels(grain: Float32Array): BuildingPixel[] {
  const pixels: BuildingPixel[] = [];
  const shadow = (pixel: number, alpha: number): void => void pixels.push({ pixel, r: 4, g: 26, b: 36, alpha });
  const wall = (pixel: number, [r, g, b]: Rgb, light: number): void =>
    void pixels.push({ pixel, r: r * light, g: g * light, b: b * light, alpha: 1 });
  for (let y = 0; y < sceneHeight; y++) {
    for (let x = 0; x < sceneWidth; x++) {
      const pixel = y * sceneWidth + x;
      const rough = grain[(y & 255) * tileSide + (x & 255)]!;
      if (y >= quayTop) {
        const isJoint = (y - quayTop) % 19 === 0 || (x + Math.floor((y - quayTop) / 19) * 21) % 43 === 0;
        wall(pixel, [142, 134, 122], y < quayTop + 4 ? 1.2 : isJoint ? 0.72 : 0.92 + rough * 0.2);
      } else if (x >= bridge.left && x < bridge.right) {
        const isRail = x < bridge.left + 3 || x >= bridge.right - 3;
        wall(pixel, [150, 114, 80], isRail ? 0.62 : (y % 9 === 0 ? 0.66 : 0.86) + rough * 0.28);
      } else if (x >= bridge.right && x < bridge.right + 9) {
        shadow(pixel, 0.42 * (1 - (x - bridge.right) / 9));
      } else if (y >= quayTop - 5) {
        shadow(pixel, 0.3);
      }
    }
  }
  return pixels;
}
