/**
 * No request blocks the server: whatever is far too large is refused or handled quickly, and never ends in a 500. The
 * requests come from the route table, with the callers and documents of the permission matrix. `npm run bounds` sends
 * all of them; without it each parameter of each route takes its turn, and every list has the maximum accepted length.
 */
import { request } from "node:http";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type RouteId, routeIds, routeOf } from "#schemas";

import { startTestServer, type TestServer } from "../support/test-server.ts";
import { type Fields, oversizedBodies, oversizedParameters, times } from "./bounds/oversized.ts";
import { type Cost, measure } from "./bounds/probe.ts";
import { type Ask, cases } from "./permissions/cases.ts";
import { createPeople, type People } from "./permissions/world.ts";

const isLong = process.env["npm_lifecycle_event"] === "bounds";
/** Milliseconds of processor time, including this test's own share: a megabyte has to be sent and read. */
const maxLoopMs = 1500;
const maxCpuMs = 3000;
/** The server's own worker polls for work now and then. */
const strayCalls = 10;
const formType = "application/x-www-form-urlencoded";
const bodyBytes = 16 * 1024 * 1024 - 1024;

let server: TestServer;
let people: People;
beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
});
afterAll(async () => {
  await server.close();
});

type Role = "visitor" | "reader";

/** Callers who pass the sign-in check: anonymous ones if the route allows them. */
const rolesOf = (id: RouteId): readonly Role[] => {
  const { auth } = routeOf(id);
  if (isLong) return ["visitor", "reader"];
  return auth === "public" ? ["visitor"] : auth === "user" || auth === "token" ? ["reader"] : [];
};

const askOf = async (id: RouteId, role: Role): Promise<Ask> =>
  (await cases[id]?.(people.world(role === "visitor", true))) ?? {};

interface Probe {
  readonly id: RouteId;
  readonly role: Role;
  readonly what: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly type: string;
  readonly body: Buffer;
  /** An equivalent request that contains the entry once. */
  readonly once?: Buffer;
}

async function costOf({ id, role, args, type, body }: Omit<Probe, "what" | "once">): Promise<Cost> {
  const token = await people.token(role);
  const headers = { "content-type": type, ...(token !== undefined && { "girder-token": token }) };
  return await measure({ method: routeOf(id).method, url: server.client.url(id, args as never), headers, body });
}

/** Descriptions of what was too much for the server. */
async function complaintsAbout(probes: AsyncIterable<Probe>): Promise<{ count: number; complaints: string[] }> {
  const complaints: string[] = [];
  let count = 0;
  for await (const probe of probes) {
    const before = await databaseCalls();
    const { status, text, cpuMs, loopMs } = await costOf(probe);
    count += 1;
    const more = probe.once === undefined ? 0 : await moreCallsThan({ ...probe, body: probe.once }, before);
    if (more > strayCalls) complaints.push(`${probe.id} as ${probe.role}, ${probe.what}: ${more} more database calls`);
    // 503 is the response to what this site cannot do.
    const isWrong = status === 0 || (status >= 500 && status !== 503) || loopMs > maxLoopMs || cpuMs > maxCpuMs;
    if (!isWrong) continue;
    const numbers = `${status}, ${Math.round(loopMs)} of ${Math.round(cpuMs)} ms`;
    complaints.push(`${probe.id} as ${probe.role}, ${probe.what}: ${numbers}, ${text.slice(0, 100)}`);
  }
  return { count, complaints };
}

/** By how many database calls the requests since `before` exceed what this probe needs. */
async function moreCallsThan(probe: Probe, before: number): Promise<number> {
  const between = await databaseCalls();
  await costOf(probe);
  return between - before - ((await databaseCalls()) - between);
}

test("each parameter of each route, as a list of 100,000 entries or a text of a megabyte", async () => {
  const { count, complaints } = await complaintsAbout(parameterProbes());
  expect(complaints).toEqual([]);
  expect(count).toBeGreaterThan(150);
}, 900_000);

async function* parameterProbes(): AsyncGenerator<Probe> {
  let turn = 0;
  for (const id of routeIds) {
    // Its response does not end, and bodies of files are streams.
    if (id === "notification.stream" || routeOf(id).body !== "none") continue;
    for (const role of rolesOf(id)) {
      const { args = {} } = await askOf(id, role);
      const inPath = Object.fromEntries(Object.entries(args).filter(([name]) => routeOf(id).path.includes(`:${name}`)));
      const oversized = oversizedParameters(id, args);
      for (const [name, variants] of Map.groupBy(oversized, (one) => one.name)) {
        turn += 1;
        const [taken, refused] = [
          variants.filter(({ once }) => once !== undefined),
          variants.filter(({ once }) => once === undefined),
        ];
        const one = refused[turn % refused.length];
        for (const { what, fields, once } of isLong ? variants : one === undefined ? taken : [...taken, one]) {
          const probe = { id, role, what: `${name}: ${what}`, args: inPath, type: formType, body: formOf(fields) };
          yield once === undefined ? probe : { ...probe, once: formOf(once) };
        }
      }
    }
  }
}

const formOf = (fields: Fields): Buffer =>
  Buffer.from(new URLSearchParams(fields.map(([key, value]) => [key, value])).toString());

test("each JSON body, to its limit", async () => {
  const { count, complaints } = await complaintsAbout(bodyProbes());
  expect(complaints).toEqual([]);
  expect(count).toBeGreaterThan(10);
}, 900_000);

async function* bodyProbes(): AsyncGenerator<Probe> {
  const bodies = oversizedBodies(bodyBytes);
  let turn = 0;
  for (const id of routeIds) {
    if (routeOf(id).body !== "json") continue;
    for (const role of rolesOf(id)) {
      const { args = {} } = await askOf(id, role);
      turn += 1;
      for (const [index, { what, body }] of bodies.entries()) {
        if (isLong || index === turn % bodies.length) yield { id, role, what, args, type: "application/json", body };
      }
    }
  }
}

test("forms of 300,000 fields, by one name, by many, and within each other", async () => {
  async function* probes(): AsyncGenerator<Probe> {
    for (const field of ["f$=1", "types[]=item", "types[a$][]=item", "q[$][$]=x"]) {
      const body = Buffer.from(times(300_000, (n) => field.replaceAll("$", String(n))).join("&"));
      yield { id: "resource.search", role: "visitor", what: field, args: { q: "x", types: [] }, type: formType, body };
    }
    const part = (n: number): string => `--x\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n1\r\n`;
    const body = Buffer.from(`${times(200_000, part).join("")}--x--\r\n`);
    const type = "multipart/form-data; boundary=x";
    yield { id: "resource.search", role: "visitor", what: "multipart", args: { q: "x", types: [] }, type, body };
  }
  expect((await complaintsAbout(probes())).complaints).toEqual([]);
});

test("those who may not save are refused before the body arrives", async () => {
  const { args = {} } = await askOf("annotation.save", "reader");
  const token = (await people.token("reader")) ?? "";
  const status = await new Promise((resolve, reject) => {
    const length = 300 * 1024 * 1024;
    const headers = { "Girder-Token": token, "content-type": "application/json", "content-length": String(length) };
    const call = request(
      server.client.url("annotation.save", args as never),
      { method: "PATCH", headers },
      (answer) => {
        resolve(answer.statusCode);
        call.destroy();
      },
    );
    call.on("error", reject);
    // The rest never comes.
    call.write('{"tracks":{"upsert":[');
  });
  expect(status).toBe(403);
});

test("no work continues for a client that has gone", async () => {
  const { client } = server;
  const folder = await client.call("folder.create", { parentType: "user", parentId: server.userId, name: "many" });
  const items: string[] = [];
  for (let n = 0; n < 150; n++) {
    items.push((await client.call("item.create", { folderId: folder._id, name: `item ${n}` }))._id);
  }
  const headers = { "Girder-Token": server.token, "content-type": formType };
  const form = new URLSearchParams({ resources: JSON.stringify({ item: items }) }).toString();
  const url = `${server.url}/api/v1/resource/download`;
  const before = await databaseCalls();
  await (await fetch(url, { method: "POST", headers, body: form })).arrayBuffer();
  const whole = (await databaseCalls()) - before;
  expect(whole).toBeGreaterThan(items.length);

  const leaving = request(url, { method: "POST", headers: { ...headers, "content-length": String(form.length) } });
  leaving.on("error", () => undefined);
  leaving.end(form);
  const start = await databaseCalls();
  // It has started.
  while ((await databaseCalls()) < start + 20) await new Promise(setImmediate);
  leaving.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const after = await databaseCalls();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await databaseCalls()) - after).toBeLessThan(strayCalls);
  expect(after - start).toBeLessThan(whole / 2);
});

/** Total so far, from the metrics. */
async function databaseCalls(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const counts = text.matchAll(/^wakeline_database_seconds_count\S* (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
