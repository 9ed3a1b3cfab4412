/** Uploads that go wrong: refused files and names, imports that fail or warn, an unavailable server. */
import { buildZip } from "../contract/bad-inputs/build-archive.ts";
import { createFolder, expect, test } from "./support/app.ts";
import { picture, textFile, viameCsv } from "./support/files.ts";
import { row } from "./support/browser.ts";
import { cards, dialogOf, fakeVideo, openFolder, pick, start } from "./support/uploads.ts";
import { storedTracks } from "./support/viewer.ts";

test("[S-UPLOAD-10, S-UPLOAD-11, S-UPLOAD-12] [S-UPLOAD-21] [S-ERROR-03] what is wrong with a selection is reported before anything is sent", async ({
  page,
  user,
}) => {
  const folder = await openFolder(page, user);

  await test.step("[S-UPLOAD-10, S-UPLOAD-11, S-UPLOAD-12] name, media and annotation type are checked before anything is sent", async () => {
    await pick(page, [picture("a.png")]);
    const card = cards(page).first();
    const startButton = dialogOf(page).getByRole("button", { name: "Start upload" });
    await card.getByLabel("Folder name").fill(" ");
    await expect(card.getByText("This field is required")).toBeVisible();
    await expect(startButton).toBeDisabled();
    await card.getByLabel("Folder name").fill("ok");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      card.getByRole("button", { name: "Annotation file" }).click(),
    ]);
    await chooser.setFiles({ name: "tracks.yaml", mimeType: "text/yaml", buffer: Buffer.from("a: 1") });
    await expect(card.getByText("File Types did not match JSON or CSV")).toBeVisible();
    await expect(startButton).toBeDisabled();
    await expect(card.getByRole("button", { name: /^Abort/ })).toHaveCount(0);
    await card.getByRole("button", { name: /^Remove/ }).click();
    await expect(dialogOf(page)).toBeHidden();

    await pick(page, [textFile("tracks.csv", viameCsv)]);
    await expect(cards(page).first()).toContainText("Media Files are required");
    await expect(startButton).toBeDisabled();
    await cards(page)
      .first()
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect(dialogOf(page)).toBeHidden();
  });

  await test.step("[S-UPLOAD-21] what the server says about a selection is shown, and such a selection cannot be started", async () => {
    await pick(page, [picture("a.png"), picture("b.png"), fakeVideo("c.mp4", 10)]);
    await expect(cards(page).first().getByRole("alert")).toContainText(
      "Do not upload images and videos in the same batch. Upload these by themselves: c.mp4.",
    );
    await expect(dialogOf(page).getByRole("button", { name: "Start upload" })).toBeDisabled();
    await cards(page)
      .first()
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect(dialogOf(page)).toBeHidden();
  });

  await test.step("a file of 0 bytes is named, and leaves nothing half done", async () => {
    await pick(page, [fakeVideo("empty.mp4", 0)]);
    await expect(cards(page).first().getByRole("alert")).toContainText("empty.mp4 is empty (0 bytes)");
    await expect(dialogOf(page).getByRole("button", { name: "Start upload" })).toBeDisabled();
    await cards(page)
      .first()
      .getByRole("button", { name: /^Remove/ })
      .click();
    expect(await user.client.call("folder.list", { parentType: "folder", parentId: folder._id })).toEqual([]);
  });

  await test.step("[S-ERROR-03] a validation that itself fails is reported", async () => {
    await page.route("**/dive_dataset/validate_files", (route) =>
      route.fulfill({ status: 503, json: { message: "Maintenance until noon.", type: "rest" } }),
    );
    await pick(page, [picture("a.png")]);
    await expect(cards(page).first().getByRole("alert")).toContainText("Maintenance until noon.");
  });
});

test("[S-UPLOAD-05, S-UPLOAD-06] an upload is of one of four types; each of its files is waiting, has arrived or has failed, and a second start sends what has not arrived", async ({
  page,
  user,
}) => {
  await openFolder(page, user);
  const types: Record<string, string> = {};
  await page.route("**/api/v1/folder?*", async (route) => {
    const { searchParams } = new URL(route.request().url());
    if (route.request().method() !== "POST") return await route.fallback();
    types[searchParams.get("name") ?? ""] = (JSON.parse(searchParams.get("metadata") ?? "{}") as { type: string }).type;
    return await route.fulfill({ status: 400, json: { message: "Not now.", type: "rest" } });
  });
  const plain = (name: string) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.alloc(64, 1) });
  const archive = { ...plain("d.zip"), buffer: buildZip([{ name: "e.png", content: picture("e.png").buffer }]) };
  for (const file of [plain("a.mp4"), picture("b.png"), plain("c.ntf"), archive]) await pick(page, [file]);
  await expect(cards(page)).toHaveCount(4);
  await start(page);
  await expect(cards(page).getByText("Not now.")).toHaveCount(4);
  expect(types).toEqual({ a: "video", b: "image-sequence", c: "large-image", d: "zip" });
  for (const left of [3, 2, 1, 0]) {
    await cards(page)
      .first()
      .getByRole("button", { name: /^Abort/ })
      .click();
    await expect(cards(page)).toHaveCount(left);
  }
  await page.unroute("**/api/v1/folder?*");

  const begun: string[] = [];
  let isRefused = true;
  let arrivals = 0;
  page.on("response", (response) => void (arrivals += response.url().includes("/file/chunk?") ? 1 : 0));
  let release: () => void = () => undefined;
  let held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/v1/file?*", async (route) => {
    const name = new URL(route.request().url()).searchParams.get("name") ?? "";
    begun.push(name);
    await held;
    if (name !== "b.png" || !isRefused) return await route.fallback();
    // Its neighbors have arrived first.
    await expect.poll(() => arrivals).toBe(2);
    return await route.fulfill({ status: 400, json: { message: "This file is refused.", type: "rest" } });
  });
  const files = ["a.png", "b.png", "c.png"].map((name, index) => picture(name, index));
  await pick(page, files);
  await start(page);
  const card = cards(page).first();
  await expect(card).toContainText("0 B of");
  await expect(card).toContainText("3 files left");
  release();
  await expect(card.getByRole("alert")).toContainText("This file is refused.");
  expect(begun.toSorted()).toEqual(["a.png", "b.png", "c.png"]);
  held = new Promise((resolve) => (release = resolve));
  isRefused = false;
  await start(page);
  const [a = 0, b = 0, c = 0] = files.map(({ buffer }) => buffer.length);
  await expect(card).toContainText(`${a + c} B of ${a + b + c} B`);
  await expect(card).toContainText("1 file left");
  await expect.poll(() => begun.slice(3)).toEqual(["b.png"]);
  release();
  await expect(row(page, "a").getByRole("link", { name: /Launch annotator/ })).toBeVisible();
});

test("what is changed after an error counts: another name, a picture left out, no annotations", async ({
  page,
  user,
}) => {
  const folder = await openFolder(page, user);
  const arrived: string[] = [];
  let isRefused = true;
  await page.route("**/api/v1/file?*", async (route) => {
    const name = new URL(route.request().url()).searchParams.get("name") ?? "";
    if (name === "b.png" && isRefused) {
      await expect.poll(() => arrived.toSorted()).toEqual(["a.png", "c.png", "tracks.csv"]);
      return await route.fulfill({ status: 400, json: { message: "This file is refused.", type: "rest" } });
    }
    await route.fulfill({ response: await route.fetch() });
  });
  await page.route("**/api/v1/file/chunk?*", async (route) => {
    const response = await route.fetch();
    arrived.push(((await response.json()) as { name: string }).name);
    await route.fulfill({ response });
  });
  const csv = "0,a.png,0,10,10,20,20,1,-1,fish,1\n";
  const files = ["a.png", "b.png", "c.png"].map((name, index) => picture(name, index));
  await pick(page, [...files, { name: "tracks.csv", mimeType: "text/csv", buffer: Buffer.from(csv) }]);
  const card = cards(page).first();
  await expect(card).toContainText("3 frames");
  await start(page);
  await expect(card.getByRole("alert")).toContainText("This file is refused.");

  isRefused = false;
  await card.getByRole("textbox", { name: "Folder name" }).fill("Renamed");
  await card.getByRole("button", { name: "Leave out a.png" }).click();
  await expect(card).toContainText("2 frames");
  await card.getByRole("checkbox", { name: "Import annotations" }).uncheck();
  await start(page);
  await expect(row(page, "Renamed").getByRole("link", { name: /Launch annotator/ })).toBeVisible();
  // Files that had arrived are not sent again.
  expect(arrived.toSorted()).toEqual(["a.png", "b.png", "c.png", "tracks.csv"]);
  const datasets = await user.client.call("folder.list", { parentType: "folder", parentId: folder._id });
  expect(datasets.map(({ name }) => name)).toEqual(["Renamed"]);
  const id = datasets[0]?._id ?? "";
  expect((await user.client.call("dataset.media", { id })).imageData.map(({ filename }) => filename)).toEqual([
    "b.png",
    "c.png",
  ]);
  expect(await storedTracks(user, id)).toEqual([]);

  // Of several videos, one that is left out leaves no folder, though it had arrived.
  await page.unrouteAll({ behavior: "wait" });
  await page.route("**/api/v1/folder?*", async (route) => {
    const isSecond = new URL(route.request().url()).searchParams.get("name") === "e";
    await (isSecond && route.request().method() === "POST"
      ? route.fulfill({ status: 400, json: { message: "Not now.", type: "rest" } })
      : route.continue());
  });
  await pick(page, [fakeVideo("d.mp4", 64), fakeVideo("e.mp4", 64)]);
  await start(page);
  await expect(card.getByRole("alert")).toContainText("Not now.");
  const names = async () =>
    (await user.client.call("folder.list", { parentType: "folder", parentId: folder._id })).map(({ name }) => name);
  expect(await names()).toEqual(["d", "Renamed"]);
  await page.unrouteAll({ behavior: "wait" });
  await card.getByRole("button", { name: "Leave out d.mp4" }).click();
  await start(page);
  await page.getByRole("dialog", { name: "e: Import Error" }).getByRole("button").last().click();
  expect(await names()).toEqual(["e", "Renamed"]);
});

test("several videos: one of which no dataset can be made keeps no other from being sent", async ({ page, user }) => {
  const folder = await openFolder(page, user);
  await pick(page, [fakeVideo("a.mp4", 64), fakeVideo("b.mp4", 64)]);
  await start(page);
  const error = page.getByRole("dialog", { name: "a, b: Import Error" });
  for (const name of ["a", "b"]) {
    await expect(error).toContainText(`Failed to read ${name}.mp4`);
    await expect(error).toContainText(`kept in the folder “${name}”`);
  }
  const stored = await user.client.call("folder.list", { parentType: "folder", parentId: folder._id });
  expect(stored.map(({ name }) => name)).toEqual(["a", "b"]);
});

/** Two rows of two gray pixels, run-length encoded, without the end markers that the format requires. */
function openSgi(): Buffer {
  const bytes = Buffer.alloc(512 + 16 + 6);
  bytes.writeUInt16BE(474, 0);
  for (const [at, value] of [1, 1].entries()) bytes.writeUInt8(value, 2 + at);
  for (const [at, value] of [2, 2, 2, 1].entries()) bytes.writeUInt16BE(value, 4 + at * 2);
  for (const [at, value] of [528, 531, 3, 3].entries()) bytes.writeUInt32BE(value, 512 + at * 4);
  for (const row of [528, 531]) bytes.set([0x82, 90, 180], row);
  return bytes;
}

test("every file that is picked is sent or named: values of frames next to annotations, YAML, a second configuration", async ({
  page,
  user,
}) => {
  const folder = await openFolder(page, user);
  await pick(page, [
    picture("a.png"),
    picture("b.png"),
    textFile("frame_metadata.csv", "frame,depth\n0,12.5\n"),
    textFile("t.csv", viameCsv),
    textFile("t.json", "{}"),
    textFile("notes.txt", "nothing"),
  ]);
  const card = cards(page).first();
  await expect(card.getByRole("button", { name: "Annotation file" })).toContainText("t.csv");
  await expect(card).toContainText("With frame metadata from frame_metadata.csv");
  await card.getByText("2 files will not be uploaded").click();
  await expect(card).toContainText("t.json: another annotation file was used");
  await expect(card).toContainText("notes.txt: no dataset can be made of this type of file");
  await start(page);
  await expect(page.getByRole("dialog", { name: "Import warnings" })).toContainText("frame_metadata.csv was stored");
  const [dataset] = await user.client.call("folder.list", { parentType: "folder", parentId: folder._id });
  expect(await user.client.call("annotation.tracks", { folderId: dataset?._id ?? "" })).toHaveLength(2);
  expect(dataset?.meta).toMatchObject({ metadataFileOriginalName: "frame_metadata.csv" });
  await page.reload();

  await pick(page, [picture("c.png"), textFile("t.yml", "a: 1")]);
  await expect(card.getByRole("button", { name: "Annotation file" })).toContainText("t.yml");
  await expect(card).toContainText("File Types did not match JSON or CSV");
  await expect(dialogOf(page).getByRole("button", { name: "Start upload" })).toBeDisabled();
  // Files that the server cannot read by their name are converted here, reported, and sent as JSON.
  const choose = async (name: string, text: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      card.getByRole("button", { name: "Annotation file" }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  };
  await choose("letter.txt", "Dear reader");
  await expect(card.getByText("Nothing in this file can be imported").first()).toBeVisible();
  await expect(dialogOf(page).getByRole("button", { name: "Start upload" })).toBeDisabled();
  await choose(
    "task.xml",
    '<annotations><track id="3" label="boat"><box frame="0" xtl="1" ytl="1" xbr="6.5" ybr="6"/><blob/></track></annotations>',
  );
  const preview = card.getByRole("region", { name: "File contents" });
  await expect(preview).toContainText("CVAT XML");
  await expect(preview).toContainText("1 track, 1 detection");
  await expect(preview).toContainText("Elements `blob` are not read. Line 1.");
  await start(page);
  await expect(dialogOf(page)).toBeHidden();
  const made = await user.client.call("folder.list", { parentType: "folder", parentId: folder._id });
  const ofPicture = made.find(({ name }) => name === "c");
  expect(await user.client.call("annotation.tracks", { folderId: ofPicture?._id ?? "" })).toMatchObject([
    { id: 3, confidencePairs: [["boat", 1]] },
  ]);

  await pick(page, [picture("d.png"), textFile("a.meta.json", "{}"), textFile("b.config.json", "{}")]);
  await expect(card.getByRole("alert")).toContainText("Can only upload a single configuration JSON per import");
});

test("[S-ERROR-02] [S-ERROR-04, S-UPLOAD-23] [S-UPLOAD-09 after an error] what goes wrong on the way and after it: a name that is taken, a failed import, damaged media, warnings", async ({
  page,
  user,
}) => {
  const folder = await openFolder(page, user);

  await test.step("[S-ERROR-02] [S-UPLOAD-09 after an error] a name that is taken is reported in a red alert with an Abort button, and can be changed; Abort clears it", async () => {
    await createFolder(user, "a", folder);
    await pick(page, [picture("a.png")]);
    await start(page);
    const card = cards(page).first();
    await expect(card.getByRole("alert")).toContainText("A folder with that name already exists here.");
    const [red = 0, green = 0, blue = 0] = (
      await card.getByRole("alert").evaluate((alert) => getComputedStyle(alert).backgroundColor.match(/[\d.]+/g) ?? [])
    ).map(Number);
    expect(red).toBeGreaterThan(Math.max(green, blue));
    await card.getByRole("button", { name: /^Abort/ }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect(await user.client.call("folder.list", { parentType: "folder", parentId: folder._id })).toHaveLength(1);
    await pick(page, [picture("a.png")]);
    await expect(card.getByRole("alert")).toHaveCount(0);
    // Known before anything is sent; the start is not refused, since the other one may go meanwhile.
    const taken = card.getByText("“a” already exists in Survey. Choose another name.");
    await expect(taken).toBeVisible();
    await card.getByLabel("Folder name").fill("a2");
    await expect(taken).toBeHidden();
    await card.getByLabel("Folder name").fill("a");
    await expect(taken).toBeVisible();
    await start(page);
    await expect(card.getByRole("alert")).toContainText("A folder with that name already exists here.");
    await card.getByLabel("Folder name").fill("a2");
    await start(page);
    await expect(row(page, "a2").getByRole("link", { name: /Launch annotator/ })).toBeVisible();
  });

  await test.step("[S-ERROR-04, S-UPLOAD-23] post-processing that fails is reported in a dialog of its own", async () => {
    await pick(page, [fakeVideo("film.mp4", 5000)]);
    await start(page);
    const failed = page.getByRole("dialog", { name: "film: Import Error" });
    await expect(failed).toContainText("film.mp4");
    await expect(failed).toContainText("kept in the folder “film”");
    await failed.getByRole("button", { name: "OK" }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(row(page, "film")).toBeVisible();
    await expect(row(page, "film").getByRole("link", { name: /Launch annotator/ })).toBeHidden();
  });

  await test.step("media that are damaged, but can be shown, are named when they are ready and in the details of the dataset", async () => {
    await pick(page, [{ name: "0.sgi", mimeType: "image/sgi", buffer: openSgi() }]);
    await cards(page).first().getByLabel("Folder name").fill("scan");
    await start(page);
    const told = "0.sgi is shown, but other programs may refuse it: 2 of its 2 rows lack their end mark.";
    await expect(page.getByRole("alert").filter({ hasText: "“scan” is ready to annotate, but" })).toContainText(told);
    await row(page, "scan").click();
    await expect(page.getByRole("note").filter({ hasText: "Some media cannot be shown as recorded" })).toContainText(
      told,
    );
  });

  await test.step("[S-UPLOAD-23] warnings of the import are listed, with the way into the viewer", async () => {
    await pick(page, [
      picture("a.png"),
      picture("b.png"),
      textFile("t.csv", `${viameCsv}2,a.png,0,oops,1,2,3,0.5,-1,fish,0.5\n`),
    ]);
    await cards(page).first().getByLabel("Folder name").fill("doubtful");
    await start(page);
    const warnings = page.getByRole("dialog", { name: "Import warnings" });
    await expect(warnings.getByRole("listitem").first()).toContainText("5");
    await expect(warnings).toContainText("should be double-checked");
    await warnings.getByRole("button", { name: "Launch annotator" }).click();
    await expect(page).toHaveURL(/\/viewer\/[0-9a-f]{24}$/);
  });
});

test("an upload goes on when the server was away for a while", async ({ page, user }) => {
  await openFolder(page, user);
  let away = "/file?";
  await page.route("**/api/v1/**", (route) =>
    away !== "" && route.request().url().includes(away) ? route.abort("connectionrefused") : route.fallback(),
  );
  await pick(page, [picture("a.png")]);
  await start(page);
  for (const next of ["/file/chunk", "/postprocess", ""]) {
    await expect(cards(page).first()).toContainText("Connection lost. Trying again");
    away = next;
    if (next !== "") await page.waitForEvent("requestfailed", (request) => request.url().includes(next));
  }
  await expect(row(page, "a").getByRole("link", { name: /Launch annotator/ })).toBeVisible({ timeout: 30_000 });
});

test("one unreadable picture does not throw an upload away: it is named in the message, in the details and in the viewer", async ({
  page,
  user,
}) => {
  await openFolder(page, user);
  const broken = { name: "torn.png", mimeType: "image/png", buffer: picture("x.png").buffer.subarray(0, 40) };
  await pick(page, [
    picture("a.png"),
    picture("b.png"),
    broken,
    { ...broken, name: "none.png", buffer: Buffer.alloc(0) },
  ]);
  await expect(cards(page).first()).toContainText("none.png: it is empty (0 bytes)");
  await cards(page).first().getByLabel("Folder name").fill("torn set");
  await start(page);
  const toast = page
    .getByRole("alert")
    .filter({ hasText: "“torn set” is ready to annotate, but check some of its files." });
  await expect(toast).toContainText(
    /torn\.png cannot be decoded: .*\. It was left out\. Upload an intact copy of it\./,
  );
  await row(page, "torn set").click();
  await expect(page.getByRole("note")).toContainText("What uploads and jobs did");
  await expect(page.getByRole("note")).toContainText(/torn\.png cannot be decoded: .* It was left out\./);
  await row(page, "torn set")
    .getByRole("link", { name: /Launch annotator/ })
    .click();
  const badge = page.getByLabel(/^Files to check: \d+$/);
  await expect(badge).toBeVisible();
  await page.getByRole("button", { name: "Dataset info" }).click();
  await expect(page.getByRole("region", { name: "What happened to its files" })).toContainText(
    /torn\.png cannot be decoded: .* It was left out\./,
  );
});
