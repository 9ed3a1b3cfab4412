/** Features and usage of an installation (api-v1 section 17). */
import { afterAll, beforeAll, expect, test } from "vitest";

import { JobStatus } from "#schemas";
import { configurationKeys } from "#core/formats/dive-config/dive-configuration";

import { mutableFields } from "../../server/domain/dataset-configuration.ts";
import { localHandler } from "../../server/domain/job-status.ts";
import { createImageDataset } from "../support/dataset.ts";
import { clientOf, startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer({ workerQueues: ["convert"] });
  ada = await server.createUser("ada1");
});
afterAll(() => server.close());

const usualMessage = "Updates will be happening soon, we are disabling jobs until after the updates";

test("[S-API-11] what the server can do, for everybody", async () => {
  expect(await clientOf(server.url).call("configuration.get", {})).toEqual({
    distributedWorker: null,
    pipelinesEnabled: false,
    trainingEnabled: false,
    jobsDisabled: false,
    jobsDisabledMessage: usualMessage,
  });
});

test("[S-API-12, S-API-13] branding: anybody reads it, administrators change it, unknown keys are refused", async () => {
  const anybody = clientOf(server.url);
  expect(await anybody.call("configuration.brand", {})).toEqual({});
  const body = { name: "Reef Lab", loginMessage: "hi", trainingMessage: "t", alertMessage: "a" };
  await server.client.call("configuration.setBrand", { body });
  expect(await anybody.call("configuration.brand", {})).toEqual(body);
  await expect(ada.client.call("configuration.setBrand", { body })).rejects.toMatchObject({ status: 403 });
  const response = await server.fetch("/api/v1/dive_configuration/brand_data", {
    method: "PUT",
    body: JSON.stringify({ other: 1 }),
    headers: { "content-type": "application/json" },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ type: "validation" });

  // Pages may load the brand's pictures from their servers, and nothing else from other origins.
  const pictures = async () =>
    /img-src [^;]*/.exec((await server.fetch("/", { token: null })).headers.get("content-security-policy") ?? "")?.[0];
  expect(await pictures()).toBe("img-src 'self' data: blob:");
  const brand = {
    logo: "https://pictures.example.org:8443/a.png; script-src *",
    favicon: "http://user:secret@icons.example.org/x.ico",
  };
  await server.client.call("configuration.setBrand", { body: brand });
  expect(await pictures()).toBe(
    "img-src 'self' data: blob: https://pictures.example.org:8443 http://icons.example.org",
  );
  for (const logo of ["/own.png", "data:image/png;base64,AAAA", "https://", "javascript:alert(1)"]) {
    await server.client.call("configuration.setBrand", { body: { logo } });
    expect([logo, await pictures()]).toEqual([logo, "img-src 'self' data: blob:"]);
  }
  await server.client.call("configuration.setBrand", { body });
});

test("[S-API-14, S-API-15] no pipelines and no training without workers", async () => {
  expect(await ada.client.call("configuration.pipelines", {})).toEqual({});
  expect(await ada.client.call("configuration.trainingConfigs", {})).toEqual({
    training: { configs: [], default: "" },
    models: {},
  });
});

test("administrators turn off jobs with a message; requests for jobs then answer 503 with it", async () => {
  const { _id: folderId } = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: "off",
  });
  const run = () => ada.client.call("rpc.pipeline", { folderId, pipeline: { name: "a", type: "b", pipe: "c" } });
  await expect(ada.client.call("configuration.setJobsDisabled", { body: { disabled: true } })).rejects.toMatchObject({
    status: 403,
  });
  const set = (body: { disabled: boolean; message?: string }) =>
    server.client.call("configuration.setJobsDisabled", { body });
  expect(await set({ disabled: true, message: "" })).toEqual({ disabled: true, message: usualMessage });
  await expect(run()).rejects.toMatchObject({ status: 503, message: usualMessage });
  expect(await set({ disabled: true, message: "moving" })).toEqual({ disabled: true, message: "moving" });
  await expect(run()).rejects.toMatchObject({ status: 503, message: "moving" });
  await expect(ada.client.call("rpc.batchPostprocess", { id: folderId })).rejects.toMatchObject({ status: 503 });
  expect(await ada.client.call("configuration.get", {})).toMatchObject({
    jobsDisabled: true,
    jobsDisabledMessage: "moving",
  });
  await set({ disabled: false });
  await expect(run()).rejects.toMatchObject({ message: expect.stringContaining("no pipeline workers") as string });
});

test("[S-API-16, S-API-17, S-API-18] addons, upgrade and containers are for administrators", async () => {
  expect(await server.client.call("configuration.addons", {})).toEqual([]);
  for (const path of ["upgrade_pipelines?force=true", "upgrade_pipelines"]) {
    const response = await server.fetch(`/api/v1/dive_configuration/${path}`, {
      method: "POST",
      body: path.includes("force") ? '["https://example.org/a.zip"]' : null,
      headers: { "content-type": "application/json" },
    });
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        message: "Pipeline execution is unavailable because no pipeline workers are connected.",
        type: "rest",
      },
    ]);
  }
  const updated = await server.fetch("/api/v1/dive_configuration/update_containers", { method: "POST" });
  expect([updated.status, typeof (await updated.json())]).toEqual([200, "string"]);
  for (const id of [
    "configuration.addons",
    "configuration.upgradePipelines",
    "configuration.updateContainers",
  ] as const) {
    await expect(ada.client.call(id, {})).rejects.toMatchObject({
      status: 403,
      message: "Administrator access required.",
    });
  }
});

test("facts reported by workers are stored", async () => {
  await server.client.call("configuration.setInstalledAddons", { body: { downloaded: [] } });
  await server.client.call("configuration.setPipelineConfigurations", { body: { pipelines: {} } });
  expect(await server.client.call("system.setting", { key: "installed_addons" })).toEqual({ downloaded: [] });
  await expect(ada.client.call("configuration.setPipelineConfigurations", { body: {} })).rejects.toMatchObject({
    status: 403,
  });
});

test("[S-API-19, S-DATA-08, S-DATA-09, S-DATA-10] statistics: totals, jobs by type and status, by user, by month with zeros, within a range", async () => {
  await createImageDataset(ada.client, "one", 1);
  await createImageDataset(ada.client, "two", 1);
  const { jobs } = server.server.services;
  for (const type of ["convert", "convert", "training"]) {
    const status = type === "training" ? JobStatus.error : JobStatus.inactive;
    await jobs.create({
      title: type,
      type,
      handler: localHandler,
      userId: type === "training" ? null : ada.id,
      status,
    });
  }
  const read = (query: object = {}) => server.client.call("configuration.statistics", query);
  const table_stats = {
    datasets: 2,
    jobs: { convert: 2, training: 1 },
    jobStatuses: { inactive: 2, error: 1 },
    newUsers: 2,
  };
  expect(await read()).toEqual({ table_stats });
  expect(await read({ dateRange: "60 days", groupBy: "user", limit: 50 })).toEqual({
    table_stats,
    groupByUser: { datasets: { ada1: 2 }, jobs: { ada1: 2, Unknown: 1 } },
  });
  // Largest count first.
  expect((await read({ groupBy: "user", limit: 1 })).groupByUser).toEqual({
    datasets: { ada1: 2 },
    jobs: { ada1: 2 },
  });
  const { groupByMonth } = await read({ dateRange: "3 months", groupBy: "month" });
  const month = new Date().toISOString().slice(0, 7);
  expect(Object.keys(groupByMonth?.datasets ?? {})).toHaveLength(4);
  expect(groupByMonth?.jobs[month]).toBe(3);
  expect(Object.values(groupByMonth?.newUsers ?? {})).toEqual([0, 0, 0, 2]);
  const past = await read({ overrideDateTime: "2020-01-15,2020-03-01T00:00:00Z", groupBy: "month" });
  expect(past).toEqual({
    table_stats: { datasets: 0, jobs: {}, jobStatuses: {}, newUsers: 0 },
    groupByMonth: {
      datasets: { "2020-01": 0, "2020-02": 0, "2020-03": 0 },
      jobs: { "2020-01": 0, "2020-02": 0, "2020-03": 0 },
      newUsers: { "2020-01": 0, "2020-02": 0, "2020-03": 0 },
    },
  });
});

test("statistics: an empty groupBy means none; nonsense is refused", async () => {
  const ask = async (query: string, token?: string) => {
    const response = await server.fetch(
      `/api/v1/dive_configuration/stats?${query}`,
      token === undefined ? {} : { token },
    );
    return [response.status, (await response.json()) as { message?: string }] as const;
  };
  expect((await ask("groupBy="))[0]).toBe(200);
  const [status, { message }] = await ask("overrideDateTime=yesterday");
  expect([status, message?.startsWith("Invalid overrideDateTime format.")]).toEqual([400, true]);
  expect((await ask("groupBy=week"))[0]).toBe(400);
  expect((await ask("", ada.token))[0]).toBe(403);
});

test("the fields that may be changed are those of configuration files", () => {
  expect(mutableFields).toEqual([...configurationKeys, "version"]);
});
