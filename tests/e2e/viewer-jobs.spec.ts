/** Jobs on the open dataset: read-only while a pipeline runs, and what is reported when one has ended. */
import { JobStatus } from "../../schemas/index.ts";
import { workerHandler } from "../../server/domain/job-status.ts";
import { expect, test } from "./support/app.ts";
import { createDataset, saveTracks, storedTracks, ViewerPage } from "./support/viewer.ts";

test("[V-READONLY-01] [V-READONLY-04] [V-LOAD-07] [V-LOAD-08] a pipeline on the dataset: read-only and with nothing selected while it runs, then Reload, or that it is incomplete", async ({
  page,
  user,
  server,
}) => {
  const { jobs } = server.server.services;
  const id = await createDataset(user);
  const start = async (startedBy = user.login) => {
    const job = await jobs.create({
      title: "Running detector on reef",
      type: "pipelines",
      handler: workerHandler,
      userId: user.id,
      datasetId: id,
      params: { user_login: startedBy },
    });
    await jobs.change(job.id, { status: JobStatus.running });
    return job.id;
  };
  const viewer = await new ViewerPage(page).open(id);
  const readOnly = page.getByText("Read only", { exact: true });
  // It says why.
  const why = page.getByRole("toolbar", { name: "Editor" }).getByText("a pipeline is running");
  await expect(readOnly).toHaveCount(0);

  const timeline = page.getByTestId("timeline");
  await expect(timeline).toContainText("No tracks yet");
  // Messages about jobs do not move the picture: it would shift under a box being drawn.
  const place = await viewer.canvas.boundingBox();
  const first = await start();
  await expect(why).toBeVisible();
  await expect(readOnly).toBeVisible();
  // The running work, its progress, and buttons to stop it and to see more.
  const running = page.getByRole("group", { name: "A pipeline is running on this dataset" });
  await expect(running).toContainText("Running detector on reef");
  await expect(running.getByText("started by you", { exact: true })).toBeVisible();
  await expect(running.getByRole("button", { name: "Cancel job" })).toBeVisible();
  await expect(running.getByRole("progressbar")).toBeVisible();
  expect(await viewer.canvas.boundingBox()).toEqual(place);
  // In a window where both are in the same place, a refusal does not cover the button.
  await page.setViewportSize({ width: 1024, height: 768 });
  await viewer.canvas.focus();
  await page.keyboard.press("n");
  await expect(page.getByRole("alert").filter({ hasText: "Read Only" })).toBeVisible();
  await running.getByRole("button", { name: "Cancel job" }).click({ trial: true, timeout: 2000 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await saveTracks(user, id, [{ id: 7, keyframes: { 0: [10, 10, 60, 60] } }]);
  await jobs.change(first, { status: JobStatus.success });
  const notice = page.getByRole("status").filter({ hasText: "Running detector on reef" });
  await expect(notice).toContainText("Pipeline finished");
  expect(await viewer.canvas.boundingBox()).toEqual(place);
  await expect(readOnly).toHaveCount(0);
  await expect(viewer.rows).toHaveCount(0);
  await expect(running).toHaveCount(0);
  await notice.getByRole("button", { name: "Reload" }).click();
  await expect(viewer.rows).toHaveCount(1);
  await expect(page.getByText("Tracks: 0 before the run, 1 now.")).toBeVisible();
  await expect(timeline).not.toContainText("No tracks yet");
  await expect(notice).toHaveCount(0);

  // The changes of the run, as differences from the previous revision. The selection is cleared when it begins and when
  // it ends.
  const select = async () => {
    await viewer.row(7).click({ position: { x: 6, y: 35 } });
    await expect(viewer.selectedRow).toHaveCount(1);
  };
  await select();
  const second = await start("ada");
  await expect(readOnly).toBeVisible();
  await expect(running.getByText("started by ada", { exact: true })).toBeVisible();
  await expect(viewer.selectedRow).toHaveCount(0);
  await select();
  await saveTracks(user, id, [
    { id: 7, keyframes: { 0: [20, 10, 70, 60] } },
    { id: 8, type: "crab", keyframes: { 1: [10, 10, 60, 60] } },
  ]);
  await jobs.change(second, { status: JobStatus.success });
  await expect(readOnly).toHaveCount(0);
  await expect(viewer.selectedRow).toHaveCount(0);
  await notice.getByRole("button", { name: "Show what changed" }).click();
  await expect(notice).toHaveCount(0);
  await expect(viewer.rows).toHaveCount(2);
  const panel = page.getByRole("complementary", { name: "Context panel" });
  await expect(panel.getByRole("combobox", { name: "Compare with" })).toHaveValue(/^1:/);
  await expect(panel.getByRole("listitem")).toHaveCount(2);
  await expect(panel.getByRole("list")).toContainText("8");
  // The toast after reloading undoes the run in one step.
  const unwanted = await start();
  await expect(readOnly).toBeVisible();
  await saveTracks(user, id, [{ id: 9, keyframes: { 0: [30, 10, 70, 60] } }]);
  await jobs.change(unwanted, { status: JobStatus.success });
  await notice.getByRole("button", { name: "Reload" }).click();
  await expect(viewer.rows).toHaveCount(3);
  await page.getByRole("button", { name: "Undo the run" }).click();
  await expect(viewer.rows).toHaveCount(2);
  const idle = await start();
  await expect(readOnly).toBeVisible();
  await jobs.change(idle, { status: JobStatus.success });
  await notice.getByRole("button", { name: "Show what changed" }).click();
  await expect(page.getByText("The run did not change the open annotations.")).toBeVisible();

  for (const status of [JobStatus.error, JobStatus.canceled]) {
    const next = await start();
    await expect(readOnly).toBeVisible();
    await jobs.change(next, { status });
    await expect(notice).toContainText("Pipeline incomplete");
    await expect(readOnly).toHaveCount(0);
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toHaveCount(0);
  }
  // While one runs, the dataset opens read-only too.
  const last = await start();
  await viewer.open(id);
  await expect(readOnly).toBeVisible();
  await saveTracks(user, id, [{ id: 10, keyframes: { 0: [30, 80, 70, 120] } }]);
  await jobs.change(last, { status: JobStatus.success });
  await expect(readOnly).toHaveCount(0);
  await notice.getByRole("button", { name: "Reload" }).click();
  const undo = page.getByRole("button", { name: "Undo the run" });
  await expect(undo).toBeVisible();
  // Others' later saves would be taken back as well.
  await saveTracks(user, id, [{ id: 11, keyframes: { 0: [80, 80, 120, 120] } }]);
  await undo.click();
  await expect(page.getByText("Others saved after the run, so it was not undone.")).toBeVisible();
  expect((await storedTracks(user, id)).map((track) => track.id)).toEqual(expect.arrayContaining([10, 11]));
});

test("[V-PANEL-02] the context panel offers its panels and a jobs tab, with progress, log and an end to each job", async ({
  page,
  user,
  server,
}) => {
  const { jobs } = server.server.services;
  const id = await createDataset(user);
  await new ViewerPage(page).open(id);
  await page.getByRole("button", { name: "Jobs", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  await panel.getByRole("combobox", { name: "Context panel" }).click();
  const titles = () => page.getByRole("option").allTextContents();
  await expect
    .poll(titles)
    .toEqual(
      expect.arrayContaining([
        "Threshold controls",
        "Image enhancements",
        "Attribute track filters",
        "Revision history",
        "Annotation sets",
        "Jobs",
      ]),
    );
  await page.keyboard.press("Escape");
  await expect(panel).toContainText("No job has run on this dataset.");
  await expect(panel.getByRole("link", { name: "Learn more" })).toHaveAttribute("href", "/user-guide/getting-started");

  const make = async (title: string, datasetId: string) =>
    await jobs.create({ title, type: "training", handler: workerHandler, userId: user.id, datasetId });
  await make("elsewhere", "0123456789abcdef01234567");
  const job = await make("find fish", id);
  await jobs.change(job.id, {
    status: JobStatus.running,
    log: "epoch 1\n",
    progress: { total: 8, current: 2, message: "epoch 1 of 4" },
  });
  const entry = panel.getByRole("listitem");
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText("find fish");
  await expect(entry).toContainText("Running");
  await expect(entry).toContainText("25 % epoch 1 of 4");
  await expect(entry.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
  await entry.getByRole("button", { name: "Log of find fish" }).click();
  await expect(entry).toContainText("epoch 1");
  // Also without a notification of its own.
  await jobs.change(job.id, { log: "epoch 2\n", notify: false });
  await expect(entry).toContainText("epoch 2");

  // The log follows its end until the user scrolls up, and is then one click or one key away from it.
  const log = entry.getByLabel("Log of find fish").and(entry.locator("pre"));
  const fromEndPx = () =>
    log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight));
  const say = (text: string) => jobs.change(job.id, { log: text, notify: false });
  await say(Array.from({ length: 200 }, (_, n) => `step ${n}\n`).join(""));
  await expect(log).toContainText("step 199");
  await expect.poll(fromEndPx).toBeLessThan(2);
  const toEnd = entry.getByRole("button", { name: "Jump to end" });
  await expect(toEnd).toHaveCount(0);
  await log.focus();
  await page.keyboard.press("Home");
  await expect(toEnd).toBeVisible();
  await say("step 200\n");
  await expect(log).toContainText("step 200");
  expect(await log.evaluate((element) => element.scrollTop)).toBe(0);
  await toEnd.click();
  await expect.poll(fromEndPx).toBeLessThan(2);
  await expect(log).toBeFocused();
  await say("step 201\n");
  await expect(log).toContainText("step 201");
  await expect.poll(fromEndPx).toBeLessThan(2);
  // One key right after the other, while the log may still scroll for the first.
  await page.keyboard.press("Home");
  await expect(toEnd).toBeVisible();
  await page.keyboard.press("End");
  await expect(toEnd).toHaveCount(0);
  await expect.poll(fromEndPx).toBeLessThan(2);

  await entry.getByRole("button", { name: "Cancel find fish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel job" }).click();
  await expect(entry).toContainText("Cancel");
  await expect(entry.getByRole("button", { name: "Cancel find fish" })).toHaveCount(0);
  await jobs.change(job.id, { status: JobStatus.canceled });
  await expect(entry).toContainText("Cancelled");
});

test("[V-ERROR-06] an error on saving or deleting an attribute is its message, and the dialog stays open", async ({
  page,
  user,
  server,
}) => {
  const { jobs } = server.server.services;
  const id = await createDataset(user, { tracks: [{ id: 0, keyframes: { 0: [10, 10, 60, 60] } }] });
  const sex = { belongs: "track", datatype: "text", name: "sex", key: "track_sex" } as const;
  await user.client.call("dataset.updateAttributes", { id, body: { upsert: [sex], delete: [] } });
  const viewer = await new ViewerPage(page).open(id);
  await viewer.click(30, 30);
  await page.getByRole("tab", { name: "Attributes", exact: true }).click();
  const panel = page.getByRole("region", { name: "Track attributes" });
  const form = page
    .getByRole("dialog", { name: /attribute/i })
    .filter({ has: page.getByRole("textbox", { name: "Name" }) });
  const failure = form.getByRole("alert");

  await panel.getByRole("button", { name: "Add a track attribute" }).click();
  await form.getByRole("textbox", { name: "Name" }).fill("sex");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(failure).toHaveText("Attribute with that name exists");
  await expect(form).toBeVisible();
  await viewer.press("Escape");
  await expect(form).toHaveCount(0);

  await panel.getByRole("button", { name: "Settings of the attribute sex" }).click();
  await form.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete attribute" });
  await expect(question).toBeVisible();
  // While the question is open, a pipeline locks the dataset.
  const pipeline = { title: "Running detector", type: "pipelines", handler: workerHandler } as const;
  const job = await jobs.create({ ...pipeline, userId: user.id, datasetId: id });
  await jobs.change(job.id, { status: JobStatus.running });
  await expect(page.getByText("Read only", { exact: true })).toBeVisible();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(failure).toHaveText("This Dataset is in Read Only mode, no edits can be made.");
  await expect(form).toBeVisible();
  await jobs.change(job.id, { status: JobStatus.success });
});
