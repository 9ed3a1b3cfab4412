/** The route table: rules that every entry must satisfy. */
import { expect, test } from "vitest";
import { readClientRoute } from "./client-route.ts";
import { clientRoutes } from "./generated/client-routes.ts";
import { fillPath, pathParameters } from "./route.ts";
import { routeIds, routeOf } from "./routes.ts";
import { routeDocsText } from "./tools/route-docs.ts";

test("no two routes answer the same call", () => {
  const calls = routeIds.map((id) => {
    const { method, path } = routeOf(id);
    return `${method} ${path.replaceAll(/:[A-Za-z]+/g, ":")}`;
  });
  expect(calls.length).toBeGreaterThan(80);
  expect(calls.filter((call, index) => calls.indexOf(call) < index)).toEqual([]);
});

test("the documentation lists each route once", () => {
  const rows = [...routeDocsText().matchAll(/^\| `([A-Z]+ [^`]+)`/gm)].map(([, call]) => call);
  const calls = routeIds.map((id) => `${routeOf(id).method} ${routeOf(id).path}`);
  expect(rows.toSorted()).toEqual(calls.toSorted());
});

test.each(routeIds)("%s is described well", (id) => {
  const route = routeOf(id);
  expect(route.path).not.toMatch(/^\/|\/$|api\/v1/);
  expect(route.summary).toMatch(/^[A-Z{`].*\.$/);
  for (const name of pathParameters(route.path)) {
    expect(route.parameters[name], `path parameter ${name}`).toMatchObject({ required: true });
  }
  // Only reads may be authorized by a cookie: another site could make the browser send anything else.
  expect(!route.cookie || route.method === "GET").toBe(true);
  expect(route.method !== "GET" || route.body === "none").toBe(true);
});

test.each(routeIds)("the client knows how %s is called", (id) => {
  const { method, path, body, parameters } = routeOf(id);
  const inPath = new Set(pathParameters(path));
  const names = Object.keys(parameters).filter((name) => !inPath.has(name));
  const known = readClientRoute(clientRoutes[id]);
  expect(known).toMatchObject({ method, path, isRaw: body === "raw" });
  expect(known.query.map(({ name }) => name)).toEqual(names);
  for (const { name, isJson } of known.query) {
    expect(isJson, name).toBe(["object", "array", "json"].includes(String(parameters[name]?.type)));
  }
});

test("fills path parameters, encoded, and refuses a missing one", () => {
  expect(fillPath("folder/:id/details", { id: "a/b c" })).toBe("folder/a%2Fb%20c/details");
  expect(() => fillPath("folder/:id", {})).toThrow('path parameter "id" of folder/:id is missing');
});
