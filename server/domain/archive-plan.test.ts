/** Refusals based on the directory of an archive alone, and the datasets found in it. */
import { expect, test } from "vitest";
import { findPlaces, type NamedEntry, refusalOfArchive } from "./archive-plan.ts";

const entry = (path: string, more: Partial<NamedEntry> = {}): NamedEntry => ({
  path,
  size: 10,
  packedSize: 10,
  isEncrypted: false,
  isSpecial: false,
  ...more,
});
const refusal = (...entries: NamedEntry[]): string | undefined => refusalOfArchive(entries, 1000, 10_000);

test("names that lead out, or that no file has", () => {
  for (const path of ["../x", "/etc/x", "C:\\x", "a/../../x", "a//b", "./x", "..\\x", "//host/x"]) {
    expect([path, refusal(entry(path))]).toEqual([path, expect.stringContaining("leads out of the archive")]);
  }
  expect(refusal(entry("a\u0000b.png"))).toContain("characters that are not allowed");
  expect(refusal(entry("a\nb.png"))).toContain("characters that are not allowed");
  expect(refusal(entry(`${"d/".repeat(100)}x.png`))).toContain("folders deep");
  expect(refusal(entry("x".repeat(300)))).toContain("longer than 255");
  expect(refusal(entry("a.png"), entry("b/a.png"), entry("A.PNG"), entry("a.png"))).toBeUndefined();
});

test("links, passwords, archives in archives, and more bytes than there can be", () => {
  expect(refusal(entry("a", { isSpecial: true }))).toContain("a link or a device");
  expect(refusal(entry("a", { isEncrypted: true }))).toContain("encrypted");
  expect(refusal(entry("b/inner.ZIP"))).toBe("Nested Zip Files are invalid");
  expect(refusal(entry("a.png"), entry("b/inner.ZIP"))).toBeUndefined();
  expect(refusal()).toBe("There are no files in the archive.");
  expect(refusal(entry("a", { size: 6000 }))).toBeUndefined();
  expect(refusal(entry("a", { size: 6001 }))).toBe("High Compression Ratio for Zip File");
  expect(refusal(entry("a", { size: 5, packedSize: 0 }))).toBeUndefined();
  expect(refusal(entry("a", { size: 9000, packedSize: 900 }), entry("b", { size: 1100, packedSize: 90 }))).toContain(
    "more than 10000 bytes",
  );
  expect(refusal(entry("a", { packedSize: 600 }), entry("b", { packedSize: 600 }))).toContain("share bytes");
});

test("exports are recognized by their configuration; everything below one belongs to it, and the rest is apart", () => {
  const paths = ["README.txt", "d/config.json", "d/a.png", "d/metadata/m.csv", "m/multiCam.json", "m/left/config.json"];
  const { places, others } = findPlaces([...paths, "x/b.png"].map((path) => entry(path)));
  expect(places.map(({ kind, folder, files }) => [kind, folder, ...files.keys()])).toEqual([
    ["dataset", "d", "config.json", "a.png", "metadata/m.csv"],
    ["multicam", "m", "multiCam.json", "left/config.json"],
  ]);
  expect(others.map(({ path }) => path)).toEqual(["README.txt", "x/b.png"]);
});
