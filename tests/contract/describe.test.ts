/** The description of the API for programs and for people: api-v1 2.1. */
import { createHash } from "node:crypto";

import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type RouteId, routeIds, routeOf } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { findRoute, problemsOf } from "../support/described.ts";
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
  server = await startTestServer({ workerQueues: ["convert"] });
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

test("every JSON body and every JSON answer is described", () => {
  // These operations are done elsewhere, or need a worker that does not exist yet: they respond with an error.
  const withoutAnswer = routeIds.filter((id) => routeOf(id).reply === "json" && routeOf(id).replyShape === undefined);
  expect(withoutAnswer.filter((id) => !/^(assetstore|oauth|userQueue|bucketNotification|tile)[.]/.test(id))).toEqual(
    [],
  );
  const isJson = (id: RouteId): boolean => ["json", "large-json"].includes(routeOf(id).body);
  const withoutShape = routeIds.filter((id) => isJson(id) && routeOf(id).bodyShape === undefined);
  expect(withoutShape).toEqual(["bucketNotification.route"]);
});

test("an answer that is not what its route is described to answer is noticed, in every test", async () => {
  const folder = await server.client.call("folder.create", { parentType: "user", parentId: server.userId, name: "a" });
  const { schema } = routeOf("folder.get").replyShape ?? { schema: {} };
  expect(problemsOf("folder", schema, folder)).toBeUndefined();
  const { size, ...sizeless } = folder;
  expect(problemsOf("folder", schema, sizeless)).toContain("must have required property 'size'");
  expect(problemsOf("folder", schema, { ...folder, access: {} })).toContain("must NOT have additional properties");
  expect(problemsOf("folder", schema, { ...folder, size: String(size) })).toContain("/size must be integer");
  expect(problemsOf("folder", schema, { ...folder, _id: "1" })).toContain("/_id must match pattern");
  expect(findRoute("GET", `${server.url}/girder/api/v1/folder/${folder._id}/`)).toBe("folder.get");
  expect(findRoute("GET", `${server.url}/api/v1/folder/shared-folders`)).toBe("folder.shared");
  expect(findRoute("GET", `${server.url}/api/v2/folder`)).toBeUndefined();
});

test("bodies are taken as they are described, and others refused", async () => {
  const folderId = await createImageDataset(server.client, "described");
  const feature = { frame: 0, bounds: [1, 2, 3, 4], keyframe: true, attributes: {} };
  const common = { begin: 0, end: 0, confidencePairs: [["fish", 1]], attributes: {} };
  const track = { id: 0, ...common, features: [feature] };
  const group = { id: 0, ...common, members: { "0": { ranges: [[0, 0]] } } };
  const attribute = { belongs: "track", datatype: "number", name: "length", key: "track_length" };
  const filter = { name: "long", attribute: "length", type: "track", filter: { op: ">", val: 3 } };
  const rig = { name: "described", fps: 1, type: "video", subType: "stereo", defaultDisplay: "l", cameras: {} };

  const bodies: [id: RouteId, query: string, right: unknown, wrong: unknown, status?: number][] = [
    [
      "annotation.save",
      `?folderId=${folderId}`,
      { tracks: { upsert: [track], delete: [5] }, groups: { upsert: [group] }, set: "" },
      { tracks: { upsert: [{ ...track, begin: "x" }] } },
    ],
    [
      "annotation.save",
      `?folderId=${folderId}`,
      { tracks: { upsert: [{ ...track, features: { upsert: [feature], delete: [], count: 1 } }] }, baseRevision: 1 },
      { tracks: { upsert: [{ ...track, features: { upsert: [feature] } }] }, baseRevision: 2 },
    ],
    ["dataset.update", "", { confidenceFilters: { default: 0.5 } }, { confidenceFilters: { default: "x" } }],
    ["dataset.updateAttributes", "", { upsert: [attribute], delete: [] }, { upsert: [{ name: "x" }], delete: [] }],
    ["dataset.updateAttributeTrackFilters", "", { upsert: [filter], delete: [] }, { upsert: [{}], delete: [] }],
    ["dataset.validateFiles", "", ["a.png"], [1]],
    ["dataset.createMultiCam", `?parentFolderId=${folderId}`, rig, { ...rig, further: 1 }, 400],
    ["folder.setMetadata", "", { note: 1 }, ["note"]],
    ["folder.deleteMetadata", "", ["note"], { note: 1 }],
    ["configuration.setBrand", "", { name: "Reef" }, { surname: "Reef" }],
    ["configuration.setJobsDisabled", "", { disabled: false }, { message: "soon" }],
    ["configuration.upgradePipelines", "", ["https://example.org/a.zip"], [1], 503],
    ["configuration.setPipelineConfigurations", "", { pipelines: {} }, "none"],
    ["rpc.train", "?pipelineName=a&config=b", { folderIds: [folderId] }, { folderIds: "x" }, 503],
  ];
  for (const [id, query, right, wrong, expected = 200] of bodies) {
    const { method, path, bodyShape } = routeOf(id);
    const describes = (body: unknown) => problemsOf(`${id} body`, bodyShape?.schema ?? {}, body) === undefined;
    const send = async (body: unknown): Promise<number> => {
      const init = { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
      return (await server.fetch(`/api/v1/${path.replace(":id", folderId)}${query}`, init)).status;
    };
    expect([id, describes(right), await send(right)]).toEqual([id, true, expected]);
    expect([id, describes(wrong), await send(wrong)]).toEqual([id, false, 400]);
  }
  for (const [id, broken] of [
    ["annotation.tracks", { ...track, features: [{ frame: 0 }] }],
    ["annotation.groups", { ...group, members: { "0": {} } }],
  ] as const) {
    const { schema } = routeOf(id).replyShape ?? { schema: {} };
    expect([id, (await server.client.call(id, { folderId })).length]).toEqual([id, 1]);
    expect([id, problemsOf(id, schema, [broken])]).toEqual([id, expect.stringContaining("required property")]);
  }
});

test("the page for people lists every route and needs nothing from elsewhere", async () => {
  for (const path of ["/api/v1", "/api/v1/", "/girder/api/v1"]) {
    const response = await server.fetch(path, { token: null });
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get("content-type")).toBe("text/html;charset=utf-8");
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
