import { expect, test } from "vitest";
import { plainPicture } from "../base/image-enhancements.ts";
import { Scene, Seen, type ScenePart } from "./scene.ts";

const parts: readonly ScenePart[] = ["picture", "otherPicture", "styles", "labels", "attributes", "overlay", "tails"];

/** Every setter that needs no draw list, and the part that it makes layers upload again. */
const setters: readonly (readonly [name: string, set: (scene: Scene) => void, part: ScenePart | undefined])[] = [
  ["setPicture", (scene) => scene.setPicture(undefined), "picture"],
  ["setOtherPicture", (scene) => scene.setOtherPicture(undefined), "otherPicture"],
  ["setStyles", (scene) => scene.setStyles([]), "styles"],
  ["setLabels", (scene) => scene.setLabels(undefined), "labels"],
  ["setCovered", (scene) => scene.setCovered([{ left: 0, top: 0, right: 9, bottom: 9 }]), "labels"],
  ["setAttributes", (scene) => scene.setAttributes(undefined), "attributes"],
  ["setOverlay", (scene) => scene.setOverlay({ color: "#ff0000" }), "overlay"],
  ["setViewport", (scene) => scene.setViewport({ scale: 2, x: 0, y: 0 }), undefined],
  ["setCanvas", (scene) => scene.setCanvas({ width: 10, height: 10, pixelRatio: 1 }), undefined],
  ["setBackground", (scene) => scene.setBackground("#000000"), undefined],
  ["setSeeThrough", (scene) => scene.setSeeThrough(true), undefined],
  ["setVisibility", (scene) => scene.setVisibility({ text: false }), undefined],
  ["setTiles", (scene) => scene.setTiles([]), undefined],
  ["setOverlaidPicture", (scene) => scene.setOverlaidPicture(undefined), undefined],
  ["setEnhancements", (scene) => scene.setEnhancements(plainPicture), undefined],
];

test.each(setters)("%s is drawn, and only its own part is uploaded again", (_name, set, part) => {
  const scene = new Scene();
  const seen = new Seen();
  for (const each of parts) seen.isStale(scene, each);
  const { version } = scene;
  set(scene);
  expect(scene.version).toBeGreaterThan(version);
  expect(parts.filter((each) => seen.isStale(scene, each))).toEqual(part === undefined ? [] : [part]);
});

test("marks and tails that are not there before or after change nothing", () => {
  const scene = new Scene();
  scene.setMarks([]);
  scene.setTails(undefined);
  scene.setCovered([]);
  expect(scene.version).toBe(0);
});

test("the view is in device pixels", () => {
  const scene = new Scene();
  scene.setCanvas({ width: 800, height: 600, pixelRatio: 2 });
  scene.setViewport({ scale: 3, x: 10, y: -5 });
  expect(scene.view).toEqual({ scale: 6, x: 20, y: -10, pixelRatio: 2, width: 800, height: 600 });
});
