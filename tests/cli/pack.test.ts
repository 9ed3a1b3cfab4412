/** `wakeline pack check`: packs as a server would take or refuse them, without a server. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { colorFiles, colorManifest, colorPack } from "../support/color-pack.ts";
import { squareManifest, squareModel, squarePack } from "../support/square-pack.ts";
import { runInProcess } from "./in-process.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-pack-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function check(archive: Uint8Array, ...more: readonly string[]) {
  const path = join(folder, "pack.zip");
  writeFileSync(path, archive);
  const { stdout, stderr, exitCode } = await runInProcess(["pack", "check", path, ...more]);
  return { stdout: String(stdout), stderr: stderr.replaceAll(folder, ""), exitCode };
}

test("says what a pack is that a server would install", async () => {
  const model = squareModel();
  expect(await check(squarePack(model))).toEqual({
    stdout: expect.stringMatching(
      /^Bright squares: a detector, 1 file, [\d.]+ kB, license Apache-2\.0\.\nIts models answer as pack\.json says\.\n$/,
    ),
    stderr: "",
    exitCode: 0,
  });
  const { stdout } = await check(colorPack(), "--json");
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(colorManifest())));
});

test("says why a server would refuse it, with exit code 1", async () => {
  const damaged = squareManifest(squareModel()).files.map((file) => ({ ...file, sha256: "0".repeat(64) }));
  for (const [archive, why] of [
    [Buffer.from("no zip"), "It is not a zip archive that can be read."],
    [squarePack(squareModel(), { files: damaged }), "model.onnx has the checksum"],
    [colorPack(colorFiles({ isBroken: true })), "decoder.onnx answers with values that are not numbers"],
    [colorPack(colorFiles(), { kind: "tracker" }), "pack.json lacks search"],
  ] as const) {
    const { stdout, stderr, exitCode } = await check(archive);
    expect([stdout, exitCode]).toEqual(["", 1]);
    expect(stderr).toContain(`/pack.zip: ${why}`);
  }
});

test("a file that is missing, or a folder, is a wrong argument", async () => {
  const refusal = async (path: string) => {
    const { stderr, exitCode } = await runInProcess(["pack", "check", path]);
    expect(exitCode).toBe(2);
    return stderr;
  };
  expect(await refusal(join(folder, "none.zip"))).toContain("none.zip cannot be read (ENOENT)");
  expect(await refusal(folder)).toContain("is not a file: give the zip archive of the pack");
});
