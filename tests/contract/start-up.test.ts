/** The calls that clients make before opening a dataset, and what a first start creates. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { loadSampleMedia } from "../../server/sample/sample-media.ts";
import { isSecondStorage } from "../support/storage.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
  server = await startTestServer({ workerQueues: ["convert"] });
  owner = await server.createUser("owner");
});
afterAll(() => server.close());

const get = (path: string, init: RequestInit & { token?: string | null } = {}): Promise<Response> =>
  server.fetch(`/api/v1/${path}`, { token: owner.token, ...init });

test("[S-API-10, S-API-11, S-API-12] what the client asks before anybody has signed in", async () => {
  expect(await (await get("job?statuses=[2,%201,%200]", { token: null })).json()).toEqual([]);
  expect(await (await get("dive_configuration/brand_data", { token: null })).json()).toEqual({});
  expect(await (await get("dive_configuration", { token: null })).json()).toMatchObject({
    distributedWorker: null,
    pipelinesEnabled: false,
    trainingEnabled: false,
    jobsDisabled: false,
  });
});

test("[S-API-13] administrators change the brand, others do not", async () => {
  const body = JSON.stringify({ name: "Reef Lab", loginMessage: "hello" });
  expect((await get("dive_configuration/brand_data", { method: "PUT", body })).status).toBe(403);
  const saved = await server.fetch("/api/v1/dive_configuration/brand_data", { method: "PUT", body });
  expect(await saved.json()).toBeNull();
  expect(await (await get("dive_configuration/brand_data")).json()).toEqual({
    name: "Reef Lab",
    loginMessage: "hello",
  });
  const extra = await server.fetch("/api/v1/dive_configuration/brand_data", {
    method: "PUT",
    body: '{"admin":true}',
  });
  expect(extra.status).toBe(400);
  await server.fetch("/api/v1/dive_configuration/brand_data", { method: "PUT", body: "{}" });
});

test("[S-API-14, S-API-15, S-API-09] no pipelines, no training, nothing queued: said in the known shapes", async () => {
  expect(await owner.client.call("configuration.pipelines", {})).toEqual({});
  expect(await owner.client.call("configuration.trainingConfigs", {})).toEqual({
    training: { configs: [], default: "" },
    models: {},
  });
  expect(await owner.client.call("job.queued", {})).toEqual({ outstanding: 0 });
  expect((await get("job/queued", { token: null })).status).toBe(401);
});

test("[S-API-45] the event stream: one line an event, only the caller's own", async () => {
  expect((await get("notification/stream?since=0&timeout=300", { token: null })).status).toBe(401);
  const stop = new AbortController();
  const response = await get("notification/stream?since=9999999999&timeout=300", {
    token: null,
    headers: { Cookie: `girderToken=${owner.token}` },
    signal: stop.signal,
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  await server.server.services.notifications.publish(server.userId, "job_status", { secret: true });
  await server.server.services.notifications.publish(owner.id, "job_status", { status: 3 });
  const { value = "" } = await reader.read();
  const [, json = ""] = /^data: (.*)\n\n$/.exec(value) ?? [];
  expect(JSON.parse(json)).toMatchObject({ type: "job_status", data: { status: 3 }, userId: owner.id });
  stop.abort();
});

// The same uploads on both storages: one is enough.
test.skipIf(isSecondStorage())("the first start creates the sample datasets, complete and exact", async () => {
  const sample = await loadSampleMedia();
  const fresh = await startTestServer({ sampleData: true });
  try {
    // The default promises weekly updates (Q99), which do not happen here.
    expect(await fresh.client.call("configuration.brand", {})).toEqual({ loginMessage: "" });
    const datasets = await fresh.client.call("dataset.list", {});
    expect(datasets.map(({ name }) => name).sort()).toEqual(["Sample: harbour images", "Sample: harbour video"]);
    for (const { _id: id, meta } of datasets) {
      const tracks = await fresh.client.call("annotation.tracks", { folderId: id });
      const expected = meta.type === "video" ? sample.video.tracks : sample.images.tracks;
      expect(tracks.map((track) => track.features.length)).toEqual(expected.map(({ features }) => features.length));
      const { imageData } = await fresh.client.call("dataset.media", { id });
      expect(imageData).toHaveLength(meta.type === "video" ? 0 : 16);
    }
  } finally {
    await fresh.close();
  }
});
