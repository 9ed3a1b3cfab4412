/**
 * Annotation files that consist of one endless line: read, or refused in one sentence; never a crash or a hang. 32 MB
 * here; `WAKELINE_LONG_LINE_MB=1024` makes them larger (a gigabyte takes half a minute and 4 GB of memory each).
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { createWorkspace, type Workspace } from "./transcript.ts";

vi.setConfig({ testTimeout: 300_000 });

const megabytes = Number(process.env["WAKELINE_LONG_LINE_MB"] ?? 32);

let workspace: Workspace | undefined;
afterEach(() => workspace?.remove());

const files: Readonly<Record<string, readonly [before: string, after: string]>> = {
  "name.csv": ["0,image-0.png,0,1,2,3,4,0.5,-1,", ",0.5\n1,image-0.png,0,1,2,3,4,0.5,-1,fish,0.5\n"],
  "cells.csv": ["0,image-0.png,0,1,2,3,4,0.5,-1,fish,0.5,(note) ", ""],
  "value.json": [
    '{"version":2,"tracks":{"0":{"id":0,"begin":0,"end":0,"attributes":{"note":"',
    '"},"confidencePairs":[["fish",1]],"features":[]}},"groups":{}}',
  ],
  "never-closed.json": ['{"version":2,"tracks":{"', ""],
  "name.yml": ["- { types: { id1: 0, cset3: { ", ": 1 } } }\n"],
};

/** Allowed messages about files that do not fit, besides none. */
const refusals = /\[(out-of-memory|file-too-large|json-syntax|json-ends-early|kpf-[a-z-]+)\]/;

test.each(Object.entries(files))("%s", async (name, [before, after]) => {
  workspace = createWorkspace();
  const file = openSync(join(workspace.folder, name), "w");
  const piece = Buffer.alloc(1 << 20, "x");
  writeSync(file, before);
  for (let written = 0; written < megabytes; written++) writeSync(file, piece);
  writeSync(file, after);
  closeSync(file);
  const { stdout, stderr, exitCode } = await workspace.run(`wakeline validate ${name}`);
  expect(`${stdout}${stderr}`).not.toContain("fault in wakeline");
  expect([name, exitCode === 0 || (exitCode === 1 && refusals.test(`${stdout}${stderr}`))]).toEqual([name, true]);
  // The line must not be printed.
  expect(stdout.length + stderr.length).toBeLessThan(5000);
});
