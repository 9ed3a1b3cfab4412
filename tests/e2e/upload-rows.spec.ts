/** Reports of upload rows on real files before anything is sent; bad files do not stop the others. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { buildZip } from "../contract/bad-inputs/build-archive.ts";
import { sharedData } from "../support/shared-data.ts";
import { expect, test } from "./support/app.ts";
import { picture } from "./support/files.ts";
import type { UploadedFile } from "./support/files.ts";
import { cards, dialogOf, openFolder, pick, start } from "./support/uploads.ts";

const real = (path: string, name = basename(path)): UploadedFile => ({
  name,
  mimeType: "",
  buffer: readFileSync(sharedData(path) ?? ""),
});
const isMissing = sharedData("video/motion.mp4") === undefined;

test("[S-UPLOAD-20, S-UPLOAD-24] each video says its length, rate and pictures, and what is wrong with it; the good ones become datasets", async ({
  page,
  user,
}) => {
  test.skip(isMissing, "The shared test data are not here.");
  const folder = await openFolder(page, user);
  const sent: string[] = [];
  page.on("request", (request) => void (request.url().includes("/file/chunk") && sent.push(request.url())));
  await pick(page, [
    real("video/motion.mp4"),
    real("video/unordered.mov", "motion.mov"),
    real("video/video.avi"),
    real("bad/annex-b.mp4"),
    real("bad/test_malformed.mp4"),
    { name: "empty.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(0) },
    { name: "notes.xyz", mimeType: "", buffer: Buffer.from("text") },
    { ...real("bad/test_invalid_moov_atom.mp4"), name: "Fa\u0308nge.mp4" },
  ]);
  const card = cards(page).first();
  await expect(dialogOf(page)).toContainText(`Will be stored in ${user.login} / Survey`);
  const rows = card.getByRole("table", { name: "Files" });
  const rowOf = (name: string) => rows.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(rowOf("motion.mp4")).toContainText(
    "2.2 MB0:11 · 30 fps · 320 × 24010 fps: 115 of 343 pictures can be annotated",
  );
  await expect(rowOf("motion.mp4").locator("+ tr")).toContainText("The dataset will be named “motion.mp4”");
  await expect(rowOf("motion.mov").locator("+ tr")).toContainText("The dataset will be named “motion.mov”");
  await expect(rowOf("video.avi")).toContainText("will be converted");
  await expect(rowOf("video.avi").locator("+ tr")).toContainText("less than a minute");
  await expect(rowOf("annex-b.mp4")).toContainText("announces 745 pictures");
  await expect(rowOf("annex-b.mp4").locator("+ tr")).toContainText(/cut off: [\d.]+ MB are missing at its end/);
  await expect(rowOf("test_malformed.mp4").locator("+ tr")).toContainText("finds no pictures in this file");
  await expect(rowOf("Fa\u0308nge.mp4").locator("+ tr")).toContainText("as macOS does");
  await card.getByText("2 files will not be uploaded").click();
  await expect(card).toContainText("empty.mp4: it is empty (0 bytes)");
  await expect(card).toContainText("notes.xyz: no dataset can be made of this type of file");

  await card.getByRole("button", { name: "Use each video's own rate" }).click();
  await expect(rowOf("motion.mp4")).toContainText("all 343 pictures can be annotated");
  for (const name of ["annex-b.mp4", "test_malformed.mp4"]) {
    await card.getByRole("button", { name: `Leave out ${name}` }).click();
    await expect(rowOf(name)).toHaveCount(0);
  }
  await expect(card.getByText("4 files will not be uploaded")).toBeVisible();
  await expect(card).toContainText("test_malformed.mp4: you left it out");
  expect(sent).toEqual([]);

  await start(page);
  await expect(dialogOf(page)).toBeHidden({ timeout: 60_000 });
  const datasets = await user.client.call("folder.list", { parentType: "folder", parentId: folder._id });
  expect(datasets.map(({ name }) => name)).toEqual(["Fa\u0308nge", "motion.mov", "motion.mp4", "video"]);
  for (const { _id: folderId, name } of datasets) {
    const items = await user.client.call("item.list", { folderId });
    expect(items[0]?.name.startsWith(name.replace(/\.mp4$|\.mov$/, "")), name).toBe(true);
  }

  // The next upload's estimate uses the measured conversion time.
  const avi = datasets.find(({ name }) => name === "video")?._id ?? "";
  const isReady = async () => (await user.client.call("folder.get", { id: avi })).meta["annotate"];
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  await expect
    .poll(async () => (await user.client.call("system.publicSettings", {}))["wakeline.conversion_speed"])
    .toEqual({ pixelsPerSecond: expect.any(Number), bytesPerSecond: expect.any(Number) });
  await pick(page, [real("video/test.mp4")]);
  await expect(cards(page).first()).toContainText("At the speed of earlier conversions here, this takes");
});

test("pictures say what they become; archives say what they hold, and a broken one stops no other", async ({
  page,
  user,
}) => {
  test.skip(isMissing, "The shared test data are not here.");
  const folder = await openFolder(page, user);
  await page.getByRole("button", { name: "Upload", exact: true }).first().click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: "Zip archive" }).click();
  await chooser;
  await expect(page.getByTestId("upload-files").first()).toHaveAttribute("accept", ".zip");

  const whole = buildZip([
    { name: "reef/1.png", content: picture("1.png").buffer },
    { name: "reef/2.png", content: picture("2.png").buffer },
    { name: "README.txt", content: Buffer.from("about") },
  ]);
  await pick(page, [
    { name: "reef.zip", mimeType: "application/zip", buffer: whole },
    { name: "half.zip", mimeType: "application/zip", buffer: whole.subarray(0, 60) },
    picture("a.png", 20),
    real("images/formats/bikes_000.bmp", "a.bmp"),
    real("images/formats/bikes_000.sgi", "b.sgi"),
  ]);
  const [pictures, reef, half] = [0, 1, 2].map((n) => cards(page).nth(n));
  await expect(pictures!).toContainText("3 frames, in the order of their names · 2 will be converted to PNG");
  const rowOf = (name: string) => pictures!.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(rowOf("a.bmp").locator("+ tr")).toContainText("Will be converted to PNG and shown as a.bmp.png.");
  await expect(rowOf("a.bmp").locator("+ tr")).toContainText("Several pictures are named “a”.");
  await expect(rowOf("b.sgi").locator("+ tr")).toContainText("Will be converted to PNG and shown as b.png.");
  await expect(reef!).toContainText("2 pictures, 1 other file");
  await expect(half!.getByRole("alert")).toContainText("half.zip cannot be read as a zip archive");

  await start(page);
  await expect(cards(page)).toHaveCount(1, { timeout: 60_000 });
  await expect(cards(page).first()).toContainText("half.zip");
  await cards(page)
    .first()
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(dialogOf(page)).toBeHidden();
  const list = () => user.client.call("folder.list", { parentType: "folder", parentId: folder._id });
  await expect
    .poll(async () => (await list()).map(({ name, meta }) => [name, meta["annotate"]]), { timeout: 60_000 })
    .toEqual([
      ["a", true],
      ["reef", true],
    ]);
  const id = (await list())[0]?._id ?? "";
  const media = await user.client.call("dataset.media", { id });
  expect(media.imageData.map(({ filename }) => filename)).toEqual(["a.bmp.png", "a.png", "b.png"]);
});
