/** The description of the api for programs and for people: api-v1 2.1. */
import { createHash } from "node:crypto";

import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";

import { routeIds, routeOf } from "#schemas";

import { startTestServer, type TestServer } from "../support/test-server.ts";

interface Description {
  swagger: string;
  host: string;
  basePath: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  operationId: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean }[];
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
