/** Burned-in text read by the real models in the viewer, on every frame, exactly as by the pipeline on the server. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { type Track, uploadFile } from "../../schemas/index.ts";
import type { Bounds } from "#vision/bounds";
import { imagePoint } from "../../web/base/brand.ts";
import { fitViewport, toScreen } from "../../web/base/viewport.ts";
import { burnedAt, placesOfText, textClipSize, writeTextClip } from "../support/text-clip.ts";
import { realTextFiles, realTextManifest } from "../support/text-pack.ts";
import { createUser, expect, signIn, startApp, test, type TestServer, type TestUser } from "./support/app.ts";
import { storedTracks, ViewerPage } from "./support/viewer.ts";

const frames = 6;

let programs: string;
let server: TestServer;
test.beforeAll(async () => {
  programs = mkdtempSync(join(tmpdir(), "wakeline-text-"));
  mkdirSync(join(programs, "text"));
  const files = realTextFiles();
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(programs, "text", name), bytes);
  writeFileSync(join(programs, "text", "pack.json"), JSON.stringify(realTextManifest(files)));
  server = await startApp({ pipelinesFolder: programs });
});
test.afterAll(async () => {
  await server.close();
  rmSync(programs, { recursive: true, force: true });
});

async function openClip(page: Page): Promise<{ viewer: ViewerPage; user: TestUser; id: string }> {
  const user = await createUser(server);
  await signIn(page, server, user.token);
  const { client } = user;
  const path = join(programs, "clip.mp4");
  writeTextClip(path, frames);
  const metadata = { fps: -1, type: "video" };
  const folder = await client.call("folder.create", { parentType: "user", parentId: user.id, name: "clip", metadata });
  const target = { parentType: "folder", parentId: folder._id, name: "clip.mp4" } as const;
  await uploadFile(client, target, new Blob([readFileSync(path)], { type: "video/mp4" }));
  const { job_ids: jobs } = await client.call("rpc.postprocess", { id: folder._id });
  for (const job of jobs) await ended(user, job);
  const viewer = new ViewerPage(page);
  await page.goto(`${server.url}/viewer/${folder._id}`);
  await expect(viewer.canvas).toBeVisible({ timeout: 30_000 });
  await viewer.expectFrame(0);
  await expect(page.locator("main[aria-busy]")).toHaveCount(0, { timeout: 30_000 });
  return { viewer, user, id: folder._id };
}

async function ended({ client }: TestUser, job: string): Promise<void> {
  await expect.poll(async () => (await client.call("job.get", { id: job })).status, { timeout: 120_000 }).toBe(3);
}

/** Page coordinates of a point of the clip, fitted to the canvas. */
async function pointOn({ canvas }: ViewerPage, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = (await canvas.boundingBox())!;
  const point = toScreen(fitViewport(textClipSize, box), imagePoint(x, y));
  return { x: box.x + point.x, y: box.y + point.y };
}

async function dragOver(viewer: ViewerPage, { x1, y1, x2, y2 }: Bounds): Promise<void> {
  const { mouse } = viewer.page;
  const [from, to] = [await pointOn(viewer, x1, y1), await pointOn(viewer, x2, y2)];
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await mouse.move(to.x, to.y);
  await mouse.up();
}

const textsOf = (track: Track | undefined, attribute: string) =>
  track?.features.map(({ frame, attributes }) => [frame, attributes?.[attribute]]);

const clocks = Array.from({ length: frames }, (_, n) => [n, burnedAt(n).clock]);

test("Alt+T reads a clock in a drawn box, then on every frame, exactly as the server's pipeline; a box without text says so, and what is read there is doubtful", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { viewer, user, id } = await openClip(page);
  await viewer.press("Alt+t");
  await dragOver(viewer, placesOfText.clock);
  const choice = page.getByRole("dialog", { name: "Read text with a model" });
  await expect(choice).toContainText(
    "License: Apache-2.0. Downloads 14.9 MB once, plus up to 13.6 MB for the model runtime.",
  );
  await choice.getByRole("button", { name: "Read text with PP-OCRv4" }).click();
  const dialog = page.getByRole("dialog", { name: "Read text", exact: true });
  await expect(dialog.getByLabel("Text on frame 0")).toHaveValue(burnedAt(0).clock, { timeout: 60_000 });
  await dialog.getByLabel("Attribute").fill("clock");
  await dialog.getByRole("button", { name: `Read ${frames} frames` }).click();
  await expect(page.getByText(`Stored the text of ${frames} frames in the attribute clock.`)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(/doubtful|could not be read/)).toHaveCount(0);
  await viewer.save();
  const [track] = await storedTracks(user, id);
  expect(textsOf(track, "clock")).toEqual(clocks);
  const definitions = (await user.client.call("dataset.get", { id })).attributes;
  expect(definitions?.["detection_clock"]).toMatchObject({ belongs: "detection", datatype: "text", name: "clock" });

  // One step.
  await viewer.press("Control+z");
  await viewer.save();
  expect((await storedTracks(user, id))[0]?.features.map(({ frame, attributes }) => [frame, attributes])).toEqual([
    [0, {}],
  ]);

  // The model has been chosen, and reads at once.
  await viewer.press("Escape", "n");
  await dragOver(viewer, { x1: 220, y1: 140, x2: 380, y2: 180 });
  await expect(viewer.rows).toHaveCount(2);
  await viewer.press("Alt+t");
  await expect(dialog).toContainText("No text was found in the box.", { timeout: 60_000 });
  await expect(dialog.getByRole("button", { name: `Read ${frames} frames` })).toBeDisabled();
  await dialog.getByLabel("Text on frame 0").fill("00:00:00");
  await dialog.getByRole("button", { name: `Read ${frames} frames` }).click();
  await expect(page.getByText("marked with the attribute doubtful")).toBeVisible({ timeout: 60_000 });
  await viewer.save();

  const { x1, y1, x2, y2 } = placesOfText.clock;
  const pipelineOf = async () =>
    (await user.client.call("configuration.pipelines", {}))["utility"]?.pipes.find(
      ({ pipe }) => pipe === "utility_read_text_with_pp_ocrv4.pipe",
    );
  await expect.poll(pipelineOf, { timeout: 60_000 }).toBeDefined();
  const kwiverParams = { region: [x1, y1, x2, y2].join(", "), example: burnedAt(0).clock };
  const pipeline = (await pipelineOf()) as never;
  const job = await user.client.call("rpc.pipeline", { folderId: id, pipeline, pipelineParams: { kwiverParams } });
  await ended(user, job._id);
  const read = (await storedTracks(user, id)).find(({ confidencePairs }) => confidencePairs[0]?.[0] === "text");
  expect(textsOf(read, "text")).toEqual(clocks);
});
