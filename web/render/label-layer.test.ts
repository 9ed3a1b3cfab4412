import { expect, test } from "vitest";
import { keptFree } from "./label-layer.ts";
import { Scene } from "./scene.ts";

test("labels keep off handles that turn a box, and off pins and notices above the picture", () => {
  const scene = new Scene();
  scene.setCanvas({ width: 800, height: 600, pixelRatio: 2 });
  scene.setViewport({ scale: 3, x: 10, y: 5 });
  scene.setCovered([{ left: 12, top: 8, right: 300, bottom: 42 }]);
  expect(keptFree(scene, scene.view)).toEqual([{ left: 24, top: 16, right: 600, bottom: 84 }]);
});
