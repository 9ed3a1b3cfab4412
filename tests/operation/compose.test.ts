/** The example of Docker Compose: it says only what exists, and its environment starts servers that share a site. */
import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";
import { parse } from "yaml";

import { commandTree } from "../../cli/commands.ts";
import { readConfig } from "../../server/config.ts";
import { startServer } from "../../server/main.ts";
import { createSchema, startPostgres } from "../support/postgres.ts";
import { createBucket, startS3 } from "../support/s3.ts";
import { useCleanUps } from "../support/clean-ups.ts";

interface Service {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const folder = new URL("../../docs/operation/examples/compose/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
const { services, volumes } = parse(read("compose.yaml"), { merge: true }) as Compose;
const { add: cleanUp } = useCleanUps();

test("what the compose file names exists: services, volumes, files, settings, commands, and variables of its .env", () => {
  const settings = readFileSync(new URL("../../docs/operation/settings.md", import.meta.url), "utf8");
  for (const [
    name,
    { command = [], environment = {}, build, volumes: mounted = [], depends_on = [] },
  ] of Object.entries(services)) {
    for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)) {
      expect(Object.keys(services), name).toContain(other);
    }
    for (const volume of mounted) {
      const [from = ""] = volume.split(":");
      if (from.startsWith(".")) expect(existsSync(new URL(from, folder)), volume).toBe(true);
      else expect(Object.keys(volumes)).toContain(from);
    }
    if (build === undefined) continue;
    expect(existsSync(new URL(`${build.context}/${build.dockerfile}`, folder))).toBe(true);
    for (const setting of Object.keys(environment).filter((one) => !one.startsWith("AWS_"))) {
      expect(settings, name).toContain(`| \`${setting}\` |`);
    }
    const [program, subcommand = ""] = command;
    expect([program, commandTree.some((one) => one.name === subcommand)], name).toEqual(["wakeline", true]);
  }
  const asked = new Set([...read("compose.yaml").matchAll(/\$\{(\w+):\?\}/g)].map(([, variable]) => variable));
  const offered = [...read(".env.example").matchAll(/^(\w+)=/gm)].map(([, variable]) => variable);
  expect([...asked].toSorted()).toEqual(offered.toSorted());
  const proxied = /reverse_proxy (.*) \{/.exec(read("Caddyfile"))?.[1]?.split(" ");
  expect(proxied).toEqual(
    Object.entries(services).flatMap(([name, { command }]) => (command?.[1] === "serve" ? [`${name}:8010`] : [])),
  );
});

test("servers with the environment of the compose file are ready and share one site; workers have the same one", async () => {
  const [postgres, s3] = [await startPostgres(), await startS3()];
  cleanUp(() => s3.close());
  cleanUp(() => postgres.close());
  const here = { DATABASE_URL: (await createSchema(postgres.url)).url, BLOB_URL: await createBucket(s3.endpoint) };
  const given = { SITE_NAME: "annotate.example.org", DATABASE_PASSWORD: "d", STORAGE_PASSWORD: "s" } as const;
  const environmentOf = (name: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        String(value).replaceAll(/\$\{(\w+):\?\}/g, (_, variable: string) => given[variable as keyof typeof given]),
      ]),
    );
  const { DATABASE_URL, BLOB_URL } = environmentOf("server-1");
  expect([DATABASE_URL, BLOB_URL]).toEqual([
    "postgres://wakeline:d@database/wakeline",
    "s3://wakeline/files?endpoint=http://storage:9000&region=us-east-1",
  ]);
  expect(environmentOf("worker-1")["DATABASE_URL"]).toBe(DATABASE_URL);
  expect(environmentOf("worker-2")["BLOB_URL"]).toBe(BLOB_URL);
  // Behind the proxy everyone would seem to come from one address, and the workers do what takes long.
  for (const name of ["server-1", "server-2"]) {
    const { trustProxy, workerQueues, registrationPolicy } = readConfig({}, environmentOf(name));
    expect([trustProxy, workerQueues, registrationPolicy]).toEqual([true, [], "approve"]);
  }
  const start = async (name: string) => {
    const env = { ...environmentOf(name), ...here, WAKELINE_PORT: "0", WAKELINE_LOG_LEVEL: "silent" };
    const server = await startServer(readConfig({}, { ...env, WAKELINE_SAMPLE_DATA: "false" }));
    cleanUp(() => server.close());
    return server;
  };
  const [first, second] = [await start("server-1"), await start("server-2")];
  expect(second.firstStart).toBeUndefined();
  // Where people reach the site, not where it listens in its container.
  expect(first.firstStart?.signInUrl).toMatch(/^https:\/\/annotate\.example\.org\/login\?user=/);
  for (const { url } of [first, second]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
});
