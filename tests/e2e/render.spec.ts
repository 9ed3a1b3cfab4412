/** A video with annotations from the export menu: what is drawn in its pictures, and where to get it later. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { colorOfType } from "../../core-wasm/host/type-colors.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";
import { expect, test } from "./support/app.ts";
import { createDataset, redOfFrame, ViewerPage } from "./support/viewer.ts";

const [width, height] = [320, 240];

/** Red, green and blue of a pixel of each picture. */
function pixelsOf(video: string, x: number, y: number): number[][] {
  const raw = execFileSync(
    join(ensureFfmpeg(), "ffmpeg"),
    ["-v", "error", "-i", video, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
    { maxBuffer: 1 << 28 },
  );
  const size = width * height * 3;
  return Array.from({ length: raw.length / size }, (_, n) => [
    ...raw.subarray(n * size + (y * width + x) * 3).subarray(0, 3),
  ]);
}
const fish = [1, 3, 5].map((from) => Number.parseInt(colorOfType("fish").slice(from, from + 2), 16));
const isFish = (pixel: readonly number[]): boolean => pixel.every((value, n) => Math.abs(value - fish[n]!) < 48);

test("the export menu makes a video with the boxes of each frame, for download there and on the jobs page", async ({
  page,
  user,
}) => {
  const box = [100, 80, 180, 160] as const;
  const track = { id: 1, keyframes: { 2: box, 3: box }, interpolate: false };
  const id = await createDataset(user, { name: "Reef", frames: 6, tracks: [track] });
  await new ViewerPage(page).open(id);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "Video with annotations…" }).click();
  const dialog = page.getByRole("dialog", { name: "Video of Reef with annotations" });
  await dialog.getByRole("combobox", { name: "Labels" }).click();
  await page.getByRole("option", { name: "None", exact: true }).click();
  await dialog.getByLabel("First frame").fill("1");
  // One job, also after two clicks.
  await dialog.getByRole("button", { name: "Make the video" }).dblclick();
  const link = dialog.getByRole("link", { name: "Download Reef.mp4" });
  await expect(link).toBeVisible({ timeout: 60_000 });
  await expect(dialog).toContainText("Drew 2 detections into 5 frames.");
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("Reef.mp4");
  const video = await download.path();
  // Frames 1 to 5.
  expect(pixelsOf(video, 100, 120).map(isFish)).toEqual([false, true, true, false, false]);
  for (const [n, [red = 0]] of pixelsOf(video, 20, 20).entries())
    expect(Math.abs(red - redOfFrame(n + 1))).toBeLessThan(12);
  await page.goto("/jobs");
  const row = page.getByRole("row", { name: "Drawing annotations into Reef" });
  await expect(row.getByRole("link", { name: "Download Reef.mp4" })).toBeVisible();
  await expect(row).toContainText("Success");
});
