/** Draws each case of `cases/` with the product's renderer in a real browser and checks its pixels. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { sharpenKernel } from "../../web/base/image-enhancements.ts";
import { bundlePage } from "../support/page-bundle.ts";
import { startRangeServer } from "../support/range-server.ts";
import type { RangeServer } from "../support/range-server.ts";
import type { DrawnScene } from "./page/page.ts";
import type { RenderCase, Scene } from "./scene.ts";

const casesFolder = fileURLToPath(new URL("./cases/", import.meta.url));
const cases = await Promise.all(
  readdirSync(casesFolder).map(async (name) => {
    const { renderCase } = (await import(`./cases/${name}/case.ts`)) as { renderCase: RenderCase };
    return { name, renderCase };
  }),
);

// A trace would contain every picture several times; a failed check names the wrong pixel.
test.use({ trace: "off", screenshot: "off" });

let server: RangeServer;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startRangeServer();
  const folder = fileURLToPath(new URL("./page/", import.meta.url));
  for (const [path, content] of await bundlePage(folder)) server.serve(`/${path}`, content);
  page = await browser.newPage();
  await page.goto(`${server.origin}/index.html`);
  await page.waitForFunction(() => "drawScene" in window);
});

test.afterAll(async () => {
  await page.close();
  await server.close();
});

interface Drawn extends Omit<DrawnScene, "pixels"> {
  readonly pixels: Uint8Array;
}

async function draw(scene: Scene): Promise<Drawn> {
  const drawn = await page.evaluate((wanted) => window.drawScene(wanted), scene);
  return { ...drawn, pixels: Buffer.from(drawn.pixels, "base64") };
}

// The titles of the cases say where each row is asserted.
test.describe("[V-CANVAS-09, V-CANVAS-10, V-CANVAS-11, V-CANVAS-12, V-CANVAS-13, V-LARGE-02] cases", () => {
  for (const { name, renderCase } of cases) {
    test(renderCase.title, { tag: `@${name}` }, async () => {
      const drawn = await draw(renderCase.scene);
      for (const { at, color, tolerance = 2 } of renderCase.pixels) {
        const shown = colorAt(drawn, at[0], at[1]);
        expect.soft(near(shown, color, tolerance), `pixel ${at.join()} is ${shown}, not ${color}`).toBe(true);
      }
      for (const { of, color, min, max } of renderCase.areas ?? []) {
        const share = shareOf(drawn, of, color);
        expect.soft(share, `${color} in ${of.join()}`).toBeGreaterThanOrEqual(min);
        expect.soft(share, `${color} in ${of.join()}`).toBeLessThanOrEqual(max);
      }
      expect(renderCase.pixels.length + (renderCase.areas?.length ?? 0)).toBeGreaterThan(0);
    });
  }
});

test("[V-ENHANCE-04] the default sharpen kernel is 3x3: 0 -1 0 / -1 5 -1 / 0 -1 0", async () => {
  expect(sharpenKernel).toEqual([
    [0, -1, 0],
    [-1, 5, -1],
    [0, -1, 0],
  ]);
  const colors: Readonly<Record<string, readonly number[]>> = { m: [128, 128, 128], o: [120, 90, 60] };
  const rows = ["momom", "mmoom", "ommmo", "mmomm"];
  const scene = { picture: { rows }, viewport: { scale: 20, x: 0, y: 0 } };
  for (const sharpen of [1, 0.5]) {
    const drawn = await draw({ ...scene, enhancements: { sharpen } });
    for (const y of [1, 2])
      for (const x of [1, 2, 3]) {
        const at = (column: number, row: number): readonly number[] => colors[rows[row]![column]!]!;
        const wanted = [0, 1, 2].map((channel) => {
          const own = at(x, y)[channel]!;
          let sharp = 0;
          for (const [j, weights] of sharpenKernel.entries())
            for (const [i, weight] of weights.entries()) sharp += weight * at(x + i - 1, y + j - 1)[channel]!;
          return Math.min(255, Math.max(0, Math.round(own + (sharp - own) * sharpen)));
        });
        const color = `#${wanted.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
        const shown = colorAt(drawn, x * 20 + 10, y * 20 + 10);
        expect.soft(near(shown, color, 2), `pixel ${x},${y} is ${shown}, not ${color}`).toBe(true);
      }
  }
});

test("any number of boxes is one draw call, and one more when types are filled", async () => {
  const boxes = Array.from({ length: 5000 }, (_, id) => ({
    id,
    bounds: [id % 190, id % 90, (id % 190) + 8, (id % 90) + 8] as const,
  }));
  expect((await draw({ boxes: boxes.slice(0, 1) })).drawCalls).toBe(1);
  expect((await draw({ boxes })).drawCalls).toBe(1);
  expect((await draw({ boxes, styles: [{ fill: true }] })).drawCalls).toBe(2);
  expect((await draw({})).drawCalls).toBe(0);
});

test("[V-CANVAS-10] without a graphics card many outlines are painted, pixel by pixel as shaders draw them", async () => {
  const boxes = Array.from({ length: 300 }, (_, id) => {
    const [x, y] = [((id * 37) % 240) - 20, ((id * 53) % 140) - 20];
    const [width, height] = id === 7 ? [9000, 3] : [(id * 7) % 61, (id * 11) % 47];
    // Integers, halves and thirds.
    const bounds = [x + (id % 3) / 2, y + (id % 4) / 3, x + width, y + height] as const;
    return { id, bounds, type: id % 4 };
  });
  const interpolated = boxes.map((box) => ({ ...box, flags: box.id % 2 }));
  const scene: Scene = {
    picture: { rows: ["rg", "bw"], size: [200, 100] },
    styles: [{}, { color: "#00ff40", strokeWidth: 1 }, { color: "#2060ff", opacity: 0.5 }, { fill: true }],
    selected: [10, 11, 12, 13, 14, 15],
    hovered: 21,
    hidden: [30, 31],
    replaced: { trackId: 40, part: "box", isMoving: false },
  };
  // Where dashes meet at a corner, pixels are equally close to both sides, and shaders may choose either.
  const views = [
    { boxes, max: 0, viewport: { scale: 1, x: 0, y: 0 } },
    { boxes, max: 0, viewport: { scale: 0.6, x: 5.5, y: 3.5 }, pixelRatio: 2, disableOthers: true },
    { boxes: interpolated, max: 0.002, viewport: { scale: 1.37, x: -31.4, y: 8.2 }, pixelRatio: 1.25 },
  ];
  for (const { max, ...view } of views) {
    const byShaders = await draw({ ...scene, ...view, isSoftware: false });
    const painted = await draw({ ...scene, ...view, isSoftware: true });
    const differing = painted.pixels.filter((value, at) => Math.abs(value - byShaders.pixels[at]!) > 6);
    expect(differing.length / painted.pixels.length, JSON.stringify(view.viewport)).toBeLessThanOrEqual(max);
    // Painted content is one more texture.
    expect(painted.drawCalls).toBe(byShaders.drawCalls);
    expect(painted.statistics.uploadsOfFrame).toBe(byShaders.statistics.uploadsOfFrame + 1);
    const canvasBelow = await draw({ ...scene, ...view, isSoftware: true, hasBeneath: true });
    expect(canvasBelow.drawCalls, "nothing is left for WebGL").toBe(0);
    // Edges of the picture are smoothed between two pixels.
    const others = canvasBelow.pixels.filter((value, at) => Math.abs(value - byShaders.pixels[at]!) > 6);
    expect(others.length / canvasBelow.pixels.length, JSON.stringify(view.viewport)).toBeLessThanOrEqual(max + 0.003);
  }
  // Few outlines are left to the shaders.
  const few = { ...scene, boxes: boxes.slice(0, 5) };
  const { statistics } = await draw({ ...few, isSoftware: false });
  expect((await draw({ ...few, isSoftware: true })).statistics).toEqual(statistics);
});

test("with a canvas beneath a frame paints what has changed of it, and WebGL draws only what is on it", async () => {
  const boxes = Array.from({ length: 300 }, (_, id) => {
    const [x, y] = [(id * 37) % 160, (id * 53) % 60];
    return { id, bounds: [x, y, x + 30, y + 30] as const };
  });
  const { counts, isSeen } = await page.evaluate((scene) => window.countPaintings(scene), {
    picture: { rows: ["rg", "bw"], size: [200, 100] as const },
    boxes: [...boxes, ...boxes.map(({ id, bounds }) => ({ id: id + 300, bounds }))],
    styles: [{ showLabel: false }],
  });
  const [first, labels, selected, picture, overlay, none, again, some, few, large] = counts;
  expect(first).toEqual({ pictures: 1, boxes: 1, onTop: 1 });
  expect(labels, "labels are not boxes, and these are not shown").toEqual({ pictures: 0, boxes: 0, onTop: 0 });
  expect(selected).toEqual({ pictures: 0, boxes: 1, onTop: 0 });
  expect(picture).toEqual({ pictures: 1, boxes: 1, onTop: 0 });
  expect(overlay).toMatchObject({ pictures: 0, boxes: 0 });
  expect(overlay?.onTop).toBeGreaterThan(0);
  expect(none, "what lay there is cleared, once").toEqual({ pictures: 0, boxes: 0, onTop: 1 });
  expect(again).toEqual({ pictures: 0, boxes: 1, onTop: 0 });
  expect(some, "fewer than are painted as a texture").toEqual({ pictures: 0, boxes: 1, onTop: 0 });
  expect(few, "few boxes are drawn by WebGL, above a picture that is hidden").toMatchObject({ pictures: 0, boxes: 0 });
  expect(large, "of a large picture most would be uploaded in vain").toEqual({ pictures: 1, boxes: 1, onTop: 1 });
  expect(isSeen).toEqual([true, false, true]);
  // The initial size of a canvas.
  const ofFirstSize = await draw({
    picture: { rows: ["rg", "bw"], size: [400, 200] },
    boxes,
    styles: [{ showLabel: false }],
    canvas: [300, 150],
    isSoftware: true,
    hasBeneath: true,
  });
  expect(ofFirstSize.drawCalls, "all of it is painted").toBe(0);
});

test("a program is compiled once, when something is first drawn with it, and goes with the renderer", async () => {
  const box = { id: 1, bounds: [20, 20, 80, 80] } as const;
  const compiled = async (scene: Scene) => (await draw(scene)).programs;
  expect(await compiled({})).toEqual({ made: 0, deleted: 0 });
  expect(await compiled({ picture: { rows: ["rg"] } })).toEqual({ made: 1, deleted: 1 });
  expect(await compiled({ boxes: [box] })).toEqual({ made: 1, deleted: 1 });
  expect(
    await compiled({ picture: { rows: ["rg"] }, boxes: [{ ...box, label: "fish" }], styles: [{ fill: true }] }),
  ).toEqual({ made: 3, deleted: 3 });
});

test("of more boxes than get labels the first label finds its program ready", async () => {
  const boxes = Array.from({ length: 501 }, (_, id) => ({ id, bounds: [20, 20, 80, 80] as const, label: "fish" }));
  const counts = await page.evaluate((scene) => window.countPrograms(scene, 7), {
    boxes,
    styles: [{}],
    isSoftware: false,
  });
  // Rings, the fill of the hovered one, its label.
  expect(counts).toEqual({ first: 1, ready: 2, hovered: 2, drawCallsOfHovered: 3 });
});

test("the first frame waits for its programs, which are compiled while the page goes on", async () => {
  const scene: Scene = { picture: { rows: ["rg", "bw"] }, boxes: [{ id: 1, bounds: [20, 20, 80, 80] }], styles: [{}] };
  const first = (isPrepared: boolean) =>
    page.evaluate(([given, prepared]) => window.drawFirst(given, prepared), [scene, isPrepared] as const);
  const { drawingMs: standing, ...unprepared } = await first(false);
  const { drawingMs, ...prepared } = await first(true);
  console.log(`first drawing: ${drawingMs.toFixed(1)} ms prepared, ${standing.toFixed(1)} ms without`);
  expect(unprepared).toEqual({ immediately: 1, then: 1, waitedFor: 2, hasAsked: false });
  expect(prepared).toEqual({ immediately: 0, then: 1, waitedFor: 0, hasAsked: true });
});

test("a layer that fails stops no other, and is reported once", async () => {
  const drawn = await draw({
    boxes: [{ id: 1, bounds: [20, 20, 80, 80], label: "fish" }],
    styles: [{}],
    brokenLayer: true,
  });
  expect(colorAt(drawn, 20, 50)).toBe("#ff0000");
  expect(shareOf(drawn, [22, 4, 40, 16], "#ff0000"), "layers above it are drawn too").toBeGreaterThan(0.3);
  expect(drawn.errors).toEqual([expect.stringContaining('The layer "broken" cannot update.')]);
});

test("a frame takes few draw calls and uploads, and frames without a change take none", async () => {
  const drawn = await draw({ boxes: [{ id: 1, bounds: [20, 20, 80, 80] }], styles: [{ fill: true }] });
  // Fills and rings; the palette, four columns, the indices of both, and the texture of labels.
  expect(drawn.statistics).toEqual({
    frames: 1,
    drawCalls: 2,
    drawCallsOfFrame: 2,
    uploads: 8,
    uploadsOfFrame: 8,
  });
});

test("polygons, lines and points are a draw call each, however many", async () => {
  const shapes = [
    {
      kind: "polygon",
      paths: [
        [
          [10, 10],
          [90, 10],
          [50, 90],
        ],
      ],
    },
    {
      kind: "line",
      paths: [
        [
          [10, 10],
          [90, 90],
        ],
      ],
    },
    { kind: "point", paths: [[[50, 50]]] },
  ] as const;
  const boxes = Array.from({ length: 900 }, (_, id) => ({ id, bounds: [1, 1, 9, 9] as const, shapes }));
  expect((await draw({ boxes })).drawCalls).toBe(4);
});

test("a window that moves to a denser screen is noticed although nothing changes its size", async () => {
  const observed = () => page.evaluate(() => window.observedSizes);
  await page.evaluate(() => window.observePlace());
  await expect.poll(observed).toEqual(["100 x 50 @ 1"]);
  // A headless browser has no second screen: its two signals are simulated.
  for (const ratio of [2, 1.5]) await page.evaluate((to) => window.moveToScreen(to), ratio);
  expect(await observed()).toEqual(["100 x 50 @ 1", "100 x 50 @ 2", "100 x 50 @ 1.5"]);
});

function colorAt({ width, pixels }: Drawn, x: number, y: number): string {
  const channels = [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function near(shown: string, wanted: string, tolerance: number): boolean {
  const channel = (color: string, i: number): number => parseInt(color.slice(1 + i * 2, 3 + i * 2), 16);
  return [0, 1, 2].every((i) => Math.abs(channel(shown, i) - channel(wanted, i)) <= tolerance);
}

function shareOf(
  drawn: Drawn,
  [left, top, right, bottom]: readonly [number, number, number, number],
  color: string,
): number {
  let count = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if (near(colorAt(drawn, x, y), color, 40)) count++;
  return count / ((right - left) * (bottom - top));
}
