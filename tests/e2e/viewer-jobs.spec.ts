/** Jobs on the open dataset: read-only while a pipeline runs, and what is said when one has ended. */
import { JobStatus } from "../../schemas/index.ts";
import { workerHandler } from "../../server/domain/job-status.ts";
import { expect, test } from "./support/app.ts";
import { createDataset, saveTracks, ViewerPage } from "./support/viewer.ts";

test("[V-READONLY-01] [V-LOAD-07] [V-LOAD-08] a pipeline on the dataset: read-only while it runs, then Reload, or that it is incomplete", async ({
  page,
  user,
  server,
}) => {
  const { jobs } = server.server.services;
  const id = await createDataset(user);
  const start = async () => {
    const job = await jobs.create({
      title: "Running detector on reef",
      type: "pipelines",
      handler: workerHandler,
      userId: user.id,
      datasetId: id,
    });
    await jobs.change(job.id, { status: JobStatus.running });
    return job.id;
  };
  const viewer = await new ViewerPage(page).open(id);
  const readOnly = page.getByText("Read only", { exact: true });
  await expect(readOnly).toHaveCount(0);

  const first = await start();
  await expect(readOnly).toBeVisible();
  await saveTracks(user, id, [{ id: 7, keyframes: { 0: [10, 10, 60, 60] } }]);
  await jobs.change(first, { status: JobStatus.success });
  const notice = page.getByRole("status").filter({ hasText: "Running detector on reef" });
  await expect(notice).toContainText("Pipeline Finished");
  await expect(readOnly).toHaveCount(0);
  await expect(viewer.rows).toHaveCount(0);
  await notice.getByRole("button", { name: "Reload" }).click();
  await expect(viewer.rows).toHaveCount(1);
  await expect(notice).toHaveCount(0);

  for (const status of [JobStatus.error, JobStatus.canceled]) {
    const next = await start();
    await expect(readOnly).toBeVisible();
    await jobs.change(next, { status });
    await expect(notice).toContainText("Pipeline Incomplete");
    await expect(readOnly).toHaveCount(0);
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toHaveCount(0);
  }
  // While one runs, the dataset opens read-only too.
  const last = await start();
  await viewer.open(id);
  await expect(readOnly).toBeVisible();
  await jobs.change(last, { status: JobStatus.success });
  await expect(readOnly).toHaveCount(0);
});
