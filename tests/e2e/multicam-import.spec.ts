/** Importing several cameras and stereo pairs, from the menu to the dataset on the server. */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { buildZip } from "../contract/bad-inputs/build-archive.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { row } from "./support/browser.ts";
import { expect, test } from "./support/app.ts";
import type { TestUser } from "./support/app.ts";
import { picture, textFile, viameCsv } from "./support/files.ts";
import { beginButton, cameraOf, dialogOf, folderInput, openImport, problems } from "./support/multicam-dialog.ts";
import { openFolder } from "./support/uploads.ts";

let root = "";
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "wakeline-cameras-"));
  for (const [folder, names] of Object.entries({
    port: ["a.png", "b.png"],
    starboard: ["a.png", "b.png", "preview.png"],
    pairs: ["a_L.png", "b_L.png", "a_R.png", "b_R.png"],
  })) {
    await mkdir(join(root, folder));
    for (const [index, name] of names.entries())
      await writeFile(join(root, folder, name), picture(name, 40 * index).buffer);
  }
  for (const [folder, seconds] of [
    ["short", 1],
    ["long", 2],
  ] as const) {
    await mkdir(join(root, folder));
    const source = ["-f", "lavfi", "-i", `testsrc2=size=64x48:rate=5:duration=${seconds}`, "-pix_fmt", "yuv420p"];
    execFileSync("ffmpeg", ["-v", "error", ...source, join(root, folder, "film.mp4")]);
  }
  await mkdir(join(root, "texts"));
  await writeFile(join(root, "texts", "readme.txt"), "no media");
});
test.afterAll(() => rm(root, { recursive: true, force: true }));

/** As matrices in OpenCV's format. */
const calibration = {
  M1: [900, 0, 640, 0, 910, 360, 0, 0, 1],
  D1: [0.1],
  M2: [901, 0, 641, 0, 911, 361, 0, 0, 1],
  D2: [0],
  R: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  T: [-120, 0, 0],
};

/** Class names, and a file of boxes per picture, in fractions of its size. */
const yoloZip = buildZip([
  { name: "data.yaml", content: "names:\n  0: fish\n" },
  { name: "labels/a.txt", content: "0 0.5 0.5 0.25 0.25\n0 0.25 0.25 0.25 0.25\n" },
  { name: "labels/b.txt", content: "0 0.5 0.5 0.5 0.5\n" },
]);

async function camerasOf(user: TestUser, parentId: string) {
  const [dataset] = await user.client.call("folder.list", { parentType: "folder", parentId });
  const { multiCam, ...meta } = dataset?.meta ?? {};
  const { cameras, ...rest } = multiCam as { cameras: Record<string, { folderId: string }> };
  const contents = Object.entries(cameras).map(async ([name, { folderId }]) => {
    const { imageData } = await user.client.call("dataset.media", { id: folderId });
    const tracks = await user.client.call("annotation.tracks", { folderId });
    return [name, { images: imageData.map(({ filename }) => filename), tracks: tracks.length }] as const;
  });
  return { id: dataset?._id ?? "", meta, multiCam: rest, cameras: Object.fromEntries(await Promise.all(contents)) };
}

test("[S-MULTI-01, S-MULTI-02, S-MULTI-03, S-MULTI-04, S-MULTI-06, S-MULTI-21, S-EXPORT-03] [S-MULTI-07, S-MULTI-11, S-MULTI-12, S-MULTI-13, S-MULTI-14, S-MULTI-15, S-MULTI-16, S-MULTI-18, S-MULTI-19, S-MULTI-20, S-ERROR-09 in the dialog] sources, a filter and annotations become a dataset with several cameras", async ({
  page,
  user,
}) => {
  const folder = await openFolder(page, user);
  await openImport(page, "Several cameras");
  const dialog = dialogOf(page);
  // First only the type.
  await expect(dialog.getByRole("radio")).toHaveText([/^Multi/, /^Keyword/]);
  await expect(dialog.getByRole("textbox")).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: /Choose/ })).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeEnabled();
  await expect(beginButton(page)).toBeDisabled();
  await dialog.getByRole("radio", { name: "Multi" }).click();
  // Untouched fields show no error.
  await expect(dialog.getByText("This field is required")).toHaveCount(0);
  await dialog.getByLabel("Folder name").fill(" ");
  await expect(dialog.getByText("This field is required")).toBeVisible();
  await dialog.getByLabel("Folder name").fill("Rig");

  const newCamera = dialog.getByLabel("New camera name");
  const add = dialog.getByRole("button", { name: "Add camera" });
  await add.click();
  await expect(dialog.getByText("Name is required")).toBeVisible();
  await newCamera.fill("port side");
  await expect(dialog.getByText("No spaces. Letters and Numbers only")).toBeVisible();
  for (const name of ["port", "starboard"]) {
    await newCamera.fill(name);
    await newCamera.press("Enter");
    await expect(cameraOf(page, name)).toBeVisible();
  }
  await newCamera.fill("port");
  await expect(dialog.getByText("No duplicate Names")).toBeVisible();
  await newCamera.fill("");

  // The server's own message about a source, in addition to the client's checks.
  await folderInput(page, "Source of port").setInputFiles(join(root, "texts"));
  await expect(problems(page)).toContainText("port: No supported media-type files found");
  await expect(problems(page)).toContainText("Requires filtered Images for port");
  // The same video twice, then two of different lengths: no checks for images apply.
  await folderInput(page, "Source of port").setInputFiles(join(root, "short"));
  for (const folder of ["short", "long"]) {
    await folderInput(page, "Source of starboard").setInputFiles(join(root, folder));
    await expect(cameraOf(page, "starboard")).toContainText(`${folder} · 1 video`);
    await expect(cameraOf(page, "starboard").getByLabel("Filter of starboard")).toBeHidden();
    await expect(problems(page)).toBeHidden();
    await expect(beginButton(page)).toBeEnabled();
  }
  await folderInput(page, "Source of port").setInputFiles(join(root, "port"));
  await folderInput(page, "Source of starboard").setInputFiles(join(root, "starboard"));
  await expect(cameraOf(page, "port")).toContainText("2 of 2 images");
  await expect(problems(page).getByRole("listitem")).toHaveText(["All cameras should have the same length of 2"]);
  await expect(beginButton(page)).toBeDisabled();
  await cameraOf(page, "starboard").getByLabel("Filter of starboard").fill("A.*; B.*");
  await expect(cameraOf(page, "starboard")).toContainText("2 of 3 images");
  await expect(problems(page)).toBeHidden();

  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    cameraOf(page, "starboard").getByRole("button", { name: "Annotation file of starboard" }).click(),
  ]);
  await chooser.setFiles(textFile("tracks.csv", viameCsv));
  // Files that the server cannot read are converted here, using the camera's pictures.
  const annotate = async (file: Parameters<typeof chooser.setFiles>[0]) => {
    const [picker] = await Promise.all([
      page.waitForEvent("filechooser"),
      cameraOf(page, "port").getByRole("button", { name: "Annotation file of port" }).click(),
    ]);
    await picker.setFiles(file);
  };
  const held = cameraOf(page, "port").getByRole("region", { name: "File contents" });
  await annotate(textFile("labels.txt", "fish\ncrab\n"));
  await expect(problems(page)).toContainText("labels.txt: Nothing in this file can be imported");
  await expect(beginButton(page)).toBeDisabled();
  await annotate(textFile("gt.txt", "1,7,1,1,2,2,1,1,1\n2,7,1,1,2,2,1,1,1\n"));
  await expect(held).toContainText("1 track, 2 detections");
  await annotate({ name: "labels.zip", mimeType: "application/zip", buffer: yoloZip });
  await expect(held).toContainText("YOLO");
  await expect(held).toContainText("3 tracks, 3 detections");
  await expect(problems(page)).toBeHidden();
  await dialog.getByRole("combobox", { name: "Default display" }).click();
  await page.getByRole("option", { name: "starboard" }).click();
  await expectAccessible(page, "import of cameras");

  await beginButton(page).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, "Rig").getByRole("link", { name: /Launch annotator/ })).toBeVisible();
  const made = await camerasOf(user, folder._id);
  expect(made).toMatchObject({
    meta: { type: "multi", subType: "multicam", fps: 1, annotate: true },
    multiCam: { defaultDisplay: "starboard", cameraOrder: ["port", "starboard"] },
    cameras: { port: { images: ["a.png", "b.png"], tracks: 3 }, starboard: { images: ["a.png", "b.png"], tracks: 2 } },
  });
  // Each camera has its media, the parent has none.
  await row(page, "Rig").click();
  await page.getByRole("region", { name: "Details" }).getByRole("button", { name: "Download" }).click();
  await expect(page.getByRole("menuitem", { name: "Everything" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Media" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await row(page, "Rig")
    .getByRole("link", { name: /Launch annotator/ })
    .click();
  await expect(page.getByTestId("canvas").first()).toBeVisible({ timeout: 30_000 });
});

test("[S-MULTI-05, S-UPLOAD-32] [S-MULTI-08, S-MULTI-09, S-MULTI-10, S-MULTI-17, S-MULTI-25 in the dialog] a stereo pair out of one folder has a calibration; cancelling takes everything back", async ({
  page,
  user,
}) => {
  const folder = await openFolder(page, user);
  await openImport(page, "Stereo pair");
  const dialog = dialogOf(page);
  await dialog.getByRole("radio", { name: "Multi" }).click();
  await folderInput(page, "Source of left").setInputFiles(join(root, "port"));
  await expect(cameraOf(page, "left")).toContainText("2 of 2 images");
  // Choosing another type discards them.
  await dialog.getByRole("radio", { name: "Keyword" }).click();
  await expect(dialog.getByText("2 of 2 images")).toBeHidden();
  await expect(problems(page)).toContainText("Add at least 1 filter pattern");
  await folderInput(page, "Source").setInputFiles(join(root, "pairs"));
  await expect(dialog.getByLabel("Folder name")).toHaveValue("pairs");
  await expect(dialog.getByRole("combobox", { name: "Default display" })).toHaveValue("left");
  await cameraOf(page, "left").getByLabel("Filter of left").fill("*_l.png");
  await expect(problems(page)).toContainText(
    "Overlapping values.  All cameras must consist of mutually exclusive images.",
  );
  await cameraOf(page, "right").getByLabel("Filter of right").fill("*_r.png");
  await expect(problems(page).getByRole("listitem")).toHaveText(["Choose a calibration file for the stereo pair"]);
  await expect(beginButton(page)).toBeDisabled();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    dialog.getByRole("button", { name: "Calibration file" }).click(),
  ]);
  expect(await chooser.element().getAttribute("accept")).toBe(".cam,.json,.npz,.yml,.zip");
  await chooser.setFiles(textFile("rig.json", JSON.stringify(calibration)));

  // A name that is taken: the dialog keeps its state, and the import can be started again.
  await user.client.call("folder.create", { parentType: "folder", parentId: folder._id, name: "pairs" });
  await beginButton(page).click();
  await expect(dialog.getByRole("alert")).toContainText("A folder with that name already exists here.");
  await dialog.getByLabel("Folder name").fill("Pair");
  await user.client.call("folder.list", { parentType: "folder", parentId: folder._id }).then(async (folders) => {
    for (const { _id: id } of folders) await user.client.call("folder.delete", { id });
  });
  await beginButton(page).click();
  await expect(dialog).toBeHidden();
  const made = await camerasOf(user, folder._id);
  expect(made).toMatchObject({
    meta: { type: "multi", subType: "stereo" },
    multiCam: { defaultDisplay: "left", calibrationOriginalName: "rig.json" },
    cameras: { left: { images: ["a_L.png", "b_L.png"] }, right: { images: ["a_R.png", "b_R.png"] } },
  });

  await openImport(page, "Stereo pair");
  await dialog.getByRole("radio", { name: "Keyword" }).click();
  await folderInput(page, "Source").setInputFiles(join(root, "pairs"));
  await cameraOf(page, "left").getByLabel("Filter of left").fill("*_l.png");
  await cameraOf(page, "right").getByLabel("Filter of right").fill("*_r.png");
  const [again] = await Promise.all([
    page.waitForEvent("filechooser"),
    dialog.getByRole("button", { name: "Calibration file" }).click(),
  ]);
  await again.setFiles(textFile("rig.json", "{}"));
  await page.route("**/api/v1/dive_dataset/multicam?*", (route) =>
    route.fulfill({ status: 500, json: { message: "No" } }),
  );
  await beginButton(page).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await user.client.call("folder.list", { parentType: "folder", parentId: folder._id })).length)
    .toBe(1);
  // The calibration is stored as numbers.
  await row(page, "Pair").click();
  const details = page.getByRole("region", { name: "Details" });
  await expect(details).toContainText("f 900 × 910 px, center 640, 360, k1 0.1");
  await expect(details).toContainText("Baseline120");
});
