/** Outlines by a segmenter pack of the site: in the browser, with the results of the server's pipeline. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import { encode } from "fast-png";

import { colorFiles, colorManifest, disc, ring, ringPicture } from "../support/color-pack.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createUser, expect, signIn, startApp, test, type TestServer, type TestUser } from "./support/app.ts";
import { storedTracks, ViewerPage } from "./support/viewer.ts";

const size = { width: 320, height: 240 };

let programs: string;
let server: TestServer;
test.beforeAll(async () => {
  programs = mkdtempSync(join(tmpdir(), "wakeline-segmenters-"));
  server = await startApp({ pipelinesFolder: programs });
});
test.afterAll(async () => {
  await server.close();
  rmSync(programs, { recursive: true, force: true });
});

function install(files = colorFiles()): void {
  const folder = join(programs, "colours");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "pack.json"), JSON.stringify(colorManifest(files)));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
}

async function openRings(page: Page): Promise<{ viewer: ViewerPage; user: TestUser; id: string }> {
  const user = await createUser(server);
  await signIn(page, server, user.token);
  const picture = () => new Uint8Array(encode({ ...size, channels: 3, data: ringPicture(size.width, size.height) }));
  const id = await createImageDataset(user.client, "rings", 2, { picture });
  const viewer = new ViewerPage(page);
  await page.goto(`${server.url}/viewer/${id}`);
  await expect(viewer.canvas).toBeVisible({ timeout: 30_000 });
  return { viewer, user, id };
}

/** The chip of the tool bar. */
const chip = (page: Page) => page.getByRole("button", { name: "Choose the model of the Segment tool" });

test("the Segment tool uses the chosen model: a polygon with a hole from clicks, and from a box what the server draws", async ({
  page,
}) => {
  test.setTimeout(120_000);
  install();
  const { viewer, user, id } = await openRings(page);
  await viewer.press("s");
  await expect(chip(page)).toHaveText("Outlines by color");
  await chip(page).click();
  const dialog = page.getByRole("dialog", { name: "Model of the Segment tool" });
  await expect(dialog).toContainText("Outlines what has the color of the point.");
  await expect(dialog).toContainText(
    /License: Apache-2\.0\. Downloads [\d.]+ KB once, plus up to 13\.6 MB for the model runtime/,
  );
  await expect(dialog).toContainText("on the processor (WebAssembly, one thread)");
  await dialog.getByRole("button", { name: "Segment with Same color" }).click();
  await expect(chip(page)).toHaveText("Same color · WebAssembly", { timeout: 60_000 });

  // A ring: its hole stays one.
  await viewer.click(ring.x + 40, ring.y);
  await expect(page.getByText("Enter accepts this outline.")).toBeVisible({ timeout: 30_000 });
  await expect(chip(page)).toHaveText(/^Same color · WebAssembly · [\d,.]+ m?s \+ [\d,.]+ m?s$/);
  await viewer.press("Enter");
  await expect(viewer.rows).toHaveCount(1);

  // A disc, in a box.
  await viewer.press("Escape", "Escape", "s");
  const { x, y, radius } = disc;
  await viewer.drag([x - radius - 4, y - radius - 4], [x + radius + 4, y + radius + 4]);
  await expect(page.getByText("Enter accepts this outline.")).toBeVisible({ timeout: 30_000 });
  await viewer.press("Enter");
  await expect(viewer.rows).toHaveCount(2);
  await viewer.save();

  const polygonsOf = async () => {
    const tracks = await storedTracks(user, id);
    return tracks.map(({ features }) => features[0]?.geometry?.features[0]?.geometry.coordinates as number[][][]);
  };
  const drawn = await polygonsOf();
  expect(drawn.map((rings) => rings.length)).toEqual([2, 1]);

  // The pipeline of the same pack draws around the box what the browser drew.
  const [, track] = await storedTracks(user, id);
  const box = [x - radius - 4, y - radius - 4, x + radius + 4, y + radius + 4];
  const feature = { ...track?.features[0], bounds: box, geometry: undefined };
  await user.client.call("annotation.save", {
    folderId: id,
    body: { tracks: { upsert: [{ ...track, features: [feature] } as never], delete: [] } },
  } as never);
  const listed = async () => {
    const { utility } = await user.client.call("configuration.pipelines", {});
    return utility?.pipes.find(({ pipe }) => pipe === "utility_outline_with_same_color.pipe");
  };
  // The list is renewed a moment after a pack was installed.
  await expect.poll(listed, { timeout: 30_000 }).toBeDefined();
  const pipeline = await listed();
  const job = await user.client.call("rpc.pipeline", { folderId: id, pipeline: pipeline as never });
  await expect
    .poll(async () => (await user.client.call("job.get", { id: job._id })).status, { timeout: 60_000 })
    .toBe(3);
  const [, there] = await polygonsOf();
  expect(there).toEqual(drawn[1]);

  // The browser remembers the model, and nothing is fetched.
  await page.reload();
  await expect(viewer.canvas).toBeVisible({ timeout: 30_000 });
  await viewer.press("Escape", "Escape", "s");
  await expect(chip(page)).toHaveText("Same color · WebAssembly", { timeout: 60_000 });
});

/** Opens the viewer and chooses the installed model. */
async function openWithModel(page: Page): Promise<ViewerPage> {
  const { viewer } = await openRings(page);
  await viewer.press("Alt+Shift+S");
  await page.getByRole("button", { name: "Segment with Same color" }).click();
  await expect(chip(page)).toHaveText("Same color · WebAssembly", { timeout: 60_000 });
  return viewer;
}

test("Escape stops a model that is looking at a frame; the next click lets it look again", async ({ page }) => {
  install(colorFiles({ isSlow: true }));
  const viewer = await openWithModel(page);
  const looking = page.getByText("Same color is looking at frame 0. Escape stops.");
  await viewer.click(ring.x + 40, ring.y);
  await expect(looking).toBeVisible();
  await viewer.press("Escape");
  await expect(looking).toBeHidden();
  // It has not come to its end: that would be said here.
  await expect(chip(page)).toHaveText("Same color · WebAssembly");
  await viewer.click(ring.x + 40, ring.y);
  await expect(looking).toBeVisible({ timeout: 30_000 });
  await viewer.press("Escape");
  await expect(looking).toBeHidden();
});

test("a model that answers no numbers is refused with a sentence, and a site without models says so", async ({
  page,
}) => {
  install(colorFiles({ isBroken: true }));
  const viewer = await openWithModel(page);
  await viewer.click(ring.x + 40, ring.y);
  await expect(page.getByText("decoder.onnx answers with values that are not numbers (NaN or infinite)")).toBeVisible({
    timeout: 30_000,
  });
  rmSync(join(programs, "colours"), { recursive: true });
  await viewer.press("Escape", "Escape", "Alt+Shift+S");
  await expect(page.getByText("This site has no models that segment.")).toBeVisible();
});

test("where the graphics processor cannot open the model, the processor runs it, and the tool bar says so", async ({
  page,
}) => {
  install();
  // As reported by browsers whose driver then fails: in workers of this one there is no such adapter.
  await page.addInitScript(() => {
    const adapter = { info: { isFallbackAdapter: false, architecture: "test" } };
    Object.defineProperty(navigator, "gpu", { value: { requestAdapter: async () => adapter } });
  });
  const { viewer } = await openRings(page);
  await viewer.press("Alt+Shift+S");
  const dialog = page.getByRole("dialog", { name: "Model of the Segment tool" });
  await expect(dialog).toContainText("on the graphics processor (WebGPU)");
  await dialog.getByRole("button", { name: "Segment with Same color" }).click();
  await expect(chip(page)).toHaveText("Same color · WebAssembly", { timeout: 60_000 });
  await viewer.click(ring.x + 40, ring.y);
  await expect(page.getByText("Enter accepts this outline.")).toBeVisible({ timeout: 30_000 });
});
