/**
 * CVE-2022-31188, CVE-2024-37164, CVE-2025-25297, CVE-2023-47116: no request makes the server connect to anything.
 * Every route is called with the URL of a listener in every text parameter, in members of its body and in headers; the
 * listener receives nothing. Code that fetches URLs elsewhere uses the guarded fetcher, which has its own tests.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { routeIds, routeOf } from "#schemas";

import { startTestServer, type TestServer } from "../../support/test-server.ts";
import { cases } from "../permissions/cases.ts";
import { createPeople, type People } from "../permissions/world.ts";

let server: TestServer;
let people: People;
const heard: string[] = [];
const listener = createServer((request, response) => {
  heard.push(`${request.method} ${request.url}`);
  response.end("{}");
});
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await server.close();
  listener.close();
});

/** Names under which software accepts URLs, whether or not we know them. */
const names = [
  ...[
    "url",
    "uri",
    "link",
    "linkUrl",
    "href",
    "src",
    "logo",
    "favicon",
    "icon",
    "image",
    "avatar",
    "callback",
    "webhook",
  ],
  ...[
    "endpoint",
    "endpoint_url",
    "bucket",
    "assetstoreId",
    "reference",
    "proxy",
    "redirect",
    "next",
    "remote",
    "server",
  ],
];

test("no route of the api follows an address that it is given", async () => {
  let count = 0;
  for (const id of routeIds) {
    // Waiting for events would take long.
    if (id === "notification.stream") continue;
    const route = routeOf(id);
    for (const role of ["owner", "site"] as const) {
      const ask = await cases[id]!(people.world(false, false));
      const query = new URLSearchParams();
      let path = route.path;
      for (const [name, value] of Object.entries(ask.args ?? {})) {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        if (path.includes(`:${name}`)) path = path.replace(`:${name}`, encodeURIComponent(text));
        else query.set(name, text);
      }
      const declared = Object.entries(route.parameters).filter(([, { type }]) => type === "string");
      for (const name of [...declared.map(([one]) => one), ...names])
        if (!query.has(name) && !route.path.includes(`:${name}`)) query.set(name, address);
      const body =
        route.body === "raw"
          ? (ask.body as BodyInit)
          : route.body === "none"
            ? null
            : Array.isArray(ask.body)
              ? JSON.stringify([...(ask.body as unknown[]), address])
              : JSON.stringify({
                  ...(ask.body as object),
                  ...Object.fromEntries(names.map((name) => [name, address])),
                });
      const headers = { referer: address, origin: address, "x-forwarded-host": address, "x-original-url": address };
      const token = ask.ownToken ?? (await people.token(role)) ?? null;
      const response = await server.fetch(`/api/v1/${path}?${query}`, { method: route.method, token, headers, body });
      await response.body?.cancel();
      expect([id, response.status < 500 || response.status === 503]).toEqual([id, true]);
      count += 1;
    }
  }
  expect(count).toBe((routeIds.length - 1) * 2);
  // Deferred work would be done within this time.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(heard).toEqual([]);
}, 300_000);
