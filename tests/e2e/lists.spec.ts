/** Pages with lists other than the data browser: shared data, labels, trained models, jobs. */
import { createImageDataset } from "../support/dataset.ts";
import { JobStatus } from "../../schemas/wire.ts";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { createFolder, createUser, expect, goWithin, test } from "./support/app.ts";
import type { TestServer, TestUser } from "./support/app.ts";
import { ViewerPage } from "./support/viewer.ts";

const sharedWith = (owner: TestUser, reader: TestUser, level = 0) =>
  JSON.stringify({
    users: [
      { id: owner.id, level: 2 },
      { id: reader.id, level },
    ],
    groups: [],
  });

test("[S-SHARED-01, S-SHARED-02, S-SHARED-03, S-SHARED-04, S-SHARED-05, S-SHARED-06, S-BROWSE-17] [S-API-24 of the page] shared data", async ({
  page,
  server,
  user,
}) => {
  await page.goto("/shared");
  await expect(page.getByText("No datasets have been shared with you yet", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Learn more" })).toHaveAttribute("href", "/user-guide/sharing");

  const owner = await createUser(server);
  const access = sharedWith(owner, user);
  const notes = await createFolder(owner, "Notes");
  const dataset = await createImageDataset(owner.client, "reef");
  await owner.client.call("folder.setAccess", { id: notes._id, access, public: false });
  await owner.client.call("folder.setAccess", { id: dataset, access, public: false });
  for (let index = 0; index < 20; index += 1) {
    const { _id: id } = await createFolder(owner, `Survey ${String(index).padStart(2, "0")}`);
    await owner.client.call("folder.setAccess", { id, access, public: false });
  }

  const asked: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith("/folder/shared-folders")) asked.push(url);
  });
  await page.reload();
  const table = page.getByRole("table", { name: "Shared with me" });
  const shown = table.locator("tbody tr");
  await expect(table.getByRole("columnheader")).toHaveText(["File name", "Type", "File size", "Shared by", ""]);
  await expect(shown).toHaveCount(20);
  // Newest first, sorted by the server.
  await expect(shown.first()).toContainText("Survey 19");
  expect(Object.fromEntries(asked.at(-1)?.searchParams ?? [])).toEqual({
    limit: "20",
    offset: "0",
    sort: "created",
    sortdir: "-1",
    onlyNonAccessibles: "true",
  });
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(shown).toHaveCount(2);
  expect(asked.at(-1)?.searchParams.get("offset")).toBe("20");
  const sizes = page.getByRole("combobox", { name: "Rows per page" });
  await expect(sizes.getByRole("option")).toHaveText(["20", "50", "100"]);
  await expect(sizes).toHaveValue("20");
  await sizes.selectOption("50");
  await expect(shown).toHaveCount(22);
  await page.getByRole("button", { name: "File name" }).click();
  await expect(shown.first()).toContainText("Notes");
  expect(asked.at(-1)?.searchParams.get("sort")).toBe("name");

  const reef = shown.filter({ hasText: "reef" });
  await expect(reef.getByRole("cell").nth(1)).toHaveText("Dataset");
  await expect(reef.getByRole("cell").nth(2)).toHaveText(/^\d+ B$/);
  await expect(reef.getByRole("cell").nth(3)).toHaveText(owner.login);
  // The server lists private folders only, so each has the key icon.
  const keys = table.getByRole("link").getByRole("img", { name: "Not public" });
  await expect(keys).toHaveCount(22);
  await expect(shown.first().getByRole("cell").nth(1)).toHaveText("Folder");
  await expect(shown.first().getByRole("link", { name: /Launch annotator/ })).toHaveCount(0);
  await reef.getByRole("link", { name: /Launch annotator/ }).click();
  await expect(page).toHaveURL(`/viewer/${dataset}`);
  // One that became public after it was listed.
  await page.route("**/folder/shared-folders?*", async (route) => {
    const response = await route.fetch();
    const folders = (await response.json()) as { name: string; public: boolean }[];
    await route.fulfill({ response, json: folders.map((one) => ({ ...one, public: one.name === "Survey 18" })) });
  });
  await page.goto("/shared");
  await expect(keys).toHaveCount(19);
  const iconOf = (name: string) => shown.filter({ hasText: name }).getByRole("link").locator("svg").first();
  await expect(iconOf("Survey 18")).toHaveClass(/tabler-icon-folder/);
  await iconOf("Survey 18").click();
  await expect(page).toHaveURL(/\/folder\//);
  await expect(page.getByRole("heading", { level: 1, name: "Survey 18" })).toBeVisible();
  await page.goBack();
  await iconOf("Survey 19").click();
  await expect(page).toHaveURL(/\/folder\//);
  await expect(page.getByText("This folder is empty")).toBeVisible();
});

test("[S-SUMMARY-01, S-SUMMARY-02, S-SUMMARY-03, S-SUMMARY-04] label summaries, with links to the datasets and to where a type begins", async ({
  page,
  user,
}) => {
  const track = (id: number, type: string) => ({
    id,
    begin: 2 - id,
    end: 2 - id,
    confidencePairs: [[type, 1]],
    attributes: {},
    features: [{ frame: 2 - id, bounds: [1, 1, 5, 5], keyframe: true }],
  });
  const save = (folderId: string, types: readonly string[]) =>
    user.client.call("annotation.save", {
      folderId,
      body: { tracks: { upsert: types.map((type, id) => track(id, type)) } } as never,
    });
  const ids: string[] = [];
  for (const [name, types] of [
    ["reef", ["urchin", "urchin", "crab"]],
    ["sand", ["urchin"]],
  ] as const) {
    const folderId = await createImageDataset(user.client, name);
    await save(folderId, types);
    ids.push(folderId);
  }
  await page.goto("/summary");
  const table = page.getByRole("table", { name: "Label Summaries" });
  await expect(table.getByRole("columnheader")).toHaveText(["", "Type", "Number of datasets", "Number of tracks"]);
  await expect(table.getByRole("row", { name: /urchin/ }).getByRole("cell")).toHaveText(["", "urchin", "2", "3"]);
  await expect(table.getByRole("row", { name: /crab/ }).getByRole("cell")).toHaveText(["", "crab", "1", "1"]);
  await expect(table.getByRole("link")).toHaveCount(0);
  await page.getByRole("button", { name: "Show the datasets with urchin" }).click();
  const chips = table.getByRole("link", { name: /^(reef|sand)/ });
  const toFirst = (label: RegExp) => table.getByRole("link", { name: label });
  await expect(chips).toHaveCount(2);
  await expect(toFirst(/^Open/)).toHaveText(["Frame 1", "Frame 2"]);
  const colorOf = (name: string) =>
    chips
      .filter({ hasText: name })
      .first()
      .evaluate((chip) => getComputedStyle(chip).color);
  const reefColor = await colorOf("reef");
  expect(await colorOf("sand")).not.toBe(reefColor);
  await page.getByRole("button", { name: "Show the datasets with crab" }).click();
  await expect(chips).toHaveCount(3);
  const all = await chips
    .filter({ hasText: "reef" })
    .evaluateAll((found) => found.map((chip) => getComputedStyle(chip).color));
  expect(all).toEqual([reefColor, reefColor]);
  await chips.filter({ hasText: "sand" }).click();
  await expect(page).toHaveURL(`/viewer/${ids[1]}`);

  // A type may be in very many datasets: more are shown on request.
  const { _id: many } = await createFolder(user, "Many");
  await Promise.all(
    Array.from({ length: 103 }, async (_, index) => {
      const metadata = { annotate: true, type: "image-sequence", fps: 1 };
      const place = { parentType: "folder", parentId: many, name: `mussel ${1000 + index}` } as const;
      await save((await user.client.call("folder.create", { ...place, metadata }))._id, ["mussel"]);
    }),
  );
  await page.goto("/summary");
  await page.getByRole("button", { name: "Show the datasets with mussel" }).click();
  const mussels = table.getByRole("link", { name: /^mussel/ });
  await expect(mussels).toHaveCount(100);
  await page.getByRole("button", { name: "Show 3 more" }).click();
  await expect(mussels).toHaveCount(103);
  await expect(mussels.last()).toHaveText("mussel 1102");
  await expect(page.getByRole("button", { name: /^Show \d+ more/ })).toHaveCount(0);

  // Opens where a type begins, on the camera that has it, together with the other cameras of the rig.
  const rig = await createMultiCamDataset(user.client, {
    name: "rig",
    cameras: [{ name: "left" }, { name: "middle" }],
    defaultDisplay: "left",
  });
  await save(rig.cameras["middle"] ?? "", ["sponge"]);
  await page.goto("/summary");
  await page.getByRole("button", { name: "Show the datasets with sponge" }).click();
  await expect(toFirst(/^rig/)).toHaveText("rig / middle");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(toFirst(/^Open rig \/ middle at frame 2, the first with sponge$/)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/viewer/${rig.id}?camera=middle&frame=2`);
  await expect(page.locator("[data-camera][data-active]")).toHaveAttribute("data-camera", "middle");
  await expect.poll(() => new ViewerPage(page).frame()).toBe(2);
});

/** A folder as a training leaves it. */
async function createModel(owner: TestUser, name: string): Promise<string> {
  const metadata = { trained_pipeline: true, trained_on: "reef" };
  const parent = { parentType: "user", parentId: owner.id } as const;
  const folder = await owner.client.call("folder.create", { ...parent, name, metadata });
  for (const pipe of ["detector.pipe", "tracker.pipe"])
    await owner.client.call("item.create", { folderId: folder._id, name: pipe });
  return folder._id;
}

test("[S-NAV-08, S-NAV-11, S-MODELS-01, S-MODELS-02, S-MODELS-05, S-MODELS-06, S-MODELS-07] trained models", async ({
  page,
  user,
}) => {
  await page.goto("/");
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  await expect(navigation.getByRole("link")).toHaveText(["Data", "Jobs", "Models", "Review", "Scoring"]);
  await expect(page.getByRole("banner").getByRole("button", { name: "Logout" })).toBeVisible();
  await navigation.getByRole("link", { name: "Models" }).click();
  await expect(page).toHaveURL("/trained-models");
  await expect(page.getByText("You don't have any trained model", { exact: true })).toBeVisible();

  const id = await createModel(user, "Sea stars");
  await page.reload();
  const table = page.getByRole("table", { name: "Trained models" });
  await expect(table.getByRole("columnheader")).toHaveText(["Name", "Owner", "Folder", ""]);
  const row = table.locator("tbody tr");
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("cell").nth(0)).toContainText("Sea stars");
  await expect(row.getByRole("cell").nth(1)).toHaveText(user.login);
  await row.getByRole("link", { name: /Browse/ }).click();
  await expect(page).toHaveURL(`/folder/${id}`);

  // An old model, then one as a current training writes it.
  await goWithin(page, "/trained-models");
  const details = page.getByRole("dialog", { name: "Details of Sea stars" });
  await row.getByRole("button", { name: "Details of Sea stars" }).click();
  await expect(details).toContainText("No training details were recorded");
  const training = {
    date: "2026-05-01T10:00:00Z",
    by: "<b>ada</b>",
    configuration: "channel features",
    datasetCount: 2,
    datasets: [{ id: "0".repeat(24), name: "reef", revision: 1234 }],
    quality: { averagePrecision: 0.87654, loss: 0.000123456, heldOutPictures: 12 },
  };
  await user.client.call("folder.setMetadata", { id, body: { training } });
  await page.reload();
  await row.getByRole("button", { name: "Details of Sea stars" }).click();
  await expect(details.locator("dt")).toHaveText([
    ...["Trained on", "Trained", "Trained by", "Configuration", "Average precision", "Loss"],
  ]);
  await expect(details.locator("dd")).toHaveText([
    ...["reef revision 1,234and 1 more dataset", /^1 May 2026, /, "<b>ada</b>", "channel features"],
    ...["0.877 on 12 held-out pictures", "0.000123"],
  ]);
  await expect(details.getByRole("link", { name: "reef" })).toHaveAttribute("href", `/viewer/${"0".repeat(24)}`);
  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);

  await row.getByRole("button", { name: "Delete Sea stars" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete model" });
  await expect(dialog).toContainText("Are you sure you want to delete this model?");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(1);
  await row.getByRole("button", { name: "Delete Sea stars" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("You don't have any trained model", { exact: true })).toBeVisible();
  await expect(user.client.call("folder.get", { id })).rejects.toMatchObject({ status: 400 });
});

test("[S-MODELS-03, S-DIALOG-04, S-DIALOG-06, S-JOBS-07, S-ERROR-07, S-ERROR-08] what a model refuses is said", async ({
  page,
  server,
  user,
}) => {
  const owner = await createUser(server);
  const id = await createModel(owner, "Crabs");
  await owner.client.call("folder.setAccess", { id, access: sharedWith(owner, user) });
  await page.goto("/trained-models");
  // No program on this site exports models.
  await page.getByRole("button", { name: "Export Crabs" }).click();
  const launch = page.getByRole("dialog", { name: "Export Crabs" });
  const alert = launch.getByRole("alert");
  await expect(alert).toContainText("Crabs cannot be exported: no program of the site makes an ONNX file of it.");
  await expect(launch.locator(".mantine-Loader-root")).toHaveCount(0);
  const [red = 0, green = 0, blue = 0] = (
    await alert.evaluate((element) => getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? [])
  ).map(Number);
  expect(red).toBeGreaterThan(Math.max(green, blue));
  await expect(launch.getByRole("button", { name: "Done" })).toBeVisible();
  await launch.getByRole("button", { name: "View all jobs" }).click();
  await expect(page).toHaveURL("/jobs");
  await expect(launch).toHaveCount(0);

  await goWithin(page, "/trained-models");
  await page.getByRole("button", { name: "Delete Crabs" }).click();
  await page.getByRole("dialog", { name: "Delete model" }).getByRole("button", { name: "Delete" }).click();
  const refused = page.getByRole("dialog", { name: "Unable to delete model" });
  await expect(refused).toContainText("You do not have permission to delete this model.");
  await refused.getByRole("button", { name: "OK" }).click();
  await expect(page.getByRole("button", { name: "Delete Crabs" })).toBeVisible();
  // A reason other than a missing right: it was already deleted.
  await page.getByRole("button", { name: "Delete Crabs" }).click();
  const again = page.getByRole("dialog", { name: "Delete model" }).getByRole("button", { name: "Delete" });
  await expect(again).toBeVisible();
  await owner.client.call("folder.delete", { id });
  await again.click();
  await expect(refused).toBeVisible();
  await expect(refused).not.toContainText("permission");
});

function createJob(
  server: TestServer,
  title: string,
  given: { userId: string; status: JobStatus; type?: string; datasetId?: string; params?: Record<string, unknown> },
) {
  return server.server.services.jobs.create({ title, type: "pipelines", handler: "worker", ...given });
}

test("[S-JOBS-01, S-JOBS-02, S-JOBS-03, S-JOBS-05, S-JOBS-10, S-JOBS-11] [S-LIVE-02] [S-LIVE-03 in the list of jobs] [S-CONST-01, S-DATA-12] the jobs page; the sidebars are 300 wide at first, and this browser keeps rowsPerPage and annotationFPS", async ({
  page,
  server,
  user,
}) => {
  const datasetId = await createImageDataset(user.client, "reef");
  const kept = () =>
    page.evaluate(() => ["rowsPerPage", "annotationFPS"].map((key) => JSON.parse(localStorage.getItem(key) ?? "null")));

  await test.step("[S-CONST-01, S-DATA-12] the sidebar is 300 wide at first; rowsPerPage and annotationFPS are chosen", async () => {
    await page.goto("/");
    await expect(page.getByRole("grid")).toBeVisible();
    const details = await page.getByRole("region", { name: "Details" }).boundingBox();
    expect(Math.round(details?.width ?? 0)).toBe(300);
    expect(await kept()).toEqual([10, 10]);
    await page.getByRole("combobox", { name: "Rows per page" }).selectOption("25");
    await page.evaluate(() => localStorage.setItem("annotationFPS", "5"));
  });

  await test.step("[S-JOBS-01, S-JOBS-02, S-JOBS-03, S-JOBS-05, S-JOBS-10, S-JOBS-11] [S-LIVE-02] [S-LIVE-03] the jobs page", async () => {
    const statuses = ["inactive", "queued", "running", "success", "error", "canceled", "canceling"] as const;
    const ids = new Map<string, string>();
    for (const name of statuses) {
      const given = { userId: user.id, status: JobStatus[name], datasetId };
      ids.set(name, (await createJob(server, `Job ${name}`, given)).id);
    }
    const { id: foreign } = await createJob(server, "Of someone else", {
      userId: server.userId,
      status: JobStatus.inactive,
    });
    const { outstanding } = await user.client.call("job.queued", {});
    expect(outstanding).toBeGreaterThanOrEqual(2);
    await page.route(/JobLogDialog-[^/]*\.js$/, (route) => route.abort());
    await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Jobs" }).click();
    await expect(
      page.getByText(
        `There are ${outstanding} jobs currently in the job queue (including yours). Jobs will be processed in the order in which they are received.`,
        { exact: true },
      ),
    ).toBeVisible();
    const statusOf = (name: string) =>
      page
        .getByRole("row", { name: `Job ${name}` })
        .getByRole("cell")
        .nth(2);
    const texts = ["Queued", "Queued", "Running", "Success", "Error", "Cancelled", "Cancelling"];
    for (const [index, name] of statuses.entries()) {
      await expect(statusOf(name)).toHaveText(texts[index] ?? "");
      const links = page.getByRole("row", { name: `Job ${name}` }).getByRole("link", { name: "Launch annotator" });
      await expect(links).toHaveAttribute("href", `/viewer/${datasetId}`);
      await expect(page.getByRole("button", { name: `Log of Job ${name}`, exact: true })).toBeVisible();
    }
    await expect(page.getByText("Of someone else")).toHaveCount(0);
    // Buttons stay in their columns.
    for (const cell of await page.getByRole("row", { name: "Job error" }).getByRole("cell").all())
      expect(await cell.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    await server.server.services.jobs.change(foreign, { status: JobStatus.canceled });
    const progress = page.getByRole("progressbar", { name: "Progress of Job running" });
    await expect(progress).toBeVisible();
    // The progress is unknown, so there is no number to read out.
    for (const name of ["aria-valuenow", "aria-valuetext"]) await expect(progress).not.toHaveAttribute(name);
    // Only its worker can run this one again.
    await page.getByRole("button", { name: "Run Job error again" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "start it again from where you first started it" }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^Run .* again$/ })).toHaveCount(2);
    const listed = page.getByRole("table", { name: "Jobs" }).locator("tbody tr");
    await page.getByRole("combobox", { name: "Status of the jobs" }).selectOption("Error");
    await expect(listed).toHaveText([/^Job error/]);
    await page.getByRole("combobox", { name: "Status of the jobs" }).selectOption("Queued or running");
    await expect(listed).toHaveText([/^Job canceling/, /^Job running/, /^Job queued/, /^Job inactive/]);
    await page.getByRole("button", { name: "Show all" }).click();
    await expect(listed).toHaveCount(statuses.length);
    // A live message updates the list.
    await server.server.services.jobs.change(ids.get("running") ?? "", { status: JobStatus.success });
    await expect(statusOf("running")).toHaveText("Success");
    await expect(progress).toHaveCount(0);
    await server.server.services.jobs.change(ids.get("success") ?? "", { log: "line 1\nit broke\n" });
    const row = page.getByRole("row", { name: "Job success" });
    const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("JobLogDialog"));
    await row.getByRole("button", { name: "Log of Job success" }).click();
    await lost;
    // When the server can be reached again, so can the log.
    await page.unroute(/JobLogDialog-[^/]*\.js$/);
    await row.getByRole("button", { name: "Log of Job success" }).click();
    await expect(page.getByRole("dialog", { name: "Log of Job success" })).toContainText("it broke");
    await page.keyboard.press("Escape");
    await expect(row.getByRole("button", { name: "Log of Job success" })).toBeFocused();
    await row.getByRole("link", { name: "Launch annotator" }).click();
    await expect(page).toHaveURL(`/viewer/${datasetId}`);
  });

  await test.step("[S-CONST-01, S-DATA-12] the viewer's dock is 300 wide at first; what was chosen is kept", async () => {
    const dock = page.getByRole("complementary", { name: "Tracks and attributes" });
    await expect(dock).toBeVisible();
    expect(Math.round((await dock.boundingBox())?.width ?? 0)).toBe(300);
    await goWithin(page, "/");
    await expect(page.getByRole("combobox", { name: "Rows per page" })).toHaveValue("25");
    expect(await kept()).toEqual([25, 5]);
  });
});

test("[S-JOBS-04, S-JOBS-06, S-JOBS-14] every type of job; the folder of an export; a private runner where there is one", async ({
  page,
  server,
  user,
}) => {
  const folder = await createFolder(user, "Exported");
  // Real jobs name their folder, including exports.
  const params = { input_folder: folder._id, output_folder: folder._id, output_name: "model.onnx" };
  const given = { userId: user.id, datasetId: folder._id, params };
  const named = {
    convert: "Conversion",
    celery: "celery",
    large_image_tiff: "Image tiles",
    pipelines: "Pipeline",
    private: "private",
    training: "Training",
    export: "Model export",
    "DIVE Batch Postprocess": "DIVE Batch Postprocess",
  };
  const types = Object.keys(named);
  for (const type of types) await createJob(server, `Of type ${type}`, { ...given, status: JobStatus.success, type });
  await createJob(server, "Failed export", { ...given, status: JobStatus.error, type: "export" });
  await createJob(server, "Converting", { ...given, status: JobStatus.running, type: "convert" });
  const waiting = await createJob(server, "Waiting", { userId: user.id, status: JobStatus.inactive });
  await createJob(server, `Looking at ${"ROV_transect_port_".repeat(6)}`, { ...given, status: JobStatus.success });
  await page.goto("/jobs");
  // A long name leaves the other columns their room in a narrow window.
  await page.setViewportSize({ width: 720, height: 450 });
  const long = page.getByRole("row", { name: /ROV_transect_port/ });
  const status = long.getByText("Success", { exact: true });
  await expect.poll(() => status.evaluate((badge) => badge.scrollWidth - badge.clientWidth)).toBe(0);
  await long.scrollIntoViewIfNeeded();
  await expect(long.getByRole("button").last()).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [type, words] of Object.entries(named)) {
    const row = page.getByRole("row", { name: `Of type ${type}` });
    await expect(row.getByRole("cell").nth(1)).toHaveText(words);
    if (type === "celery") await expect(row.getByRole("link")).toHaveCount(0);
    else await expect(row.getByRole("link")).toHaveText([type === "export" ? "Open folder" : "Launch annotator"]);
  }
  for (const name of ["Failed export", "Converting"])
    await expect(page.getByRole("row", { name }).getByRole("link")).toHaveCount(0);

  const row = page.getByRole("row", { name: "Waiting" });
  await row.getByRole("button", { name: "Cancel Waiting" }).click();
  // The button that cancels the job says so.
  const question = page.getByRole("dialog", { name: "Cancel this job?" });
  await expect(question.getByRole("button")).toHaveText(["Keep running", "Cancel job"]);
  await question.getByRole("button", { name: "Cancel job" }).click();
  await expect(row.getByRole("cell").nth(2)).toHaveText("Cancelled");
  await expect(row.getByRole("button", { name: "Cancel Waiting" })).toHaveCount(0);
  expect((await user.client.call("job.get", { id: waiting.id })).status).toBe(JobStatus.canceled);

  await page.getByRole("link", { name: "Open the folder of Of type export" }).click();
  await expect(page).toHaveURL(`/folder/${folder._id}`);

  const runner = page.getByRole("switch", { name: "Run my jobs on my private runner" });
  // No worker has served a private queue yet.
  await goWithin(page, "/jobs");
  await expect(page.getByRole("row", { name: "Waiting" })).toBeVisible();
  await expect(runner).toHaveCount(0);
  const worker = server.server.services.createWorker({
    name: "own",
    queues: [{ name: `${user.login}@private`, slots: 1 }],
    onFault: () => undefined,
  });
  await worker.start();
  try {
    await page.reload();
    await runner.click({ force: true });
    await expect(runner).toBeChecked();
    await expect(page.getByText(`npx wakeline worker --queues ${user.login}@private`)).toBeVisible();
    await expect.poll(async () => (await user.client.call("user.me", {}))?.user_private_queue_enabled).toBe(true);
    await page.reload();
    await expect(runner).toBeChecked();
    await runner.click({ force: true });
    await expect.poll(async () => (await user.client.call("user.me", {}))?.user_private_queue_enabled).toBe(false);
  } finally {
    await worker.close();
  }
});
