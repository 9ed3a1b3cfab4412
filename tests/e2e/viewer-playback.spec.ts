/** Playing: the bar under the canvas, speeds, the timeline. */
import { readFileSync } from "node:fs";
import { uploadFile } from "../../schemas/index.ts";
import { sharedData } from "../support/shared-data.ts";
import { expect, test } from "./support/app.ts";
import type { TestUser } from "./support/app.ts";
import { createDataset, redOfFrame, ViewerPage } from "./support/viewer.ts";
import type { Page } from "@playwright/test";
import { makeBarCodeVideo } from "../support/bar-code-video.ts";

test("[V-PLAY-01, V-PLAY-05, V-PLAY-08, V-KEYS-06] [V-PLAY-10] the playback bar steps, plays, shows the frame and stops at the end; no speed or volume for images; clicks on the timeline seek", async ({
  page,
  user,
}) => {
  const tracks = [{ id: 0, keyframes: { 0: [10, 10, 60, 60], 11: [40, 10, 90, 60] } }] as const;
  const viewer = await new ViewerPage(page).open(await createDataset(user, { tracks }));
  await page.getByRole("button", { name: "Next frame" }).click();
  await viewer.expectFrame(1);
  await expect(page.getByTestId("position")).toHaveText("image-001.png");
  await page.getByRole("button", { name: "Previous frame" }).click();
  await viewer.expectFrame(0);
  const slider = page.getByRole("slider", { name: "Frame", exact: true });
  await expect(slider).toHaveAttribute("aria-valuemax", "11");
  for (const name of ["Speed", "Volume"]) await expect(page.getByRole("slider", { name })).toHaveCount(0);
  await slider.focus();
  await viewer.press("End");
  await viewer.expectFrame(11);
  await viewer.press("Home");
  await viewer.expectFrame(0);
  await page.getByRole("button", { name: /framerate may be downsampled.*start at zero/ }).hover();
  await expect(page.getByRole("tooltip")).toContainText("Frame numbers start at zero");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.poll(() => viewer.frame(), { intervals: [100] }).toBe(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await viewer.canvas.locator("canvas").focus();
  await viewer.press("Space");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await viewer.press("Space");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();

  for (const frame of [7, 2, 11, 0, 5]) {
    await slider.focus();
    await viewer.press("Home");
    for (let step = 0; step < frame; step += 1) await viewer.press("ArrowRight");
    await expect.poll(() => viewer.redAt(160, 120)).toBe(redOfFrame(frame));
  }

  await slider.focus();
  await viewer.press("End", "ArrowLeft", "ArrowLeft");
  await viewer.expectFrame(9);
  await viewer.canvas.locator("canvas").focus();
  await viewer.press("Space");
  await viewer.expectFrame(11);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await viewer.ready();

  const timeline = page.getByTestId("timeline");
  const box = await timeline.boundingBox();
  if (box === null) throw new Error("no timeline");
  const x = 20 + (6 / 11) * (box.width - 40);
  await timeline.hover({ position: { x, y: 30 } });
  await expect(timeline).toContainText("frame 6 · 1 detection");
  await timeline.click({ position: { x, y: 30 } });
  await viewer.expectFrame(6);
});

test("[V-TIMELINE-06, V-TIMELINE-07, V-TIMELINE-08, V-TIMELINE-09] click or drag seeks, the wheel zooms, the minimap pans, the playhead moves along", async ({
  page,
  user,
}) => {
  const viewer = await new ViewerPage(page).open(await createDataset(user, { frames: 30 }));
  const timeline = page.getByTestId("timeline");
  const box = await timeline.boundingBox();
  if (box === null) throw new Error("no timeline");
  const [left, room, y] = [box.x + 20, box.width - 40, box.y + 30];
  const minimap = page.getByRole("scrollbar", { name: "Frames on the timeline" });
  await expect(minimap).toHaveCount(0);
  await page.mouse.move(left, y);
  await page.mouse.down();
  await expect.poll(() => viewer.frame()).toBe(0);
  await page.mouse.move(left + (10 / 29) * room, y);
  await viewer.expectFrame(10);
  await page.mouse.move(left + (20 / 29) * room, y);
  await page.mouse.up();
  await viewer.expectFrame(20);
  const playheadX = async () => ((await page.getByTestId("playhead").boundingBox())?.x ?? 0) - left;
  expect(Math.abs((await playheadX()) - (20 / 29) * room)).toBeLessThan(2);

  // Two zoom steps around the playhead, which keeps its place: 29 -> 23.2 -> 18.56 frames.
  await page.mouse.move(left + (20 / 29) * room, y);
  await page.mouse.wheel(0, -100);
  await page.mouse.wheel(0, -100);
  await expect(minimap).toHaveAttribute("aria-valuenow", "7");
  expect(Math.abs((await playheadX()) - (20 / 29) * room)).toBeLessThan(2);
  // Going to a frame outside of the window extends it.
  const slider = page.getByRole("slider", { name: "Frame", exact: true });
  const thumb = await minimap.boundingBox();
  if (thumb === null) throw new Error("no minimap");
  await page.mouse.move(thumb.x + 20, thumb.y + 3);
  await page.mouse.down();
  await page.mouse.move(thumb.x + 20 + room, thumb.y + 3);
  await page.mouse.up();
  await expect(minimap).toHaveAttribute("aria-valuenow", "10");
  await viewer.expectFrame(20);
  await page.keyboard.down("Shift");
  await page.mouse.move(left + 50, y);
  await page.mouse.down();
  await page.mouse.move(left + 50 + room / 4, y);
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect(minimap).toHaveAttribute("aria-valuenow", "6");
  await viewer.expectFrame(20);
  await slider.focus();
  await viewer.press("Home");
  await viewer.expectFrame(0);
  await expect(minimap).toHaveAttribute("aria-valuenow", "0");
  await expect(page.getByTestId("playhead")).toBeVisible();

  await page.getByRole("button", { name: "Hide the timeline" }).click();
  await expect(timeline).toHaveCount(0);
  await page.getByRole("button", { name: "Show the timeline" }).click();
  await expect(timeline).toBeVisible();
});

test("[V-PLAY-06, V-PLAY-07, V-PLAY-05, V-LAYOUT-05] [V-PLAY-12] a video has its time, which a pause brings up to date, a volume slider from 0 to 1 in steps of 0.05, and seven speeds", async ({
  page,
  user,
}) => {
  const path = sharedData("video/motion.mp4");
  test.skip(path === undefined, "left out: the test data have no video/motion.mp4");
  const id = await uploadVideo(user, path ?? "");
  const viewer = new ViewerPage(page);
  await page.goto(`/viewer/${id}`);
  await expect(viewer.canvas).toBeVisible({ timeout: 30_000 });
  await expect(page.getByTestId("position")).toHaveText(/^0:00\.000 \/ \d:\d\d\.\d\d\d$/);
  const slider = page.getByRole("slider", { name: "Volume" });
  await slider.focus();
  await viewer.press("End");
  await expect(slider).toHaveAttribute("aria-valuenow", "1");
  await viewer.press("ArrowLeft");
  await expect(slider).toHaveAttribute("aria-valuenow", "0.95");
  await viewer.press("Home");
  await expect(slider).toHaveAttribute("aria-valuenow", "0");
  const speedSlider = page.getByRole("slider", { name: "Speed" });
  const speed = page.getByTestId("speed");
  await expect(speed).toHaveText("1×");
  await speedSlider.focus();
  await viewer.press("Home");
  const seen = [await speed.textContent()];
  for (let step = 0; step < 6; step += 1) {
    await viewer.press("ArrowRight");
    seen.push(await speed.textContent());
  }
  expect(seen).toEqual(["0.25×", "0.5×", "0.75×", "1×", "2×", "4×", "8×"]);
  await viewer.press("Home", "ArrowRight", "ArrowRight", "ArrowRight");
  await expect(speed).toHaveText("1×");
  for (const name of ["Data", "Jobs", "User guide"]) await expect(page.getByRole("link", { name })).toBeVisible();
  // Playback data are loaded from the first Play on, which says that it is waiting.
  const line = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() === "media") await line.promise;
    await route.fallback();
  });
  await viewer.press("Space");
  await expect(page.getByLabel("Buffering")).toBeVisible();
  line.resolve();
  await expect.poll(() => viewer.frame()).toBeGreaterThan(5);
  await expect(page.getByLabel("Buffering")).toHaveCount(0);
  await page.unroute("**/*");
  await viewer.press("Space");
  const stopped = await viewer.frame();
  await page.waitForTimeout(200);
  expect(await viewer.frame()).toBe(stopped);
  // The time is that of the frame where it stopped.
  const { fps } = await user.client.call("dataset.get", { id });
  const position = (await page.getByTestId("position").textContent()) ?? "";
  expect(Number(/^0:(\d\d\.\d{3}) /.exec(position)?.[1])).toBeCloseTo(stopped / fps, 2);
});

test("the sound of a video is in step with its pictures, from a seek and at another speed too", async ({
  page,
  user,
}, testInfo) => {
  // Small, so that a busy machine keeps up.
  const path = testInfo.outputPath("sound.mp4");
  makeBarCodeVideo(path, { args: ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"], frames: 100, sound: true });
  const id = await uploadVideo(user, path);
  // The element that plays the sound is not in the document.
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      if (this instanceof HTMLAudioElement) Object.assign(globalThis, { sound: this });
      return play.call(this);
    };
  });
  const viewer = new ViewerPage(page);
  await page.goto(`/viewer/${id}`);
  await expect(viewer.canvas).toBeVisible({ timeout: 30_000 });
  await page.getByRole("slider", { name: "Volume" }).press("End");
  for (const [from, speed] of [
    ["5", "1×"],
    ["50", "0.75×"],
  ] as const) {
    await viewer.frameField.fill(from);
    await viewer.frameField.press("Enter");
    await viewer.expectFrame(Number(from));
    if (speed !== "1×") await page.getByRole("slider", { name: "Speed" }).press("ArrowLeft");
    await expect(page.getByTestId("speed")).toHaveText(speed);
    await viewer.canvas.locator("canvas").focus();
    await viewer.press("Space");
    const drifts = await driftsOfSound(page, Number(from) + 40);
    await viewer.press("Space");
    const said = `${speed}: ${drifts.map((drift) => drift.toFixed(3)).join(" ")}`;
    const heard = drifts.filter((drift) => !Number.isNaN(drift)).toSorted((a, b) => Math.abs(a) - Math.abs(b));
    expect(heard.length, said).toBeGreaterThan(drifts.length / 2);
    // The best quarter: on a busy machine many pictures come late, but sound out of step is so at every picture.
    expect(Math.abs(heard[Math.floor(heard.length / 4)]!), said).toBeLessThan(0.12);
  }
});

async function uploadVideo(user: TestUser, path: string): Promise<string> {
  const { client } = user;
  const metadata = { fps: -1, type: "video" };
  const folder = await client.call("folder.create", { parentType: "user", parentId: user.id, name: "film", metadata });
  const target = { parentType: "folder", parentId: folder._id, name: "motion.mp4" } as const;
  await uploadFile(client, target, new Blob([readFileSync(path)], { type: "video/mp4" }));
  await client.call("rpc.postprocess", { id: folder._id });
  await expect
    .poll(async () => (await client.call("dataset.media", { id: folder._id })).video !== undefined, { timeout: 30_000 })
    .toBe(true);
  return folder._id;
}

/** By how many seconds the sound is ahead of the picture, at each frame before `last`; NaN if it is silent. */
function driftsOfSound(page: Page, last: number): Promise<number[]> {
  return page.evaluate(
    (end) =>
      new Promise<number[]>((resolve) => {
        const drifts: number[] = [];
        const field = document.querySelector<HTMLInputElement>("[aria-label='Frame number']")!;
        let seen = field.value;
        const look = (): void => {
          const { sound } = globalThis as unknown as { sound?: HTMLAudioElement };
          const isHeard = sound !== undefined && !sound.paused && !sound.seeking && sound.currentTime > 0;
          if (field.value !== seen) drifts.push(isHeard ? sound.currentTime - Number(field.value) / 25 : Number.NaN);
          seen = field.value;
          if (Number(seen) < end) requestAnimationFrame(look);
          else resolve(drifts);
        };
        look();
      }),
    last,
  );
}
