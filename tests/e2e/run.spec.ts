/** The menus that run pipelines and trainings, on the data pages and in the viewer. */
import type { Page } from "@playwright/test";
import { encode } from "fast-png";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uploadFile } from "../../schemas/index.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { installTrainer } from "../support/trainer.ts";
import { createFolder, createUser, expect, goWithin, signIn, startApp, test } from "./support/app.ts";
import { keyboardOf } from "./support/keyboard.ts";
import { viameCsv, type UploadedFile } from "./support/files.ts";
import { dialogOf, openFolder, pick, start } from "./support/uploads.ts";

/** As matrices in OpenCV's format. */
const calibration = {
  M1: [900, 0, 640, 0, 910, 360, 0, 0, 1],
  D1: [0.1],
  M2: [901, 0, 641, 0, 911, 361, 0, 0, 1],
  D2: [0],
  R: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  T: [-120, 0, 0],
};

const details = (page: Page) => page.getByRole("region", { name: "Details" });
const widthLimit = (page: Page, role: "menu" | "dialog", name: string) =>
  page.getByRole(role, { name }).evaluate((element) => getComputedStyle(element).maxWidth);

test("[S-BROWSE-03, S-BROWSE-06] [S-RUN-01, S-RUN-02, S-RUN-03, S-RUN-07, S-RUN-08, S-RUN-09] [S-RUN-04, S-RUN-06, S-RUN-10, S-RUN-11, S-MODELS-04 on the page] [S-ERROR-13 in the viewer] what is offered on a selection: pipelines by category, and the form of a training and what it sends", async ({
  page,
  user,
}) => {
  let three = "";
  await test.step("[S-RUN-02, S-RUN-07, S-RUN-08, S-RUN-09] the menu lists pipelines by category: of several cameras where their number fits, measuring where a calibrated pair is", async () => {
    const pipesOf = (type: string, ...names: string[]) => ({
      description: "",
      pipes: names.map((name) => ({ name, type, pipe: `${type}_${name}.pipe`, folderId: null })),
    });
    const known = {
      detector: pipesOf("detector", "fish", "crabs"),
      "2-cam": pipesOf("2-cam", "track pairs"),
      "3-cam": pipesOf("3-cam", "track triples"),
      measurement: pipesOf("measurement", "lengths"),
    };
    await page.route("**/api/v1/dive_configuration/pipelines", (route) => route.fulfill({ json: known }));
    await createImageDataset(user.client, "wreck", 1);
    const rig = async (name: string, cameras: readonly string[], calibration?: object) =>
      createMultiCamDataset(user.client, {
        name,
        cameras: cameras.map((camera) => ({ name: camera, images: 1 })),
        ...(calibration && { calibration: { name: "rig.json", bytes: JSON.stringify(calibration) } }),
      });
    await rig("two", ["port", "starboard"]);
    three = (await rig("three", ["port", "middle", "starboard"])).id;
    await rig("pair", ["left", "right"], calibration);
    const listed = async (dataset: string): Promise<readonly (readonly [string | null, readonly string[]])[]> => {
      await page.getByRole("row", { name: dataset }).getByRole("checkbox").click();
      await expect(details(page).getByRole("heading", { name: dataset })).toBeVisible();
      await details(page).getByRole("button", { name: "Run pipeline" }).click();
      const menu = page.getByRole("menu", { name: "Run pipeline" });
      await expect(menu.getByRole("group").first()).toBeVisible();
      const groups = await menu.getByRole("group").all();
      const found = groups.map(
        async (group) =>
          [await group.getAttribute("aria-label"), await group.getByRole("menuitem").allInnerTexts()] as const,
      );
      const all = await Promise.all(found);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Clear selection" }).click();
      return all;
    };
    await page.goto("/");
    expect(await listed("wreck")).toEqual([["Detector", ["fish", "crabs"]]]);
    expect(await listed("two")).toEqual([["2 cameras", ["track pairs"]]]);
    expect(await listed("three")).toEqual([["3 cameras", ["track triples"]]]);
    expect(await listed("pair")).toEqual([
      ["2 cameras", ["track pairs"]],
      ["Measurement", ["lengths"]],
    ]);
  });

  await test.step("[S-BROWSE-03, S-BROWSE-06, S-RUN-01, S-RUN-03] [S-RUN-04, S-RUN-06, S-RUN-10, S-RUN-11, S-MODELS-04 on the page] what is offered on a selection; the form of a training and what it sends", async () => {
    const folder = await createFolder(user, "Survey");
    for (const name of ["reef", "sand"]) {
      const id = await createImageDataset(user.client, name, 1);
      await user.client.call("folder.update", { id, parentType: "folder", parentId: folder._id });
    }
    await createFolder(user, "Notes", folder);
    const scan = await createFolder(user, "scan", folder);
    await user.client.call("folder.setMetadata", {
      id: scan._id,
      body: { annotate: true, type: "large-image", fps: 1 },
    });
    const configurations = { training: { configs: ["deep.conf", "quick.conf"], default: "quick.conf" } };
    const models = {
      "Sea stars": { name: "Sea stars", type: ".zip", folderId: folder._id },
      base: { name: "Fish of the world", type: ".zip", path: "/models/fish.zip" },
    };
    await page.route("**/api/v1/dive_configuration/training_configs", (route) =>
      route.fulfill({ json: { ...configurations, models } }),
    );
    await page.unroute("**/api/v1/dive_configuration/pipelines");
    await page.goto(`/folder/${folder._id}`);
    const row = (name: string) => page.getByRole("row", { name });
    await row("reef").getByRole("checkbox").click();
    await expect(details(page).getByRole("heading", { name: "reef" })).toBeVisible();
    const left = await details(page).boundingBox();
    const list = await page.getByRole("grid").boundingBox();
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(list?.x ?? 0);
    const actions = ["Clone", "Run training", "Run pipeline", "Download", "Delete"];
    const bar = page.getByRole("toolbar", { name: "1 selected" });
    for (const name of [...actions, "Import annotations"]) {
      await expect(details(page).getByRole("button", { name, exact: true })).toBeEnabled();
      await expect(bar.getByRole("button", { name, exact: true })).toBeEnabled();
    }

    await bar.getByRole("button", { name: "Run pipeline" }).click();
    const pipelines = page.getByRole("menu", { name: "Run pipeline" });
    await expect(pipelines).toBeVisible();
    expect(await widthLimit(page, "menu", "Run pipeline")).toBe("230px");
    await page.keyboard.press("Escape");

    await row("sand").getByRole("checkbox").click();
    await page.getByRole("toolbar", { name: "2 selected" }).getByRole("button", { name: "Run training" }).click();
    const form = page.getByRole("dialog", { name: "Run training" });
    expect(await widthLimit(page, "dialog", "Run training")).toBe("500px");
    const start = form.getByRole("button", { name: "Train on 2 datasets" });
    await expect(form.getByRole("combobox", { name: "Configuration file" })).toHaveValue("quick.conf");
    // Escape in a list closes the list; another one closes the form.
    await form.getByRole("combobox", { name: "Configuration file" }).click();
    await expect(form.getByRole("listbox")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(form.getByRole("listbox")).toHaveCount(0);
    await expect(form).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
    await page.getByRole("toolbar", { name: "2 selected" }).getByRole("button", { name: "Run training" }).click();
    await expect(start).toBeDisabled();
    await form.getByRole("textbox", { name: "New model name" }).fill("Urchins");
    await expect(start).toBeEnabled();
    await form.getByRole("combobox", { name: "Configuration file" }).click();
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["deep.conf", "quick.conf"]);
    await page.getByRole("option", { name: "deep.conf" }).click();
    await form.getByRole("combobox", { name: "Base model" }).click();
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
      "Sea stars (User)",
      "Fish of the world (System)",
    ]);
    await page.getByRole("option", { name: /System/ }).click();
    const asked = page.waitForRequest("**/api/v1/dive_rpc/train**");
    await start.click();
    const request = await asked;
    const { searchParams } = new URL(request.url());
    expect([searchParams.get("pipelineName"), searchParams.get("config"), request.postDataJSON()]).toEqual([
      "Urchins",
      "deep.conf",
      { folderIds: expect.any(Array) as string[], fineTuneModel: models.base },
    ]);
    const launch = page.getByRole("dialog", { name: "Training of Urchins" });
    await expect(launch.getByRole("alert")).toContainText("There is no training configuration deep.conf.");
    await launch.getByRole("button", { name: "Done" }).click();

    // Folders that are not datasets.
    await page.getByRole("button", { name: "Clear selection" }).click();
    await row("Notes").getByRole("checkbox").click();
    // The previous folder's details have their buttons elsewhere, and the last line of this one loads separately.
    await expect(details(page).getByRole("heading", { name: "Notes" })).toBeVisible();
    await expect(details(page)).toContainText("Nothing yet");
    await expect(details(page).getByRole("button", { name: "Run pipeline" })).toBeDisabled();
    const training = details(page).getByRole("button", { name: "Run training" });
    await expect(training).toBeDisabled();
    await expect(training).toHaveAccessibleDescription("No selected datasets to run on");
    await training.click({ force: true });
    await expect(form).toHaveCount(0);
    await page.getByRole("button", { name: "Clear selection" }).click();
    await row("scan").getByRole("checkbox").click();
    await expect(details(page).getByRole("heading", { name: "scan" })).toBeVisible();
    const pipelineOfScan = details(page).getByRole("button", { name: "Run pipeline" });
    await expect(pipelineOfScan).toBeDisabled();
    await expect(pipelineOfScan).toHaveAccessibleDescription("Pipelines are not supported for large images.");
    await expect(details(page).getByRole("button", { name: "Run training" })).toBeEnabled();

    // If the site has no default, a configuration must be chosen.
    let configs = ["only.conf"];
    await page.route("**/api/v1/dive_configuration/training_configs", (route) =>
      route.fulfill({ json: { training: { configs, default: "" }, models: {} } }),
    );
    await page.reload();
    await row("reef").getByRole("checkbox").click();
    await details(page).getByRole("button", { name: "Run training" }).click();
    const startOne = form.getByRole("button", { name: "Train on 1 dataset" });
    await form.getByRole("textbox", { name: "New model name" }).fill("Urchins");
    await expect(form.getByRole("combobox", { name: "Configuration file" })).toHaveValue("");
    await expect(startOne).toBeDisabled();
    await form.getByRole("combobox", { name: "Configuration file" }).click();
    await page.getByRole("option", { name: "only.conf" }).click();
    await expect(startOne).toBeEnabled();
    configs = [];
    await page.reload();
    await row("reef").getByRole("checkbox").click();
    await details(page).getByRole("button", { name: "Run training" }).click();
    await expect(form.getByRole("alert")).toHaveText("Training configurations not found.");
  });

  await test.step("[S-ERROR-13 in the viewer] a rig without its cameras is not opened", async () => {
    // It has the type, but nothing else of a multi-camera dataset.
    await user.client.call("folder.setMetadata", { id: three, body: { multiCam: null } as never });
    await goWithin(page, `/viewer/${three}`);
    await expect(page.getByRole("alert")).toContainText("multi not supported on web yet");
  });
});

/** A bright object moving over a still background. */
function movingPictures(count: number): UploadedFile[] {
  const [width, height, size] = [320, 240, 36];
  return Array.from({ length: count }, (_, frame) => {
    const data = new Uint8Array(width * height * 3).fill(70);
    for (let y = 100; y < 100 + size; y++) {
      for (let x = 20 + 12 * frame; x < 20 + 12 * frame + size; x++)
        data.fill(230, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
    const name = `picture-${String(frame).padStart(2, "0")}.png`;
    return { name, mimeType: "image/png", buffer: Buffer.from(encode({ width, height, data, channels: 3 })) };
  });
}

test("[S-PERM-02, S-RUN-05, V-LAYOUT-06] uploads, runs a pipeline, looks at its tracks, imports, clones and exports, with the rights of everybody", async ({
  page,
  user,
}) => {
  test.setTimeout(120_000);
  const folder = await openFolder(page, user);
  await pick(page, movingPictures(20));
  await dialogOf(page).getByLabel("Folder name").fill("Passing by");
  await start(page);
  const row = page.getByRole("row", { name: /Passing by/ });
  await expect(row.getByRole("link", { name: /Launch annotator/ })).toBeVisible();
  const [dataset] = await user.client.call("folder.list", { parentType: "folder", parentId: folder._id });
  const id = dataset?._id ?? "";

  await row.getByRole("checkbox").click();
  await details(page).getByRole("button", { name: "Run pipeline" }).click();
  const menu = page.getByRole("menu", { name: "Run pipeline" });
  await menu
    .getByRole("group", { name: "Tracker" })
    .getByRole("menuitem", { name: /^motion/ })
    .click();
  const parameters = page.getByRole("dialog", { name: "Run motion (Tracker)" });
  await parameters.getByLabel("Type of what is found").fill("");
  await expect(parameters.getByRole("button", { name: "Run" })).toBeDisabled();
  await parameters.getByLabel("Type of what is found").fill("comet");
  // Settings that rarely matter are folded.
  await expect(parameters.getByLabel("Smallest object in square pixels")).toBeVisible();
  await expect(parameters.getByLabel("Leave out shadows")).toHaveCount(0);
  await parameters.getByRole("button", { name: "More settings" }).click();
  await expect(parameters.getByLabel("Leave out shadows")).toBeChecked();
  await parameters.getByRole("button", { name: "Run" }).click();
  const launch = page.getByRole("dialog", { name: "Run motion (Tracker)" });
  await expect(launch.getByRole("alert")).toContainText("motion was started.");
  // Screen readers that ignore everything outside of a modal dialog hear it too.
  await expect(launch.getByTestId("live-region")).toContainText("motion was started.");
  await launch.getByRole("button", { name: "View all jobs" }).click();
  const job = page.getByRole("row", { name: /Running motion on Passing by/ });
  await expect(job.getByRole("cell").nth(2)).toHaveText("Success", { timeout: 60_000 });
  await job.getByRole("link", { name: "Launch annotator" }).click();

  const tracks = page.locator("[data-track]");
  await expect(tracks).toHaveCount(1, { timeout: 30_000 });
  await expect(tracks).toContainText("comet");
  const bar = page.getByRole("toolbar", { name: "Dataset" });
  const run = bar.getByRole("button", { name: "Run pipeline" });
  for (const name of ["Import annotations", "Export", "Clone"])
    await expect(bar.getByRole("button", { name, exact: true })).toBeEnabled();
  await run.click();
  await expect(menu.getByRole("menuitem", { name: /^motion/ })).toHaveCount(2);
  // The last run comes first, and names its category.
  await expect(menu.getByRole("menuitem").first()).toContainText("motion (Tracker)");
  await expect(menu.getByRole("group").first()).toContainText("Recent");
  await page.keyboard.press("Escape");
  // A pipeline would miss unsaved changes.
  await tracks.click();
  await page.keyboard.press("k");
  await expect(page.getByTestId("save")).not.toContainText("Saved");
  await run.click();
  await menu.getByRole("group", { name: "Detector" }).getByRole("menuitem").first().click();
  const question = page.getByRole("dialog", { name: "Save before the pipeline?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(parameters).toHaveCount(0);
  // Existing annotations stay unless the user chooses to replace them.
  await run.click();
  await menu.getByRole("group", { name: "Detector" }).getByRole("menuitem").first().click();
  await question.getByRole("button", { name: "Save and run" }).click();
  const asked = page.getByRole("dialog", { name: /^Run .* \(Detector\)$/ });
  await expect(asked.getByRole("radio", { name: "Save to a separate annotation set" })).toBeChecked();
  await expect(asked.getByRole("radio", { name: "Replace the 1 existing track" })).toBeVisible();
  await asked.getByLabel("Name of the annotation set").fill("found");
  await asked.getByRole("button", { name: "Run" }).click();
  await expect(asked.getByRole("alert")).toContainText('appear in the annotation set "found"');
  await asked.getByRole("button", { name: "Close" }).last().click();
  const ended = async () =>
    (await user.client.call("job.list", { limit: 1, sort: "created", sortdir: -1 } as never))[0];
  await expect.poll(async () => (await ended())?.status, { timeout: 60_000 }).toBe(3);
  expect((await ended())?.params).toMatchObject({ output_set: "found", replaces: 0 });
  expect(await user.client.call("annotation.tracks", { folderId: id })).toHaveLength(1);

  await bar.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("menuitem", { name: "VIAME CSV" })).toBeVisible();
  await page.keyboard.press("Escape");
  await goWithin(page, `/viewer/${id}/revision/1`);
  await expect(page.getByText("Read only", { exact: true })).toBeVisible();
  await expect(run).toBeDisabled();
  await run.click({ force: true });
  await expect(menu).toHaveCount(0);

  const { client } = user;
  await uploadFile(client, { parentType: "folder", parentId: id, name: "more.csv" }, new Blob([viameCsv]));
  await client.call("rpc.postprocess", { id, additive: true });
  const clone = await client.call("dataset.clone", { cloneId: id, parentFolderId: folder._id, name: "Copy" });
  expect(await client.call("annotation.tracks", { folderId: clone._id })).toHaveLength(3);
  const csv = await (await client.fetch("annotation.export", { folderId: id, format: "viame_csv" })).text();
  expect(csv).toContain("comet");
  // The user may train, but the data to train on is missing.
  const training = { pipelineName: "comets", config: "a.conf", body: { folderIds: [id] } };
  await expect(client.call("rpc.train", training)).rejects.toMatchObject({ status: 400 });
});

test("[S-DIALOG-05, S-DATA-02] users, collections, folders, files; a model is trained, run, exported and deleted from the menu, in German and by keyboard", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const programs = await mkdtemp(join(tmpdir(), "wakeline-programs-"));
  installTrainer(programs);
  const server = await startApp({ pipelinesFolder: programs });
  const page = await browser.newPage({ locale: "de-DE" });
  const keyboard = keyboardOf(page);
  try {
    const user = await createUser(server);
    await signIn(page, server, user.token);
    const id = await createImageDataset(user.client, "reef", 2);
    await uploadFile(user.client, { parentType: "folder", parentId: id, name: "boxes.csv" }, new Blob([viameCsv]));
    await user.client.call("rpc.postprocess", { id });
    const fresh = await createImageDataset(user.client, "sand", 2);

    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const dialog = (name: string) => page.getByRole("dialog", { name });
    const status = (title: string) => page.getByRole("row", { name: title }).getByRole("cell").nth(2);
    // The list is a single tab stop; arrow keys move through it.
    const select = async (name: string): Promise<void> => {
      await keyboard.reach(page.getByRole("grid").getByRole("row").nth(1));
      await keyboard.walk(page.getByRole("row", { name }));
      await keyboard.keys(" ");
      await expect(details(page).getByRole("heading", { name })).toBeVisible();
    };
    await page.goto(server.url);
    await select("reef");
    await keyboard.press(button("Training ausführen").last());
    const form = dialog("Training ausführen");
    await expect(form.getByRole("combobox", { name: "Konfigurationsdatei" })).toHaveValue("boxes.conf");
    await keyboard.type(form.getByRole("textbox", { name: "Name des neuen Modells" }), "Boxes");
    await keyboard.press(form.getByRole("button", { name: "Mit 1 Datensatz trainieren" }));
    const launch = dialog("Training von Boxes");
    await expect(launch.getByRole("alert")).toContainText("Trainings können lange dauern");
    await expect(launch.locator(".mantine-Loader-root")).toHaveCount(0);
    await keyboard.press(launch.getByRole("button", { name: "Alle Jobs zeigen" }));
    await expect(status("Pipeline Boxes trainieren")).toHaveText("Erfolgreich", { timeout: 60_000 });

    await keyboard.press(page.getByRole("link", { name: "Daten", exact: true }));
    await select("sand");
    await keyboard.press(button("Pipeline ausführen").last());
    const trained = page.getByRole("menu", { name: "Pipeline ausführen" }).getByRole("group", { name: "Trainiert" });
    await keyboard.choose(trained.getByRole("menuitem", { name: "Boxes detector" }));
    await keyboard.press(dialog("Boxes detector ausführen").getByRole("button", { name: "Alle Jobs zeigen" }));
    await expect(status("Boxes detector auf sand")).toHaveText("Erfolgreich", { timeout: 60_000 });
    expect(await user.client.call("annotation.tracks", { folderId: fresh })).not.toEqual([]);

    await keyboard.press(page.getByRole("link", { name: "Modelle", exact: true }));
    await keyboard.press(button("Boxes exportieren"));
    // It says where the model goes.
    await expect(dialog("Export von Boxes")).toContainText("in Ihren Ordner „Private“");
    await keyboard.press(dialog("Export von Boxes").getByRole("button", { name: "Alle Jobs zeigen" }));
    await expect(status("Boxes als ONNX exportieren")).toHaveText("Erfolgreich", { timeout: 60_000 });
    await keyboard.press(page.getByRole("link", { name: "Ordner von „Boxes als ONNX exportieren“ öffnen" }));
    await expect(page.getByRole("grid").getByText("model.onnx")).toBeVisible();

    await keyboard.press(page.getByRole("link", { name: "Modelle", exact: true }));
    await keyboard.press(button("Boxes löschen"));
    await keyboard.press(dialog("Modell löschen").getByRole("button", { name: "Löschen", exact: true }));
    await expect(page.getByText("Sie haben noch kein trainiertes Modell", { exact: true })).toBeVisible();

    await server.client.call("collection.create", { name: "Surveys", public: true });
    await goWithin(page, "/collections");
    await expect(page.getByRole("row", { name: "Surveys" })).toBeVisible();
    await goWithin(page, "/users");
    await page.getByRole("row", { name: user.login }).getByRole("link", { name: user.login }).click();
    await expect(page.getByRole("row", { name: "reef" })).toBeVisible();
    const [own] = await user.client.call("folder.list", { parentType: "user", parentId: user.id });
    const clone = await user.client.call("dataset.clone", {
      cloneId: id,
      parentFolderId: own?._id ?? "",
      name: "Copy",
    });
    const csv = await user.client.fetch("annotation.export", { folderId: clone._id, format: "viame_csv" });
    expect(await csv.text()).toContain("crab");
  } finally {
    await page.close();
    await server.close();
    await rm(programs, { recursive: true, force: true });
  }
});
