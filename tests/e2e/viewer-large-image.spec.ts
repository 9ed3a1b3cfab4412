/** Large images from the upload to a saved box, and messages about pictures that need tiles. */
import { mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { uploadFile } from "../../schemas/index.ts";
import { colorAt, makeTiff } from "../support/large-images.ts";
import { expect, test } from "./support/app.ts";
import type { TestUser } from "./support/app.ts";
import { storedTracks, ViewerPage } from "./support/viewer.ts";

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-large-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function createFolder(user: TestUser, type: string, name: string, file: Blob): Promise<string> {
  const place = { parentType: "user", parentId: user.id, name: `${type} ${crypto.randomUUID().slice(0, 8)}` } as const;
  const { _id: id } = await user.client.call("folder.create", { ...place, metadata: { fps: 1, type } });
  await uploadFile(user.client, { parentType: "folder", parentId: id, name }, file);
  await user.client.call("rpc.postprocess", { id });
  return id;
}

test("[V-LAYOUT-02] the canvas shows a large image sharply at any zoom; a box on it is saved where it was drawn", async ({
  page,
  user,
}) => {
  const [width, height] = [3000, 2005];
  await makeTiff(join(folder, "sea.tif"), width, height);
  const id = await createFolder(user, "large-image", "sea.tif", await openAsBlob(join(folder, "sea.tif")));
  const isDataset = async () => (await user.client.call("folder.get", { id })).meta["annotate"];
  await expect.poll(isDataset, { timeout: 60_000 }).toBe(true);

  const viewer = new ViewerPage(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, tile] = /tiles\/zxy\/([\d/]+)/.exec(request.url()) ?? [];
    if (tile !== undefined) asked.push(tile);
  });
  await page.goto(`/viewer/${id}`);
  const canvas = page.getByTestId("canvas");
  await expect(canvas).toBeVisible({ timeout: 30_000 });
  const label = page.getByTestId("cursor-label");
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const finest = (tile: string): boolean => tile.startsWith("4/");
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  // Fitted to the canvas, no tile of the finest level is needed.
  expect(asked.some(finest)).toBe(false);

  await page.mouse.move(middleX, middleY);
  for (let n = 0; n < 60; n++) await page.mouse.wheel(0, -120);
  await expect.poll(() => asked.some(finest)).toBe(true);
  // Only tiles seen on the way, of 96.
  expect(asked.filter(finest).length).toBeLessThan(60);
  const at = async (): Promise<[number, number]> => {
    const [x = 0, y = 0] = ((await label.textContent()) ?? "").split(",").map(Number);
    return [x, y];
  };
  await page.mouse.move(middleX + 1, middleY);
  const [x, y] = await at();
  expect(Math.abs(x - width / 2) + Math.abs(y - height / 2)).toBeLessThan(4);

  /** The color on the screen below the pointer: that of the finest tile. */
  const seen = async (): Promise<number[]> => {
    const png = await page.screenshot({ clip: { x: middleX - 8, y: middleY - 8, width: 16, height: 16 } });
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return [...data.subarray((8 * info.width + 8) * info.channels, (8 * info.width + 8) * info.channels + 3)];
  };
  await page.mouse.move(box.x + 5, box.y + 5);
  await expect.poll(seen).toEqual([...colorAt(width / 2, height / 2)]);

  // The position under the pointer is stored exactly, to the pixel.
  await page.mouse.move(middleX, middleY);
  await page.keyboard.press("n");
  await page.mouse.move(middleX - 1, middleY);
  const from = await at();
  await page.mouse.down();
  await page.mouse.move(middleX + 100, middleY + 60, { steps: 4 });
  await page.mouse.move(middleX + 320, middleY + 192);
  const to = await at();
  await page.mouse.up();
  await viewer.save();
  const [track] = await storedTracks(user, id);
  const bounds = track?.features[0]?.bounds ?? [0, 0, 0, 0];
  for (const [n, edge] of [...from, ...to].entries()) expect(Math.abs((bounds[n] ?? 0) - edge)).toBeLessThanOrEqual(1);
  expect(to[0] - from[0]).toBeGreaterThanOrEqual(10);

  // The minimap shows the visible part; it moves the view by mouse and by keys that otherwise change frames.
  const minimap = page.getByTestId("minimap");
  const map = (await minimap.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect(Math.abs(map.width / map.height - width / height)).toBeLessThan(0.1);
  const part = page.getByTestId("minimap-window");
  const left = async (): Promise<number> => (await part.boundingBox())?.x ?? 0;
  await expect.poll(async () => Math.abs((await left()) - (map.x + map.width / 2))).toBeLessThan(4);
  await minimap.click({ position: { x: map.width / 4, y: map.height / 4 } });
  await expect.poll(async () => Math.abs((await left()) - (map.x + map.width / 4))).toBeLessThan(4);
  await page.mouse.move(map.x + map.width / 4, map.y + map.height / 4);
  await page.mouse.down();
  await page.mouse.move(map.x + (3 * map.width) / 4, map.y + map.height / 4, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => Math.abs((await left()) - (map.x + (3 * map.width) / 4))).toBeLessThan(4);
  const moved = async (): Promise<number> => {
    await page.mouse.move(middleX, middleY + 1);
    await page.mouse.move(middleX, middleY);
    return (await at())[0];
  };
  await expect.poll(async () => Math.abs((await moved()) - 0.75 * width)).toBeLessThan(width * 0.02);
  const before = await moved();
  await minimap.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(moved).toBeLessThan(before);
  await page.getByRole("button", { name: "Hide the minimap" }).click();
  await expect(minimap).toBeHidden();
  await page.getByRole("button", { name: "Show the minimap" }).click();
  await expect(minimap).toBeVisible();
});

test("[V-LARGE-01] [S-RUN-12] a picture over 40960 pixels raises a warning, which offers to make tiles of the sequence", async ({
  page,
  user,
}) => {
  const wide = await sharp({ create: { width: 41_000, height: 8, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  const id = await createFolder(user, "image-sequence", "wide.png", new Blob([new Uint8Array(wide)]));
  await page.addInitScript(() => {
    const warnings: unknown[] = [];
    Object.assign(globalThis, { warnings });
    addEventListener("large-image-warning", (event) => warnings.push((event as CustomEvent).detail));
  });
  await page.goto(`/viewer/${id}`);
  const warning = page.getByText("An image of 41000 x 8 pixels");
  await expect(warning).toBeVisible({ timeout: 30_000 });
  const raised = await page.evaluate(() => (globalThis as unknown as { warnings: unknown[] }).warnings);
  expect(raised).toEqual([{ datasetId: id, frame: 0, width: 41_000, height: 8 }]);
  await page.getByRole("button", { name: "Convert to a tiled large image" }).click();
  await expect(page.getByText("A job is creating the tiles")).toBeVisible();
  const typeOf = async () => (await user.client.call("dataset.get", { id })).type;
  await expect.poll(typeOf, { timeout: 60_000 }).toBe("large-image");
});
