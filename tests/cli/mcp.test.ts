/** `wakeline mcp` as a process, used by the protocol's own client. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { track } from "../support/annotations.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: TestServer;
let folder: string;
let dataset: string;
let reader: Client;
let writer: Client;

beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), "wakeline-mcp-"));
  dataset = await createImageDataset(server.client, "Reef", 3);
  await server.client.call("annotation.save", { folderId: dataset, body: { tracks: { upsert: [track(0)] } } });
  [reader, writer] = await Promise.all([start(), start("--allow-changes")]);
});
afterAll(async () => {
  await Promise.all([reader?.close(), writer?.close()]);
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(...args: readonly string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const command = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [command, "mcp", "--server", server.url, ...args],
      env: { ...(process.env as Record<string, string>), WAKELINE_TOKEN: server.token },
      cwd: folder,
    }),
  );
  return client;
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError } = (await client.callTool({ name, arguments: given })) as CallToolResult;
  const texts = content.map((part) => (part.type === "text" ? part.text : ""));
  return { isError, text: texts[0] ?? "", notes: texts[1] ?? "" };
}

const jsonOf = async (...given: Parameters<typeof call>): Promise<unknown> => {
  const { isError, text } = await call(...given);
  expect(isError, text).toBe(false);
  return JSON.parse(text);
};

const csv = (rows: string): string => {
  const path = join(folder, `${crypto.randomUUID()}.csv`);
  writeFileSync(path, rows);
  return path;
};

test("a client lists the tools: those that change something are only offered when they are allowed", async () => {
  const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
  const all = await names(writer);
  expect(all.filter((name) => !["run_job", "export_to_file"].includes(name))).toEqual(await names(reader));
  expect(all).toHaveLength(13);
  for (const { name, annotations } of (await writer.listTools()).tools) {
    expect([name, annotations?.readOnlyHint]).toEqual([name, !["run_job", "export_to_file"].includes(name)]);
  }
  await expect(call(reader, "run_job", { pipeline: "tracker_motion", datasets: [dataset] })).rejects.toThrow(
    "--allow-changes",
  );
  await expect(call(reader, "wipe")).rejects.toThrow("no tool wipe");
});

test("datasets of the site are listed, shown, opened and read", async () => {
  expect(await jsonOf(reader, "list_datasets")).toMatchObject({ total: 1, datasets: [{ name: "Reef" }] });
  expect(await jsonOf(reader, "show_dataset", { dataset })).toMatchObject({ name: "Reef" });
  expect(JSON.stringify(await jsonOf(reader, "open_dataset", { dataset, frame: 2 }))).toContain(
    `${server.url}/viewer/${dataset}`,
  );
  expect((await call(reader, "export", { dataset })).text).toContain("image-0.png");
  expect(JSON.parse((await call(reader, "export", { dataset, format: "dive-json" })).text)).toHaveProperty("tracks");
  expect(await jsonOf(reader, "list_pipelines")).not.toEqual([]);
  expect(await jsonOf(reader, "list_jobs")).toEqual(expect.any(Array));
});

test("annotation files are counted, checked and compared; findings are results", async () => {
  const good = csv("0,a.png,0,1,2,30,40,1,-1,fish,1\n");
  const other = csv("0,a.png,0,1,2,30,40,1,-1,ray,1\n");
  const bad = csv("0,a.png,0,1,2,30,forty,1,-1,fish,1\n");
  expect(JSON.stringify(await jsonOf(reader, "stats", { files: [good] }))).toContain('"fish"');
  expect(JSON.stringify(await jsonOf(reader, "validate", { files: [bad] }))).toContain("error");
  expect(JSON.stringify(await jsonOf(reader, "diff", { before: good, after: other }))).toContain("ray");
});

test("errors are reported: parameters, files, rights; no value is read as an option or as the protocol's input", async () => {
  const texts = async (name: string, given: Record<string, unknown>) => {
    const { isError, text } = await call(reader, name, given);
    return [isError, text];
  };
  expect(await texts("stats", { files: [] })).toEqual([true, expect.stringContaining("at least one text")]);
  expect(await texts("stats", { paths: ["a"] })).toEqual([true, expect.stringContaining("no parameter paths")]);
  expect(await texts("export", {})).toEqual([true, expect.stringContaining("dataset is missing")]);
  const output = join(folder, "written.csv");
  expect(await texts("export", { dataset: `--output=${output}` })).toEqual([true, expect.any(String)]);
  expect(existsSync(output)).toBe(false);
  await call(reader, "stats", { files: ["-"] });
  for (const path of ["/dev/stdin", "/tmp/../dev/fd/0", "/proc/self/fd/0", "/d*/stdin"]) {
    expect(await texts("stats", { files: [path] })).toEqual([true, expect.stringContaining("outside /dev and /proc")]);
    expect(await texts("diff", { before: path, after: path })).toEqual([true, expect.stringContaining("not a file")]);
  }
  const setting = { pipeline: "tracker_motion", datasets: [dataset], set: "threshold=0" };
  expect((await call(writer, "run_job", setting)).text).toContain('set may not contain "="');
  expect(await texts("show_dataset", { dataset: "0".repeat(24) })).toEqual([true, expect.stringContaining("error: ")]);
  expect(await jsonOf(reader, "list_datasets")).toMatchObject({ total: 1, datasets: [{ name: "Reef" }] });
});

test("an address of another site is refused: the token is not sent there", async () => {
  let requests = 0;
  const other = createServer((_, response) => {
    requests++;
    response.end("{}");
  });
  await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/viewer/${dataset}`;
  for (const [name, given] of [
    ["show_dataset", { dataset: address }],
    ["open_dataset", { dataset: address }],
    ["export", { dataset: address }],
    ["list_folder", { folder: address }],
  ] as const) {
    const { isError, text } = await call(reader, name, given);
    expect([isError, text]).toEqual([true, expect.stringContaining("is not the server of this `wakeline mcp`")]);
  }
  const started = await call(writer, "run_job", { pipeline: "tracker_motion", datasets: [address] });
  expect(started.text + started.notes).toContain("is not the server of this `wakeline mcp`");
  expect(requests).toBe(0);
  other.close();
  expect(await jsonOf(reader, "show_dataset", { dataset: `${server.url}/viewer/${dataset}` })).toMatchObject({
    name: "Reef",
  });
});

test("with the flag, jobs are started and files written", async () => {
  const file = join(folder, "reef.csv");
  await jsonOf(writer, "export_to_file", { dataset, file });
  expect(readFileSync(file, "utf8")).toContain("image-0.png");
  const pipelines = (await jsonOf(writer, "list_pipelines")) as { name?: string }[];
  expect(pipelines.length).toBeGreaterThan(0);
  const started = await call(writer, "run_job", { pipeline: "tracker_motion", datasets: [dataset] });
  expect([started.isError, started.text, started.notes].join("\n")).toMatch(/^false/);
  expect(await jsonOf(writer, "list_jobs")).not.toEqual([]);
});
