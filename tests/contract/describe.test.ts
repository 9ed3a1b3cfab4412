/** The description of the api for programs and for people: api-v1 2.1. */
import { createHash } from "node:crypto";

import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv } from "ajv";
import { afterAll, beforeAll, expect, test } from "vitest";

import { routeIds, routeOf } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

interface Description {
  swagger: string;
  host: string;
  basePath: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  definitions: Record<string, object>;
}

interface Operation {
  operationId: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema?: object }[];
  responses: { "200": { schema: object } };
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
});

const describeApi = async (): Promise<Description> =>
  (await (await server.fetch("/api/v1/describe", { token: null })).json()) as Description;

test("the description is valid OpenAPI 2.0", async () => {
  const description = await describeApi();
  const result = await new Validator().validate(description as unknown as Record<string, unknown>);
  expect(result).toEqual({ valid: true });
  expect(description).toMatchObject({ swagger: "2.0", basePath: "/api/v1", host: new URL(server.url).host });
});

test("it has every route of the table with every parameter, and nothing else", async () => {
  const { paths, tags } = await describeApi();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  );
  const wanted = routeIds.map((id) => {
    const { method, path } = routeOf(id);
    return `${method} /${path.replaceAll(/:([A-Za-z]+)/g, "{$1}")}`;
  });
  expect(described.map(({ call }) => call).sort()).toEqual([...wanted].sort());
  expect(wanted.length).toBeGreaterThan(100);
  for (const id of routeIds) {
    const found = described.find(({ operation }) => operation.operationId === id.replaceAll(".", "_"))?.operation;
    const names = found?.parameters.filter((one) => one.in !== "body").map((one) => one.name);
    expect([id, names]).toEqual([id, Object.keys(routeOf(id).parameters)]);
    expect(tags.map(({ name }) => name)).toContain(found?.tags[0]);
  }
});

test("what has a JSON Schema is described by it: bodies that are taken and answers that are given", async () => {
  const { paths, definitions } = await describeApi();
  const looksRight = (schema: object | undefined, value: unknown): boolean => {
    const ajv = new Ajv({ strict: false, validateSchema: false });
    return ajv.validate({ definitions, ...schema }, value);
  };
  const replyOf = (path: string, method = "get") => paths[path]?.[method]?.responses["200"].schema;
  const bodyOf = (path: string) => paths[path]?.["patch"]?.parameters.find((one) => one.in === "body")?.schema;
  const folderId = await createImageDataset(server.client, "described");
  const feature = { frame: 0, bounds: [1, 2, 3, 4], keyframe: true, attributes: {} };
  const common = { begin: 0, end: 0, confidencePairs: [["fish", 1]], attributes: {} };
  const track = { id: 0, ...common, features: [feature] };
  const group = { id: 0, ...common, members: { "0": { ranges: [[0, 0]] } } };
  const attribute = { belongs: "track", datatype: "number", name: "length", key: "track_length" };
  const filter = { name: "long", attribute: "length", type: "track", filter: { op: ">", val: 3 } };

  const saves: [path: string, query: string, body: Record<string, unknown>, wrong: Record<string, unknown>][] = [
    [
      "/dive_annotation",
      `?folderId=${folderId}`,
      { tracks: { upsert: [track], delete: [5] }, groups: { upsert: [group] }, set: "" },
      { tracks: { upsert: [{ ...track, begin: "0" }] } },
    ],
    ["/dive_dataset/{id}", "", { confidenceFilters: { default: 0.5 } }, { confidenceFilters: { default: "0.5" } }],
    ["/dive_dataset/{id}/attributes", "", { upsert: [attribute], delete: [] }, { upsert: [{ name: "x" }], delete: [] }],
    ["/dive_dataset/{id}/attribute_track_filters", "", { upsert: [filter], delete: [] }, { upsert: [{}], delete: [] }],
  ];
  for (const [path, query, body, wrong] of saves) {
    expect([path, looksRight(bodyOf(path), body), looksRight(bodyOf(path), wrong)]).toEqual([path, true, false]);
    const init = { method: "PATCH", body: JSON.stringify(body) };
    const response = await server.fetch(`/api/v1${path.replace("{id}", folderId)}${query}`, init);
    const reply = await response.json();
    expect([path, response.status, looksRight(replyOf(path, "patch"), reply)]).toEqual([path, 200, true]);
  }
  for (const [path, broken] of [
    ["/dive_annotation/track", { ...track, features: [{ frame: 0 }] }],
    ["/dive_annotation/group", { ...group, members: { "0": {} } }],
  ] as const) {
    const records = (await (await server.fetch(`/api/v1${path}?folderId=${folderId}`)).json()) as unknown[];
    expect([path, records.length, looksRight(replyOf(path), records)]).toEqual([path, 1, true]);
    expect([path, looksRight(replyOf(path), [broken])]).toEqual([path, false]);
  }
});

test("the page for people lists every route and needs nothing from elsewhere", async () => {
  for (const path of ["/api/v1", "/api/v1/", "/girder/api/v1"]) {
    const response = await server.fetch(path, { token: null });
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const html = await response.text();
    for (const id of routeIds) expect(html).toContain(`<code>${routeOf(id).path}</code>`);
    expect(html).not.toMatch(/\b(src|href)="(?!#|\/)/);
    const policy = response.headers.get("content-security-policy") ?? "";
    for (const element of ["script", "style"]) {
      const [, text = ""] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html) ?? [];
      expect(policy).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    }
    expect(policy).not.toContain("unsafe");
  }
});
