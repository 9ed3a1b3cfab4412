/** When files of tests are kept in memory. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isMemoryUsable, removeAbandoned } from "./temporary-folder.ts";

const gib = 2 ** 30;
const mounts = ["/dev/vda / ext4 rw,relatime 0 0", "tmpfs /dev/shm tmpfs rw,nosuid,relatime 0 0", ""].join("\n");
const plenty = { mounts, fileBytes: 12 * gib, freeBytes: 20 * gib };

test("files are kept in memory if there is plenty of it, and programs may be started there", () => {
  expect(isMemoryUsable(plenty)).toBe(true);
  expect(isMemoryUsable({ ...plenty, fileBytes: 64 * 2 ** 20 }), "of a container").toBe(false);
  expect(isMemoryUsable({ ...plenty, freeBytes: 7 * gib }), "a small machine").toBe(false);
  expect(isMemoryUsable({ ...plenty, mounts: mounts.replace("nosuid", "noexec") })).toBe(false);
  expect(isMemoryUsable({ ...plenty, mounts: mounts.replace("/dev/shm tmpfs", "/dev/shm ext4") })).toBe(false);
  expect(isMemoryUsable({ ...plenty, mounts: "" })).toBe(false);
});

test.skipIf(process.platform !== "linux")("a run that was killed leaves no files in memory", () => {
  const parent = mkdtempSync(join(tmpdir(), "wakeline-memory-"));
  // No process has this number: it is above the largest that Linux gives.
  const names = [`wakeline-tests-${process.pid}`, "wakeline-tests-99999999", "other"];
  for (const name of names) mkdirSync(join(parent, name, "data"), { recursive: true });
  removeAbandoned(parent);
  expect(readdirSync(parent).toSorted()).toEqual(["other", `wakeline-tests-${process.pid}`]);
  rmSync(parent, { recursive: true });
});
