/** Uploading: picking and dropping, the dialog, progress, cancelling. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";

import type { Locator, Page } from "@playwright/test";

import { buildZip } from "../contract/bad-inputs/build-archive.ts";
import { sharedData } from "../support/shared-data.ts";
import { createFolder, expect, goWithin, test } from "./support/app.ts";
import { makeNumberedVideo } from "./support/frame-numbers.ts";
import { picture, textFile, viameCsv } from "./support/files.ts";
import type { UploadedFile } from "./support/files.ts";
import { row } from "./support/browser.ts";
import { cards, dialogOf, fakeVideo, openFolder, pick, start } from "./support/uploads.ts";

/** Holds every chunk back until `release` is called. */
async function holdChunks(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/v1/file/chunk?*", async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

test("[S-UPLOAD-01, S-UPLOAD-07, S-UPLOAD-08, S-UPLOAD-15, S-UPLOAD-18, S-UPLOAD-26] [S-API-01, S-API-28, S-API-31 of the page] images with a csv become a dataset under the name one gives", async ({
  page,
  user,
}) => {
  const folder = await openFolder(page, user);
  const asked: URL[] = [];
  page.on("request", (request) => {
    const isCall = request.method() !== "GET" || new URL(request.url()).search !== "";
    if (isCall && ["fetch", "xhr"].includes(request.resourceType())) asked.push(new URL(request.url()));
  });
  await pick(page, [
    picture("b.png", 80),
    picture("a.png", 40),
    textFile("tracks.csv", viameCsv),
    textFile("other.json", "{}"),
  ]);
  const card = cards(page).first();
  await expect(card.getByLabel("Folder name")).toHaveValue("b");
  await expect(card).toContainText("2 files");
  await expect(card.getByText("tracks.csv")).toBeVisible();
  await card.getByText("1 file will not be uploaded").click();
  await expect(card).toContainText("other.json");
  // Image sequences have no frame rate to choose.
  await expect(card.getByRole("combobox", { name: "Frame rate" })).toBeHidden();
  await card.getByLabel("Folder name").fill("Reef");
  const created = page.waitForRequest(
    (request) => request.method() === "POST" && /\/api\/v1\/folder\?/.test(request.url()),
  );
  await start(page);
  expect(JSON.parse(new URL((await created).url()).searchParams.get("metadata") ?? "")).toEqual({
    fps: 1,
    type: "image-sequence",
    uploadRun: expect.any(String),
    unfinishedUpload: { fingerprint: expect.any(String), uploads: {} },
  });
  await expect(dialogOf(page)).toBeHidden();
  await expect(row(page, "Reef").getByRole("link", { name: /Launch annotator/ })).toBeVisible();
  await expect(page.getByText("“Reef” is ready to annotate.")).toBeVisible();
  expect(asked.filter(({ pathname }) => !pathname.startsWith("/api/v1/"))).toEqual([]);
  const [datasetId = ""] = asked.flatMap(({ pathname }) => /dive_rpc\/postprocess\/(\w+)$/.exec(pathname)?.[1] ?? []);
  const files = asked.filter(({ pathname }) => pathname === "/api/v1/file");
  expect(files.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual(
    expect.arrayContaining([
      {
        parentType: "folder",
        parentId: datasetId,
        name: "a.png",
        size: expect.stringMatching(/^\d+$/),
        mimeType: "image/png",
        // Another upload that takes the dataset over gets no files of this one.
        folderWas: expect.stringContaining("uploadRun"),
      },
    ]),
  );
  expect(files).toHaveLength(3);

  const [dataset] = await user.client.call("folder.list", { parentType: "folder", parentId: folder._id });
  const id = dataset?._id ?? "";
  const media = await user.client.call("dataset.media", { id });
  expect(media.imageData.map(({ filename }) => filename)).toEqual(["a.png", "b.png"]);
  const tracks = await user.client.call("annotation.tracks", { folderId: id });
  expect(tracks.map(({ id: trackId, begin, end }) => [trackId, begin, end])).toEqual([
    [0, 0, 1],
    [1, 0, 1],
  ]);
  await page
    .getByText("“Reef” is ready to annotate.")
    .locator("..")
    .getByRole("button", { name: "Launch annotator" })
    .click();
  await expect(page).toHaveURL(`/viewer/${id}`);
  // It would cover the playback bar, and has nothing more to offer.
  await expect(page.getByText("“Reef” is ready to annotate.")).toBeHidden({ timeout: 3000 });
});

test("[S-UPLOAD-02, S-UPLOAD-03, S-UPLOAD-09] [S-UPLOAD-13, S-UPLOAD-14, S-UPLOAD-16, S-UPLOAD-17] [S-UPLOAD-22] pictures are dropped and picked, alone and in folders, with and without annotations; Abort takes everything back", async ({
  page,
  user,
}, testInfo) => {
  await test.step("files dropped where no dataset can be are refused with the reason", async () => {
    await page.goto("/");
    await expect(page.getByRole("grid")).toBeVisible();
    await drop(page.getByRole("grid"), [{ path: "a.png", ...picture("a.png") }]);
    await expect(page.getByRole("dialog")).toContainText("Datasets are stored in folders.");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  const folder = await createFolder(user, "Survey");
  const backToFolder = () => goWithin(page, `/folder/${folder._id}`);
  await backToFolder();
  await expect(page.getByText("This folder is empty")).toBeVisible();

  await test.step("[S-UPLOAD-02, S-UPLOAD-03, S-UPLOAD-09] progress is shown in bytes and files left; Abort takes everything back", async () => {
    const release = await holdChunks(page);
    await pick(page, [picture("a.png"), picture("b.png"), picture("c.png")]);
    await start(page);
    const card = cards(page).first();
    await expect(card.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");
    await expect(card).toContainText("3 files left");
    await expect(card).toContainText(/0 B of \d+ B/);
    await card.getByRole("button", { name: /^Abort/ }).click();
    await expect(dialogOf(page)).toBeHidden();
    release();
    await expect(page.getByText("This folder is empty")).toBeVisible();
    // Keyboard users are where they were, not at the top of the page.
    await expect(page.locator("main:focus, main :focus")).toHaveCount(1);
    // The list may still be the one from before the upload.
    const left = () => user.client.call("folder.list", { parentType: "folder", parentId: folder._id });
    await expect.poll(left).toEqual([]);
  });

  await test.step("an upload that is aborted while its folder is being created leaves no folder", async () => {
    // The server has created the folder, and its response is on the way.
    const created = Promise.withResolvers<string>();
    const aborted = Promise.withResolvers<void>();
    await page.route("**/api/v1/folder?*", async (route) => {
      if (route.request().method() !== "POST") return await route.continue();
      const response = await route.fetch();
      created.resolve(((await response.json()) as { _id: string })._id);
      await aborted.promise;
      await route.fulfill({ response }).catch(() => undefined);
    });
    await pick(page, [picture("a.png")]);
    await start(page);
    const id = await created.promise;
    const deleted = page.waitForResponse(
      (response) => response.request().method() === "DELETE" && response.url().includes(id),
    );
    await cards(page)
      .first()
      .getByRole("button", { name: /^Abort/ })
      .click();
    aborted.resolve();
    await deleted;
    await page.unroute("**/api/v1/folder?*");
    expect(await user.client.call("folder.list", { parentType: "folder", parentId: folder._id })).toEqual([]);
  });

  await test.step("dropped folders become pending uploads of their own, which run on while other pages are shown", async () => {
    await drop(page.getByText("This folder is empty"), [
      { path: "reef/1.png", ...picture("1.png") },
      { path: "reef/2.png", ...picture("2.png") },
      { path: "quay/1.png", ...picture("1.png") },
    ]);
    await expect(cards(page)).toHaveCount(2);
    await expect(cards(page).nth(0).getByLabel("Folder name")).toHaveValue("reef");
    await expect(cards(page).nth(1).getByLabel("Folder name")).toHaveValue("quay");
    const release = await holdChunks(page);
    await dialogOf(page).getByRole("button", { name: "Start all" }).click();
    await dialogOf(page).getByRole("button", { name: "Continue in the background" }).click();
    await expect(dialogOf(page)).toBeHidden();
    await page.getByRole("link", { name: "Jobs" }).click();
    await page.getByRole("button", { name: "2 uploads: 0 %" }).click();
    await expect(cards(page)).toHaveCount(2);
    release();
    await expect(page.getByText("“reef” is ready to annotate.")).toBeVisible();
    await expect(page.getByText("“quay” is ready to annotate.")).toBeVisible();
    await expect(dialogOf(page)).toBeHidden();
  });

  await test.step("a folder is picked with everything in it", async () => {
    await backToFolder();
    const directory = testInfo.outputPath("transect 7 🐟");
    await mkdir(directory, { recursive: true });
    await writeFile(`${directory}/10.png`, picture("10.png").buffer);
    await writeFile(`${directory}/9.png`, picture("9.png").buffer);
    await writeFile(`${directory}/.DS_Store`, "x");
    await page.getByTestId("upload-directory").first().setInputFiles(directory);
    await expect(cards(page).first().getByLabel("Folder name")).toHaveValue("transect 7 🐟");
    await expect(cards(page).first()).toContainText("2 files");
    await start(page);
    await expect(row(page, "transect 7 🐟")).toBeVisible();
  });

  await test.step("[S-UPLOAD-22] annotations are left out when Import annotations is off", async () => {
    await pick(page, [picture("a.png"), picture("b.png"), textFile("tracks.csv", viameCsv)]);
    await cards(page).first().getByRole("checkbox", { name: "Import annotations" }).uncheck();
    await expect(cards(page).first().getByText("tracks.csv")).toBeHidden();
    await start(page);
    await expect(dialogOf(page)).toBeHidden();
    const [dataset] = await user.client.call("folder.list", { parentType: "folder", parentId: folder._id, name: "a" });
    expect(await user.client.call("annotation.tracks", { folderId: dataset?._id ?? "" })).toEqual([]);
    expect((await user.client.call("item.list", { folderId: dataset?._id ?? "" })).map(({ name }) => name)).toEqual([
      "a.png",
      "b.png",
    ]);
  });

  await test.step("[S-UPLOAD-16, S-UPLOAD-17, S-UPLOAD-13, S-UPLOAD-14] a single json is the annotation file, one called config the configuration", async () => {
    const inputs = page.getByTestId("upload-files").first();
    await page.getByRole("button", { name: "Upload", exact: true }).first().click();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("menuitem", { name: "Videos" }).click(),
    ]);
    const videos = (await inputs.getAttribute("accept"))?.split(",");
    const wanted = [".mp4", ".webm", ".avi", ".wmv", ".mov", ".mpg", ".mpeg", ".ogg", ".flv", ".mkv", ".json", ".csv"];
    expect(videos).toEqual(expect.arrayContaining(wanted));
    expect(videos).not.toContain(".png");
    await chooser.setFiles([]);
    // The palette has the entries of the menu.
    await page.keyboard.press("Control+k");
    await page.keyboard.type("upload images");
    await expect(page.getByRole("button", { name: "Upload images" })).toBeVisible();
    const [images] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
    for (const extension of [".png", ".jpeg", ".tiff", ".pgm", ".mp4", ".csv", ".json"])
      expect(await inputs.getAttribute("accept")).toContain(extension);
    await images.setFiles([
      picture("a.png"),
      textFile("tracks.json", '{"tracks":{},"groups":{},"version":2}'),
      textFile("my.config.json", "{}"),
    ]);
    const card = cards(page).first();
    await expect(card.getByRole("button", { name: "Annotation file" })).toContainText("tracks.json");
    await expect(card.getByRole("button", { name: "Configuration file" })).toContainText("my.config.json");
    const accept = async (label: string) => {
      const [files] = await Promise.all([
        page.waitForEvent("filechooser"),
        card.getByRole("button", { name: label }).click(),
      ]);
      return files.element().getAttribute("accept");
    };
    expect(await accept("Annotation file")).toBe(
      ".json,.csv,.yaml,.yml,.xml,.xgtf,.zip,.txt,.tsv,.jsonl,.ndjson,.manifest",
    );
    expect(await accept("Configuration file")).toBe(".json");
  });
});

test("[S-UPLOAD-20] [S-UPLOAD-01, S-UPLOAD-24, S-UPLOAD-25] several videos become a dataset each, and a video gets the frame rate one chooses", async ({
  page,
  user,
}) => {
  const [short, long] = [sharedData("video/video_90.mov"), sharedData("video/carphone_pristine.mp4")];
  test.skip(short === undefined || long === undefined, "shared test data is missing: no real video is uploaded");
  const folder = await openFolder(page, user);

  await test.step("[S-UPLOAD-20] several videos become a dataset each", async () => {
    const buffer = await readFile(short ?? "");
    await pick(
      page,
      ["one.mov", "two.mov"].map((name) => ({ name, mimeType: "video/quicktime", buffer })),
    );
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page).first()).toContainText("One dataset for each video");
    await start(page);
    await expect(row(page, "one").getByRole("link", { name: /Launch annotator/ })).toBeVisible();
    await expect(row(page, "two").getByRole("link", { name: /Launch annotator/ })).toBeVisible();
    const folders = await user.client.call("folder.list", { parentType: "folder", parentId: folder._id });
    expect(folders.map(({ name, meta }) => [name, meta.type])).toEqual([
      ["one", "video"],
      ["two", "video"],
    ]);
  });

  await test.step("[S-UPLOAD-01, S-UPLOAD-24, S-UPLOAD-25] a video gets the frame rate one chooses", async () => {
    await pick(page, [{ name: "motion.mp4", mimeType: "video/mp4", buffer: await readFile(long ?? "") }]);
    const rate = cards(page).first().getByRole("combobox", { name: "Frame rate" });
    await expect(rate).toHaveValue("10 fps");
    await rate.click();
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
      "Same as the video",
      ...[1, 5, 10, 15, 24, 25, 30, 50, 60].map((fps) => `${fps} fps`),
    ]);
    await page.getByRole("option", { name: "5 fps", exact: true }).click();
    await start(page);
    await expect(row(page, "motion").getByRole("link", { name: /Launch annotator/ })).toBeVisible();
    const found = { parentType: "folder", parentId: folder._id, name: "motion" } as const;
    const [dataset] = await user.client.call("folder.list", found);
    expect(dataset?.meta).toMatchObject({ type: "video", fps: 5, annotate: true });
    // The choice is offered first next time.
    await page.reload();
    await page.getByTestId("upload-files").first().setInputFiles(fakeVideo("next.mp4", 10));
    await expect(rate).toHaveValue("5 fps");
    await rate.click();
    await page.getByRole("option", { name: "Same as the video" }).click();
    const created = page.waitForRequest(
      (request) => request.method() === "POST" && /\/api\/v1\/folder\?/.test(request.url()),
    );
    await start(page);
    expect(JSON.parse(new URL((await created).url()).searchParams.get("metadata") ?? "")).toMatchObject({ fps: -1 });
  });
});

/**
 * Requests that never leave the page. `page.route` would copy the 64 MiB of every other request just to check its URL.
 */
async function holdRequests(page: Page, patterns: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Fetch.enable", { patterns: patterns.map((urlPattern) => ({ urlPattern })) });
}

test("[S-UPLOAD-27, S-UPLOAD-02] [S-API-29 of the page] files are sent in chunks of 64 MiB; after the page was closed, picking the same files continues without sending parts again", async ({
  page,
  user,
}, testInfo) => {
  const folder = await openFolder(page, user);
  const pictures = testInfo.outputPath("dive");
  await mkdir(pictures, { recursive: true });
  for (const name of ["a.png", "b.png"]) await writeFile(`${pictures}/${name}`, picture(name).buffer);
  const zip = testInfo.outputPath("pack.zip");
  const content = Buffer.concat([Buffer.from(picture("a.png").buffer), randomBytes(67_108_864)]);
  await writeFile(zip, buildZip([{ name: "a.png", content }]));
  const pickBoth = async (where: Page): Promise<void> => {
    await where.getByTestId("upload-directory").first().setInputFiles(pictures);
    await expect(cards(where)).toHaveCount(1);
    await where.getByTestId("upload-files").first().setInputFiles(zip);
    await expect(cards(where)).toHaveCount(2);
    await expect(where.getByText("Checking the files")).toBeHidden();
    await start(where);
  };
  // One picture and the second chunk of the archive are never sent.
  const isHeld = page.waitForRequest(/file\/chunk\?.*offset=67108864/, { timeout: 60_000 });
  await holdRequests(page, ["*/api/v1/file?*name=b.png*", "*/file/chunk?*offset=67108864*"]);
  const types = new Set<string | undefined>();
  page.on(
    "request",
    (request) => /\/file\/chunk\?/.test(request.url()) && types.add(request.headers()["content-type"]),
  );
  await pickBoth(page);
  // Progress updates while a chunk is being sent, not only when it has arrived.
  await expect(cards(page).nth(1)).toContainText(/[1-9][\d.]* MB of 64\.0 MB/);
  await isHeld;
  expect([...types]).toEqual(["application/octet-stream"]);
  await expect
    .poll(async () => {
      const [dive] = await user.client.call("folder.list", {
        parentType: "folder",
        parentId: folder._id,
        name: "dive",
      });
      const items = await user.client.call("item.list", { folderId: dive?._id ?? "" });
      return items.map(({ name }) => name);
    })
    .toEqual(["a.png"]);
  const next = await page.context().newPage();
  // Offline first: held requests would be sent when the page closes.
  await page.context().setOffline(true);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto("about:blank");
  await page.close();
  await page.context().setOffline(false);

  const sent: string[] = [];
  next.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.method() !== "POST" || !/\/api\/v1\/file(\/chunk)?$/.test(pathname)) return;
    sent.push(searchParams.get("name") ?? `from ${searchParams.get("offset")}`);
  });
  await next.goto(`/folder/${folder._id}`);
  await pickBoth(next);
  for (const name of ["dive", "pack"]) {
    await expect(row(next, name).getByRole("link", { name: /Launch annotator/ })).toBeVisible({ timeout: 30_000 });
  }
  expect(sent.filter((one) => one.endsWith(".png") || one.endsWith(".zip"))).toEqual(["b.png"]);
  const from = sent.filter((one) => one.startsWith("from ")).map((one) => Number(one.slice(5)));
  expect(from.sort((x, y) => x - y)).toEqual([0, 67_108_864]);
  for (const made of await user.client.call("folder.list", { parentType: "folder", parentId: folder._id })) {
    expect([made.name, made.meta["unfinishedUpload"]]).toEqual([made.name, undefined]);
    const names = (await user.client.call("item.list", { folderId: made._id })).map(({ name }) => name);
    expect([made.name, names]).toEqual([made.name, made.name === "dive" ? ["a.png", "b.png"] : ["a.png"]]);
  }
});

/** Drops files with their paths, as a browser does for folders. */
async function drop(target: Locator, files: readonly (UploadedFile & { readonly path: string })[]): Promise<void> {
  const data = files.map(({ name, mimeType, buffer, path }) => ({ name, mimeType, path, bytes: [...buffer] }));
  const transfer = await target.page().evaluateHandle((list) => {
    const dataTransfer = new DataTransfer();
    for (const { name, mimeType, bytes, path } of list) {
      const file = new File([new Uint8Array(bytes)], name, { type: mimeType });
      // The property that a browser sets for files of a dropped or picked folder.
      Object.defineProperty(file, "webkitRelativePath", { value: path.includes("/") ? path : "" });
      dataTransfer.items.add(file);
    }
    // DataTransfer copies files: return the ones with a path.
    return dataTransfer;
  }, data);
  await target.dispatchEvent("dragenter", { dataTransfer: transfer });
  await target.dispatchEvent("drop", { dataTransfer: transfer });
}

test("annotations past the last frame at the chosen rate are reported before the start; the video's own rate is offered, and if it varies", async ({
  page,
  user,
}) => {
  await openFolder(page, user);
  const video = await makeNumberedVideo({ codec: "h264", pictureCount: 60, gaps: [10, 30], keyDistance: 30 });
  await pick(page, [
    { name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.from(video.bytes) },
    textFile("film.csv", "0,,59,10,10,20,20,0.9,-1,fish,0.9\n"),
  ]);
  const card = cards(page).first();
  const warning = card.getByRole("alert").filter({ hasText: "Annotations past the last frame" });
  // Two seconds of 30 pictures each on average, at the default of 10.
  await expect(warning).toContainText("film.csv extends to frame 59, but at this rate the video has frames 0 to 19.");
  const files = card.getByRole("table", { name: "Files" });
  await expect(files).toContainText(
    /film\.mp4.*0:02 · 30(\.\d+)? fps · \d+ × \d+10 fps: 20 of 60 pictures can be annotated/,
  );
  await expect(warning).toContainText("The video's frame rate varies: each picture lasts 16.7 ms to 50 ms.");
  await warning.getByRole("button", { name: /^Use the video's 30(\.\d+)? fps$/ }).click();
  await expect(warning).toBeHidden();
  await expect(files).toContainText("all 60 pictures can be annotated");
  await expect(card).toContainText("The video's frame rate varies");
  await expect(card.getByRole("combobox", { name: "Frame rate" })).toHaveValue("Same as the video");
  await start(page);
  await row(page, "film")
    .getByRole("link", { name: /Launch annotator/ })
    .click();
  await page.getByRole("button", { name: "Dataset info", exact: true }).click();
  const facts = page.getByRole("complementary", { name: "Context panel" }).getByRole("region", { name: "Media" });
  await expect(facts).toContainText(
    /Rate of the video30(\.\d+)? fps on average; it varies: pictures last 16.7 ms to 50 ms/,
  );
});

test("messages leave the buttons of a dialog free, on wide and narrow windows", async ({ page, user }) => {
  await openFolder(page, user);
  await pick(page, [picture("a.png")]);
  await start(page);
  const message = page.locator(".mantine-Notification-root", { hasText: "is ready to annotate." });
  await expect(message).toBeVisible();
  // It stays while the pointer is on it.
  await message.hover();
  await pick(page, [picture("b.png"), picture("c.png"), picture("d.png")]);
  const places = async () => {
    const [button, box] = [
      await dialogOf(page).getByRole("button", { name: "Start upload" }).boundingBox(),
      await message.boundingBox(),
    ];
    if (button === null || box === null) throw new Error("the button or the message is gone");
    const isApart =
      box.x + box.width <= button.x || box.y >= button.y + button.height || box.y + box.height <= button.y;
    return isApart ? "apart" : "over each other";
  };
  await expect.poll(places).toBe("apart");
  await page.setViewportSize({ width: 720, height: 600 });
  await expect.poll(places).toBe("apart");
});
