/**
 * A tour of what the product is for: the three kinds of datasets are annotated over time, and a video with everything
 * the viewer offers.
 */
import { mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { uploadFile } from "../../schemas/index.ts";
import { makeBarCodeVideo } from "../support/bar-code-video.ts";
import { makeTiff } from "../support/large-images.ts";
import { expect, goToPage, goWithin, test } from "./support/app.ts";
import type { TestUser } from "./support/app.ts";
import { downloadAnyway } from "./support/downloads.ts";
import { viameCsv } from "./support/files.ts";
import { createDataset, saveTracks, storedTracks, ViewerPage } from "./support/viewer.ts";

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-tour-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function upload(user: TestUser, type: string, files: readonly string[]): Promise<string> {
  const { client } = user;
  const metadata = { fps: type === "video" ? 25 : 1, type };
  const { _id: id } = await client.call("folder.create", {
    parentType: "user",
    parentId: user.id,
    name: type,
    metadata,
  });
  for (const file of files) {
    await uploadFile(client, { parentType: "folder", parentId: id, name: file }, await openAsBlob(join(folder, file)));
  }
  await client.call("rpc.postprocess", { id });
  const isDataset = async () => (await client.call("folder.get", { id })).meta["annotate"];
  await expect.poll(isDataset, { timeout: 60_000 }).toBe(true);
  return id;
}

async function openViewer(page: Page, id: string): Promise<ViewerPage> {
  await page.goto(`/viewer/${id}`);
  const viewer = new ViewerPage(page);
  await expect(viewer.canvas).toBeVisible({ timeout: 30_000 });
  await expect(viewer.saveButton).toHaveText("Saved");
  return viewer;
}

/** Draws: N, unless a track is already being drawn, and a drag, in fractions of the canvas. */
async function draw(viewer: ViewerPage, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { page } = viewer;
  const box = (await viewer.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = ([x, y]: readonly [number, number]): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  // Nothing can be drawn before the picture is shown.
  await expect(async () => {
    if ((await viewer.mode.textContent()) === "Not editing") await viewer.press("n");
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
    await page.mouse.move(...at(to));
    await page.mouse.up();
    await expect(viewer.mode).toHaveText("Editing", { timeout: 2000 });
  }).toPass();
}

test("[S-DATA-01] [V-LAYOUT-02] objects are labelled and followed over time in a video, an image sequence and tiled large images", async ({
  page,
  user,
}) => {
  makeBarCodeVideo(join(folder, "bars.mp4"), { args: ["-c:v", "libx264", "-pix_fmt", "yuv420p"] });
  for (const name of ["sea-1.tif", "sea-2.tif"]) await makeTiff(join(folder, name), 1500, 1100);
  const datasets = {
    video: await upload(user, "video", ["bars.mp4"]),
    "image-sequence": await createDataset(user, { frames: 2 }),
    "large-image": await upload(user, "large-image", ["sea-1.tif", "sea-2.tif"]),
  };
  const viewer = await openViewer(page, datasets.video);
  for (const [type, id] of Object.entries(datasets)) {
    expect((await user.client.call("dataset.get", { id })).type).toBe(type);
    await goToPage(page, `/viewer/${id}`);
    await expect(viewer.saveButton).toHaveText("Saved");
    await expect(viewer.rows).toHaveCount(0);
    await draw(viewer, [0.4, 0.4], [0.5, 0.6]);
    await viewer.press("ArrowRight");
    await viewer.expectFrame(1);
    // Its picture may still be loading.
    await expect(async () => {
      await draw(viewer, [0.45, 0.5], [0.5, 0.5]);
      await expect(viewer.row(0)).toContainText("0 – 1", { timeout: 2000 });
    }).toPass();
    await viewer.press("Shift+Enter");
    await viewer.row(0).getByRole("combobox").fill(`of ${type}`);
    await viewer.press("Enter");
    await expect(page.getByRole("checkbox", { name: `Show of ${type}` })).toBeVisible();
    await viewer.save();
    const [track] = await storedTracks(user, id);
    expect([track?.confidencePairs[0]?.[0], track?.features.map(({ frame }) => frame)], type).toEqual([
      `of ${type}`,
      [0, 1],
    ]);
  }
  // Reviewed by the next user who opens it.
  await page.reload();
  await expect(viewer.row(0)).toContainText("of large-image");
});

async function uploadVideo(user: TestUser): Promise<string> {
  const args = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  makeBarCodeVideo(join(folder, "tour.mp4"), { args, sound: true });
  return await upload(user, "video", ["tour.mp4"]);
}

test("[V-LAYOUT-01] plays, seeks, draws, merges, splits, sets attributes, filters and styles", async ({
  page,
  user,
}) => {
  const id = await uploadVideo(user);
  const viewer = await openViewer(page, id);

  await test.step("plays, seeks, changes speed and volume", async () => {
    await viewer.press("Space");
    await expect.poll(() => viewer.frame()).toBeGreaterThan(0);
    // A slow machine may have played to the end, where Space starts over.
    if (await page.getByRole("button", { name: "Pause", exact: true }).isVisible()) await viewer.press("Space");
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    for (const [slider, key, value] of [
      ["Speed", "ArrowRight", "4"],
      ["Volume", "Home", "0"],
      ["Frame", "Home", "0"],
    ] as const) {
      await page.getByRole("slider", { name: slider, exact: true }).press(key);
      await expect(page.getByRole("slider", { name: slider, exact: true })).toHaveAttribute("aria-valuenow", value);
    }
    await viewer.frameField.fill("12");
    await viewer.frameField.press("Enter");
    await viewer.expectFrame(12);
  });

  await test.step("draws and edits", async () => {
    await draw(viewer, [0.2, 0.4], [0.3, 0.6]);
    await viewer.save();
    const left = async () => (await storedTracks(user, id))[0]?.features[0]?.bounds[0] ?? NaN;
    const before = await left();
    await viewer.press("Alt+ArrowRight");
    await expect(viewer.saveButton).toHaveText("1 change");
    await viewer.save();
    expect(await left()).toBe(before + 1);
    await viewer.press("Escape", "PageDown");
    await viewer.expectFrame(22);
    await draw(viewer, [0.6, 0.4], [0.7, 0.6]);
    await viewer.press("Escape");
    await expect(viewer.rows).toHaveCount(2);
  });

  await test.step("merges and splits", async () => {
    await viewer.row(0).click({ position: { x: 6, y: 35 } });
    // The list is replaced by the candidates; A brings it back.
    await viewer.press("m", "a");
    await viewer.row(1).click({ position: { x: 6, y: 35 } });
    await viewer.press("Shift+M");
    await expect(viewer.rows).toHaveCount(1);
    await expect(viewer.rows).toContainText("12 – 22");
    await viewer.frameField.fill("18");
    await viewer.frameField.press("Enter");
    await viewer.rows.getByRole("button", { name: "Split here" }).click();
    await viewer.dialog.getByRole("button", { name: "Split", exact: true }).click();
    await expect(viewer.rows).toHaveCount(2);
  });

  await test.step("sets an attribute", async () => {
    await viewer.rows.first().click({ position: { x: 6, y: 35 } });
    await page.getByRole("tab", { name: "Attributes", exact: true }).click();
    const attributes = page.getByRole("region", { name: "Track attributes" });
    await attributes.getByRole("button", { name: "Add a track attribute" }).click();
    await viewer.dialog.getByRole("textbox", { name: "Name" }).fill("sex");
    await viewer.dialog.getByRole("button", { name: "Save" }).click();
    await attributes.getByRole("combobox", { name: "sex" }).fill("female");
    await attributes.getByRole("combobox", { name: "sex" }).press("Enter");
    await page.getByRole("tab", { name: "Tracks", exact: true }).click();
  });

  await test.step("filters and styles", async () => {
    await page
      .getByRole("checkbox", { name: /^Show / })
      .first()
      .uncheck();
    await expect(viewer.rows).toHaveCount(0);
    await page
      .getByRole("checkbox", { name: /^Show / })
      .first()
      .check();
    await page.getByRole("button", { name: /^Edit unknown/ }).click();
    await viewer.dialog.getByRole("textbox", { name: "Color" }).fill("#ff0000");
    await viewer.dialog.getByRole("button", { name: "Save", exact: true }).click();
    await viewer.save();
    const [first] = await storedTracks(user, id);
    expect(first?.attributes).toEqual({ sex: "female" });
    expect((await user.client.call("dataset.get", { id })).customTypeStyling).toMatchObject({
      unknown: { color: "#ff0000" },
    });
  });
});

test("[V-LAYOUT-01] looks back, compares, imports, clones, exports and runs a pipeline", async ({ page, user }) => {
  const id = await uploadVideo(user);
  const tracks = [12, 18].map((frame, n) => ({ id: n, keyframes: { [frame]: [20, 20, 60, 60] as const } }));
  await saveTracks(user, id, tracks.slice(0, 1));
  await saveTracks(user, id, tracks);
  const viewer = await openViewer(page, id);
  const panel = page.getByRole("complementary", { name: "Context panel" });

  await test.step("imports a file, looks at the revision before it, and compares a set", async () => {
    await page.getByRole("button", { name: "Import annotations", exact: true }).click();
    const form = page.getByRole("dialog", { name: /^Import annotations into/ });
    const chooser = page.waitForEvent("filechooser");
    await form.getByLabel("Annotation file").click();
    await (await chooser).setFiles({ name: "more.csv", mimeType: "text/csv", buffer: Buffer.from(viameCsv) });
    await form.getByRole("combobox", { name: "Annotation set" }).fill("tracker");
    await form.getByRole("combobox", { name: "Annotation set" }).press("Tab");
    await form.getByRole("button", { name: "Import", exact: true }).click();
    await expect(form).toHaveCount(0);
    await page.goto(`/viewer/${id}`);
    await expect(viewer.rows).toHaveCount(2);
    await page.getByRole("button", { name: "Annotation sets" }).click();
    await panel.getByRole("checkbox", { name: "Compare with the set tracker" }).check();
    await panel.getByRole("button", { name: "Compare", exact: true }).click();
    await expect(viewer.rows).toHaveCount(4);
    await expect(page).toHaveURL(/comparisonSets=tracker/);
    await goWithin(page, `/viewer/${id}/revision/1`);
    await expect(page.getByText("Read only", { exact: true })).toBeVisible();
    await expect(viewer.rows).toHaveCount(1);
  });

  await test.step("exports, clones and runs a pipeline", async () => {
    await openViewer(page, id);
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const download = await downloadAnyway(page, () => page.getByRole("menuitem", { name: "VIAME CSV" }).click());
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await page.getByRole("button", { name: "Run pipeline", exact: true }).click();
    const menu = page.getByRole("menu", { name: "Run pipeline" });
    await menu.getByRole("group", { name: "Detector" }).getByRole("menuitem").first().click();
    await page.getByRole("dialog", { name: /^Run / }).getByRole("button", { name: "Run" }).click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("was started.");
    await page.goto(`/viewer/${id}`);
    await page.getByRole("button", { name: "Clone", exact: true }).click();
    const clone = page.getByRole("dialog", { name: "Clone a dataset" });
    await clone.getByRole("button", { name: "Public" }).click();
    await clone.getByRole("button", { name: /^Clone into/ }).click();
    await expect(page).not.toHaveURL(new RegExp(id));
    // Includes what the pipeline has found by then.
    await expect.poll(() => viewer.rows.count()).toBeGreaterThanOrEqual(2);
  });
});
