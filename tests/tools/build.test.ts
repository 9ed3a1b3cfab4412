/** When a build counts as fresh: it succeeded, and started after the last change. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { build, isStale, type Part } from "./build.ts";
import { repository } from "./files.ts";

const name = `test-${process.pid}`;
let folder: string;
let input: string;
let output: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-build-"));
  input = join(folder, "input");
  output = join(folder, "output");
  change(60);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(repository, ".cache", "built", name), { force: true });
});

/** Sets the input's last change to this many seconds ago; negative: in the future. */
function change(secondsAgo: number): void {
  writeFileSync(input, "");
  const time = Date.now() / 1000 - secondsAgo;
  utimesSync(input, time, time);
}

/** A part whose build writes its output and then runs the rest of the script. */
const part = (rest: string): Part => ({
  name,
  command: [process.execPath, "-e", `fs.writeFileSync(process.argv[1], ""); ${rest}`, output],
  output,
  inputs: [input],
});

test("a build is fresh until an input changes or its output is gone", () => {
  vi.spyOn(console, "log").mockReturnValue();
  expect(isStale(part(""))).toBe(true);
  build(part(""));
  expect(isStale(part(""))).toBe(false);
  change(-60);
  expect(isStale(part(""))).toBe(true);
  change(60);
  rmSync(output);
  expect(isStale(part(""))).toBe(true);
});

test.each([
  ["fails", "process.exit(1)"],
  ["is killed", "process.kill(process.pid, 'SIGKILL')"],
])("a build that %s after it wrote its output is not fresh, even after one that was", (_how, end) => {
  vi.spyOn(console, "log").mockReturnValue();
  build(part(""));
  expect(() => build(part(end))).toThrow("failed");
  expect(isStale(part(""))).toBe(true);
});

test("what changes while it is built is built again", () => {
  vi.spyOn(console, "log").mockReturnValue();
  const soon = `const t = Date.now() / 1000 + 0.01; fs.utimesSync(${JSON.stringify(input)}, t, t); setTimeout(() => {}, 50)`;
  build(part(soon));
  expect(isStale(part(""))).toBe(true);
  change(60);
});
