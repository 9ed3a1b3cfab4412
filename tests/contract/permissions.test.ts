/**
 * Every route as every kind of caller: `permissions/table.ts` has the expected result, `permissions/cases.ts` the
 * calls.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";

import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type RouteId, routeIds, routeOf } from "#schemas";

import { isSecondStorage } from "../support/storage.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { type Ask, cases } from "./permissions/cases.ts";
import { answersOf, expected, type Role, roles } from "./permissions/table.ts";
import { createPeople, type People, secret } from "./permissions/world.ts";

/**
 * The roles tested on the second storage. For reading routes: all, because a query of that database decides what a
 * caller may see. For routes that change something: the lowest role that may and the highest that may not, because
 * those rights are decided above the storage.
 */
function rolesOf(id: RouteId): readonly Role[] {
  if (!isSecondStorage() || isReading(id)) return roles;
  const answers = answersOf(id);
  const answerOf = (role: Role): string | undefined => answers[roles.indexOf(role)];
  const first = rising.findIndex((role) => answerOf(role) === answerOf("site"));
  return rising.slice(Math.max(0, first - 1), first + 1);
}

/** Signed-in roles, in order of their rights. */
const rising: readonly Role[] = ["stranger", "reader", "member", "writer", "owner", "site"];
const isReading = (id: RouteId): boolean => routeOf(id).method === "GET";

/** Routes that the running server serves, such as `GET /api/v1/folder/:id`, whichever code registered them. */
const answered = new Set<string>();
const watchRoutes = (message: unknown): void => {
  (message as { fastify: FastifyInstance }).fastify.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) answered.add(`${one} ${url}`);
  });
};

let server: TestServer;
let people: People;
beforeAll(async () => {
  subscribe("fastify.initialization", watchRoutes);
  server = await startTestServer();
  unsubscribe("fastify.initialization", watchRoutes);
  people = await createPeople(server);
});
afterAll(() => server.close());

test("every route is listed, and every listed route exists", () => {
  expect(Object.keys(cases).toSorted()).toEqual(routeIds.toSorted());
  expect(Object.keys(expected).toSorted()).toEqual(routeIds.toSorted());
  for (const id of routeIds) expect([id, answersOf(id).length]).toEqual([id, roles.length]);
});

test("the server answers nothing but the routes of the table and what needs no account", () => {
  const inTable = new Set(routeIds.map((id) => `${routeOf(id).method} /api/v1/${routeOf(id).path}`));
  const others = [...answered].filter((route) => !inTable.has(route) && !route.startsWith("HEAD "));
  expect([...inTable].filter((route) => !answered.has(route))).toEqual([]);
  // Files of the web app depend on its build.
  const isFile = (route: string): boolean => /^GET \/(?:assets\/|[\w.-]+\.\w+$)/.test(route);
  const forEverybody = ["GET /api/v1", "GET /healthz", "GET /metrics", "GET /readyz"];
  expect(others.filter((route) => !isFile(route)).toSorted()).toEqual(forEverybody);
});

test("[S-PERM-01] every route answers every caller as the table says", async () => {
  const seen: string[] = [];
  const leaks: string[] = [];
  let count = 0;
  const wanted: string[] = [];
  for (const id of routeIds) {
    const answers = [];
    for (const role of rolesOf(id)) {
      const { answer, text } = await answerTo(id, role);
      answers.push(answer);
      const isOutside = role === "visitor" || role === "anonymous" || role === "stranger";
      // The message about an unknown path repeats the caller's own input.
      const told = text.replace(/"Path not found: [^"]*"/, "");
      if (isOutside && told.includes(`${secret}-`)) leaks.push(`${id} tells ${role} ${text.slice(0, 500)}`);
      count += 1;
    }
    seen.push(`${id}: ${answers.join(" ")}`);
    wanted.push(
      `${id}: ${rolesOf(id)
        .map((role) => answersOf(id)[roles.indexOf(role)])
        .join(" ")}`,
    );
  }
  expect(seen).toEqual(wanted);
  expect(count).toBeGreaterThan(routeIds.length * (isSecondStorage() ? 2 : roles.length - 1));
  expect(leaks).toEqual([]);
}, 300_000);

// Whether a cookie counts is decided before anything is read.
test.skipIf(isSecondStorage())(
  "a cookie alone signs in where a route says so, and nowhere else: no other site can act for a user",
  async () => {
    const seen: string[] = [];
    const wanted: string[] = [];
    const owner = roles.indexOf("owner");
    const anonymous = roles.indexOf("anonymous");
    for (const id of routeIds) {
      const token = (await people.token("owner")) ?? "";
      const ask = await askOf(id, "owner");
      const cookie = `girderToken=${ask.ownToken ?? token}`;
      const { answer } = await send(id, ask, { Cookie: cookie });
      if (!isReading(id)) people.forgetTokens();
      seen.push(`${id}: ${answer}`);
      wanted.push(`${id}: ${answersOf(id)[routeOf(id).cookie ? owner : anonymous]}`);
      const me = await server.fetch("/api/v1/user/me", { token });
      expect([id, ((await me.json()) as { login: string }).login]).toEqual([id, "owner"]);
    }
    expect(seen).toEqual(wanted);
  },
  120_000,
);

test("routes that change something never take the cookie", () => {
  expect(routeIds.filter((id) => routeOf(id).cookie && routeOf(id).method !== "GET")).toEqual([]);
});

/** Refused calls and reads change nothing, so only callers who may proceed need their own documents and tokens. */
function changesNothing(id: RouteId, role: Role): boolean {
  const isRefused = ["401", "403"].includes(answersOf(id)[roles.indexOf(role)] ?? "");
  return (isReading(id) || isRefused) && id !== "user.temporaryLogin";
}

async function askOf(id: RouteId, role: Role): Promise<Ask> {
  const ask = await cases[id](people.world(role === "visitor", changesNothing(id, role)));
  if (ask === undefined) throw new Error(`no case for ${id}`);
  return ask;
}

async function answerTo(id: RouteId, role: Role): Promise<{ answer: string; text: string }> {
  const ask = await askOf(id, role);
  const isShared = changesNothing(id, role);
  const token = (role === "owner" ? ask.ownToken : undefined) ?? (await people.token(role, isShared));
  const answer = await send(id, ask, token === undefined ? {} : { "Girder-Token": token });
  if (!isShared) people.forgetTokens();
  return answer;
}

/** Success statuses. */
const done = new Set([200, 204, 206, 303]);

async function send(
  id: RouteId,
  { args = {}, body, headers }: Ask,
  more: Record<string, string>,
): Promise<{ answer: string; text: string }> {
  const route = routeOf(id);
  const all = new Headers({ ...headers, ...more });
  const url = server.client.url(id, args as never);
  const init: RequestInit = { method: route.method, headers: all, redirect: "manual" };
  if (body instanceof Uint8Array) init.body = body as BodyInit;
  else if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(url, init);
  const isDone = done.has(response.status);
  if (id === "notification.stream" && isDone) {
    await response.body?.cancel();
    return { answer: "ok", text: "" };
  }
  const text = await response.text();
  return { answer: isDone ? "ok" : String(response.status), text };
}
