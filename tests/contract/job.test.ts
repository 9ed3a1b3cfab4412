/** Jobs (api-v1 section 13): lists, rights, statuses, logs. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { JobStatus } from "#schemas";

import { localHandler, workerHandler } from "../../server/domain/job-status.ts";
import type { NewJob } from "../../server/services/jobs/new-job.ts";
import { clientOf, startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
});
afterAll(() => server.close());

/** Starts a job as the server's own services do. */
const startJob = (given: Partial<NewJob> = {}) =>
  server.server.services.jobs.create({
    title: "Converting reef to a web friendly format",
    type: "convert",
    handler: workerHandler,
    userId: ada.id,
    ...given,
  });

test("[S-API-10] anonymous callers have no jobs, and that is not an error", async () => {
  await startJob();
  const response = await server.fetch("/api/v1/job?statuses=[2, 1, 0]", { token: null });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual([]);
  expect(response.headers.get("girder-total-count")).toBeNull();
});

test("jobs on one dataset, as far as the caller may read them", async () => {
  const dora = await server.createUser("dora1");
  const datasetId = "00000000000000000000da7a";
  const job = await startJob({ datasetId, access: [{ subjectType: "user", subjectId: dora.id, level: 0 }] });
  await startJob({ datasetId });
  await startJob({ datasetId: "00000000000000000000da7b" });
  expect(await ada.client.call("job.all", { datasetId })).toHaveLength(2);
  expect(await dora.client.call("job.all", { datasetId })).toMatchObject([{ _id: job.id, dataset_id: datasetId }]);
});

test("[S-API-10, S-JOBS-01] the caller's own jobs, newest first, by status; others do not see them", async () => {
  const cleo = await server.createUser("cleo1");
  const ids: string[] = [];
  for (const status of [JobStatus.success, JobStatus.running, JobStatus.inactive]) {
    ids.push((await startJob({ userId: cleo.id, status })).id);
  }
  const unfinished = await cleo.client.call("job.list", { statuses: [2, 1, 0] });
  expect(unfinished.map(({ _id }) => _id)).toEqual([ids[2], ids[1]]);
  expect(await cleo.client.call("job.list", { limit: 1, offset: 2 })).toMatchObject([{ _id: ids[0], status: 3 }]);
  expect(await bob.client.call("job.list", { userId: cleo.id })).toEqual([]);
  expect((await server.client.call("job.list", { userId: cleo.id })).length).toBe(3);
  const response = await server.fetch("/api/v1/job?statuses=[%22x%22]", { token: cleo.token });
  expect(response.status).toBe(400);
});

test("[S-JOBS-12, S-JOBS-13] the fields of a job; arguments are for administrators", async () => {
  const datasetId = "0123456789abcdef01234567";
  const params = { input_folder: datasetId, user_id: ada.id, user_login: ada.login };
  const { id } = await startJob({ datasetId, params, kwargs: { params }, args: [1] });
  const job = await ada.client.call("job.get", { id });
  expect(job).toEqual({
    _id: id,
    _modelType: "job",
    _accessLevel: 2,
    title: "Converting reef to a web friendly format",
    type: "convert",
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/) as string,
    updated: job.created,
    when: job.created,
    interval: 0,
    status: 0,
    progress: null,
    log: [],
    meta: {},
    public: false,
    parentId: null,
    asynchronous: true,
    timestamps: [],
    handler: "celery_handler",
    dataset_id: datasetId,
    params,
  });
  expect(await server.client.call("job.get", { id })).toMatchObject({ args: [1], kwargs: { params } });
});

test("who may read and change a job", async () => {
  const { id } = await startJob();
  await expect(bob.client.call("job.get", { id })).rejects.toMatchObject({
    status: 403,
    message: `Read access denied for job ${id} (user ${bob.id}).`,
  });
  await expect(clientOf(server.url).call("job.get", { id })).rejects.toMatchObject({ status: 401 });
  await expect(bob.client.call("job.update", { id, log: "x" })).rejects.toMatchObject({ status: 403 });
  await expect(bob.client.call("job.cancel", { id })).rejects.toMatchObject({ status: 403 });
  await expect(bob.client.call("job.delete", { id })).rejects.toMatchObject({ status: 403 });
  await expect(ada.client.call("job.get", { id: "0".repeat(24) })).rejects.toMatchObject({
    status: 400,
    message: `Invalid job id (${"0".repeat(24)}).`,
  });
  const shared = await startJob({ access: [{ subjectType: "user", subjectId: bob.id, level: 1 }] });
  expect(await bob.client.call("job.get", { id: shared.id })).toMatchObject({ _accessLevel: 1 });
  expect((await bob.client.call("job.all", {})).map(({ _id }) => _id)).toEqual([shared.id]);
  await expect(bob.client.call("job.delete", { id: shared.id })).rejects.toMatchObject({ status: 403 });
  const open = await startJob({ public: true });
  expect(await clientOf(server.url).call("job.get", { id: open.id })).toMatchObject({ _accessLevel: 0 });
});

test("[S-API-05, S-API-06] all jobs that the caller can read, by type and status, and which types there are", async () => {
  const dan = await server.createUser("dan1");
  await startJob({ userId: dan.id, type: "training" });
  await startJob({ userId: dan.id, type: "pipelines", status: 2 });
  const query = { limit: 50, offset: 0, sort: "created", sortdir: -1 };
  const found = await server.client.call("job.all", {
    ...query,
    types: ["training", "pipelines"],
    statuses: [2, 4, 0],
  });
  expect(found.map(({ type, status }) => [type, status])).toEqual([
    ["pipelines", 2],
    ["training", 0],
  ]);
  expect(await dan.client.call("job.typesAndStatuses", {})).toEqual({
    types: ["pipelines", "training"],
    statuses: [0, 2],
  });
  expect((await server.client.call("job.typesAndStatusesAll", {})).types).toEqual(["convert", "pipelines", "training"]);
  expect(await bob.client.call("job.typesAndStatuses", {})).toEqual({ types: [], statuses: [] });
});

test("[S-API-09] the queue counts the jobs of all that are not finished", async () => {
  const before = (await bob.client.call("job.queued", {})).outstanding;
  for (const status of Object.values(JobStatus)) await startJob({ status });
  // All except success, error and canceled.
  expect(await bob.client.call("job.queued", {})).toEqual({ outstanding: before + Object.keys(JobStatus).length - 3 });
  await expect(clientOf(server.url).call("job.queued", {})).rejects.toMatchObject({ status: 401 });
});

test("the worker of a job updates it with the job's own token, and nothing else", async () => {
  const job = await startJob();
  const { text } = await server.server.services.jobs.createToken(job);
  const worker = clientOf(server.url, text);
  const { id } = job;
  await worker.call("job.update", { id, status: 820 }).catch(() => undefined);
  await worker.call("job.update", { id, status: 2, log: "begin\n" });
  const progress = { progressTotal: 10, progressCurrent: 2.5, progressMessage: "decoding" };
  expect(await worker.call("job.update", { id, log: "more\n", ...progress })).toMatchObject({
    status: 2,
    progress: { total: 10, current: 2.5, message: "decoding" },
  });
  // Omitted fields stay unchanged.
  await worker.call("job.update", { id, progressCurrent: 5 });
  const read = await worker.call("job.get", { id });
  expect(read).toMatchObject({ log: ["begin\n", "more\n"], progress: { total: 10, current: 5, message: "decoding" } });
  expect(read.timestamps).toMatchObject([{ status: 2 }]);
  await worker.call("job.update", { id, log: "only", overwrite: true });
  expect((await worker.call("job.get", { id })).log).toEqual(["only"]);
  const other = await startJob();
  await expect(worker.call("job.get", { id: other.id })).rejects.toMatchObject({ status: 401 });
  await expect(worker.call("user.list", {})).rejects.toMatchObject({ status: 401 });
  // Girder's Python client sends a form.
  const form = { method: "PUT", body: "status=3", headers: { "content-type": "application/x-www-form-urlencoded" } };
  expect((await server.fetch(`/api/v1/job/${id}`, { ...form, token: text })).status).toBe(200);
  expect(await ada.client.call("job.get", { id })).toMatchObject({ status: 3 });
});

test("a long log keeps its newest 4 MiB", async () => {
  const { id } = await startJob();
  const piece = "x".repeat(2 * 1024 * 1024);
  for (const end of ["1", "2", "3"]) await server.server.services.jobs.change(id, { log: piece + end, notify: false });
  const { log = [] } = await ada.client.call("job.get", { id });
  expect(log.map((text) => text.at(-1))).toEqual(["3"]);
});

test.each([
  [workerHandler, 0, 3, "Invalid state transition to '3', Current state is '0'."],
  [workerHandler, 3, 2, "Invalid state transition to '2', Current state is '3'."],
  [workerHandler, 820, 2, undefined],
  [workerHandler, 2, 824, undefined],
  [workerHandler, 824, 5, undefined],
  [workerHandler, 823, 3, undefined],
  [workerHandler, 1, 0, "No valid state transition to '0'. Current state is '1'."],
  [localHandler, 0, 2, undefined],
  [localHandler, 2, 824, "No valid state transition to '824'. Current state is '2'."],
  [localHandler, 2, 2, undefined],
  [localHandler, 2, 77, "Invalid job status 77."],
] as const)("%s job: from %i to %i", async (handler, from, to, message) => {
  const { id } = await startJob({ handler, status: from });
  const update = ada.client.call("job.update", { id, status: to });
  if (message === undefined) expect(await update).toMatchObject({ status: to });
  else
    await expect(update).rejects.toMatchObject({
      status: 400,
      message,
      reply: { type: "validation", field: "status" },
    });
});

test("[S-API-07] cancelling: at once while it waits, through the worker while it runs, never when finished", async () => {
  const cancelled = async (status: JobStatus, handler = workerHandler) => {
    const { id } = await startJob({ status, handler });
    return (await ada.client.call("job.cancel", { id })).status;
  };
  expect(await cancelled(JobStatus.inactive)).toBe(JobStatus.canceled);
  expect(await cancelled(JobStatus.queued)).toBe(JobStatus.canceled);
  expect(await cancelled(JobStatus.running)).toBe(JobStatus.canceling);
  expect(await cancelled(JobStatus.running, localHandler)).toBe(JobStatus.canceled);
  expect(await cancelled(JobStatus.success)).toBe(JobStatus.success);
  expect(await cancelled(JobStatus.error)).toBe(JobStatus.error);
});

test("[S-API-08] a deleted job is gone", async () => {
  const { id } = await startJob();
  const response = await server.fetch(`/api/v1/job/${id}`, { method: "DELETE", token: ada.token });
  expect([response.status, await response.text()]).toEqual([200, "null"]);
  await expect(ada.client.call("job.get", { id })).rejects.toMatchObject({ status: 400 });
});

test("only a token made for it creates a job", async () => {
  const given = {
    title: "mine",
    type: "any",
    kwargs: { a: 1 },
    otherFields: { b: 2, dataset_id: "65f0c0ffee0c0ffee0c0ffe1", params: { c: 3 } },
  };
  await expect(server.client.call("job.create", given)).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining("Invalid token scope.\nRequired: jobs.rest.create_job.\nAllowed: core.user_auth"),
  });
  const { key } = await server.client.call("apiKey.create", { name: "jobs", scope: ["jobs.rest.create_job"] });
  const { authToken } = await clientOf(server.url).call("apiKey.signIn", { key });
  const job = await clientOf(server.url, authToken.token).call("job.create", given);
  expect(job).toMatchObject({ title: "mine", type: "any", status: 0, meta: { b: 2 } });
  expect(job).toMatchObject({ dataset_id: "65f0c0ffee0c0ffee0c0ffe1", params: { c: 3 } });
  expect(await server.client.call("job.get", { id: job._id })).toMatchObject({ kwargs: { a: 1 } });
  await expect(ada.client.call("job.get", { id: job._id })).rejects.toMatchObject({ status: 403 });
});
