/** Videos that browsers cannot play, converted on the uploader's computer. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { uploadFile } from "#schemas";
import { makeBarCodeVideo, readNumbers, readStream, readTimes } from "../support/bar-code-video.ts";
import { expect, test } from "./support/app.ts";
import { cards, dialogOf, openFolder, pick, start } from "./support/uploads.ts";
import { ViewerPage } from "./support/viewer.ts";

let files: string;
test.beforeAll(() => {
  files = mkdtempSync(join(tmpdir(), "wakeline-browser-conversion-"));
});
test.afterAll(() => rmSync(files, { recursive: true, force: true }));

test("videos are converted before the upload when one says so, with every picture at its time; Abort ends it", async ({
  page,
  user,
}) => {
  // The first is converted by ffmpeg, the second by the browser's decoders.
  const videos = {
    "swim.avi": ["-c:v", "mpeg4", "-bf", "2", "-q:v", "3"],
    "dive.ts": ["-c:v", "libx264", "-bf", "2"],
    "long.mkv": ["-c:v", "ffv1"],
  };
  for (const [name, args] of Object.entries(videos)) {
    makeBarCodeVideo(join(files, name), {
      args,
      ...(name === "long.mkv" && { filters: ["scale=1280:720"], frames: 60 }),
    });
  }
  const picked = (name: string) => ({ name, mimeType: "", buffer: readFileSync(join(files, name)) });
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const core = () => addresses.filter((url) => url.includes("ffmpeg-core"));
  const folder = await openFolder(page, user);
  const list = () => user.client.call("folder.list", { parentType: "folder", parentId: folder._id });

  await pick(page, [picked("long.mkv")]);
  const card = cards(page).first();
  const here = card.getByRole("checkbox", { name: "Convert on this computer before uploading" });
  await here.check();
  expect(core()).toEqual([]);
  await start(page);
  await expect(card.getByRole("status")).toHaveText("Converting long.mkv");
  await expect(card.getByText(/^[1-9]\d? %$/)).toBeVisible({ timeout: 60_000 });
  const threads = () => page.workers().filter((worker) => /\/assets\/worker-/.test(worker.url()));
  expect(threads()).toHaveLength(1);
  await card.getByRole("button", { name: /^Abort/ }).click();
  await expect(dialogOf(page)).toBeHidden();
  // Its thread has ended, and nothing was sent.
  await expect.poll(threads).toEqual([]);
  expect(await list()).toEqual([]);

  await pick(page, [picked("swim.avi"), picked("dive.ts")]);
  await here.check();
  await start(page);
  await expect(dialogOf(page)).toBeHidden({ timeout: 60_000 });
  const datasets = await list();
  expect(datasets.map(({ name, meta }) => [name, meta["annotate"]])).toEqual([
    ["dive", true],
    ["swim", true],
  ]);
  for (const { _id: id, name } of datasets) {
    const items = await user.client.call("item.list", { folderId: id });
    expect(items.map((item) => item.name)).toEqual([`${name}.mp4`]);
    const reply = await user.client.fetch("item.download", { id: items[0]?._id ?? "" });
    const shown = join(files, `${name}.mp4`);
    writeFileSync(shown, Buffer.from(await reply.arrayBuffer()));
    expect(readNumbers(shown)).toEqual(Array.from({ length: 40 }, (_, n) => n));
    // Streams that browsers can decode are only remuxed; ffmpeg's result stores pictures in presentation order.
    expect(readStream(shown)).toMatchObject({ codec_name: "h264", has_b_frames: name === "dive" ? 2 : 0 });
    const times = readTimes(shown);
    for (const [n, seconds] of times.entries())
      expect(Math.abs(seconds - (times[0] ?? 0) - n / 25)).toBeLessThan(0.0011);
  }
  expect(core().length).toBeGreaterThan(0);
  expect(addresses.filter((url) => !url.startsWith("blob:") && new URL(url).host !== new URL(page.url()).host)).toEqual(
    [],
  );
});

test("an AVI is uploaded, its job watched, and the viewer shows its pictures exactly; a damaged one says what is wrong", async ({
  page,
  user,
}) => {
  const [whole, damaged] = [join(files, "reef.avi"), join(files, "half.avi")];
  // The size of the pictures in other viewer tests.
  const scaled = {
    args: ["-c:v", "mpeg4", "-bf", "2", "-q:v", "3"],
    filters: ["scale=320:240:flags=neighbor", "setsar=1"],
  };
  makeBarCodeVideo(whole, scaled);
  const bytes = readFileSync(whole);
  writeFileSync(damaged, bytes.subarray(0, Math.floor(bytes.length / 2)));
  const folder = await openFolder(page, user);
  // The job of this one was deleted, by its owner or with the owner's account.
  const metadata = { fps: 10, type: "video" };
  const lost = await user.client.call("folder.create", { parentId: folder._id, name: "lost", metadata });
  const into = { parentType: "folder", parentId: lost._id, name: "lost.avi" } as const;
  await uploadFile(user.client, into, new Blob([bytes]));
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: "lost" });
  await expect(row).toContainText("Not ready");
  await row.click();
  const note = page.getByRole("note").filter({ hasText: "This folder cannot be annotated yet" });
  await note.getByRole("button", { name: "Prepare again" }).click();
  await expect(note).toBeHidden({ timeout: 60_000 });
  await expect(row).toContainText("Video", { timeout: 60_000 });

  await pick(
    page,
    [whole, damaged].map((path) => ({ name: basename(path), mimeType: "", buffer: readFileSync(path) })),
  );
  await start(page);
  await expect(dialogOf(page)).toBeHidden({ timeout: 60_000 });

  await page.getByRole("link", { name: "Jobs" }).first().click();
  const jobs = page.getByRole("row").filter({ hasText: "to a web friendly format" });
  await expect(jobs.filter({ hasText: "Success" })).toHaveCount(3, { timeout: 60_000 });
  const toast = page
    .getByRole("alert")
    .filter({ hasText: "“half” is ready to annotate, but check some of its files." });
  await expect(toast).toContainText(
    `half.avi is cut off at byte ${Math.floor(bytes.length / 2)}: it announces ${bytes.length} bytes.`,
  );
  // It covers none of the newest jobs' buttons.
  const first = await jobs.first().boundingBox();
  const over = await toast.boundingBox();
  expect(over?.y).toBeGreaterThan((first?.y ?? Infinity) + (first?.height ?? 0));
  await toast.getByRole("button", { name: "Close" }).click();
  await expect(toast).toBeHidden();
  await jobs.filter({ hasText: "reef" }).getByText("Launch annotator").click();

  const viewer = new ViewerPage(page);
  await expect(viewer.canvas).toBeVisible({ timeout: 30_000 });
  /** The number of the picture on the screen, encoded as black and white bars. */
  const shown = async (): Promise<number> => {
    const colors = [];
    for (let bar = 0; bar < 10; bar++) colors.push(await viewer.redAt(16 + 32 * bar, 120));
    return colors.reduce((sum, red, bar) => sum + (red > 128 ? 2 ** bar : 0), 0);
  };
  // Ten frames per second of a video with twenty-five pictures per second.
  for (const frame of [14, 0, 6]) {
    await viewer.frameField.fill(String(frame));
    await viewer.frameField.press("Enter");
    await expect.poll(shown).toBe(2.5 * frame);
  }
});
