/** The output of a program appears in its turn, and completely. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runInTurn, type Show } from "./run-in-turn.ts";

test("what is printed is kept back until the other one has ended, then shown in its order, and what comes later at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-turn-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [printed, goOn] = [join(folder, "printed"), join(folder, "go-on")];
  const program = `
    console.log("first");
    console.error("second");
    fs.writeFileSync(${JSON.stringify(printed)}, "");
    const timer = setInterval(() => {
      // A failed test has removed its folder.
      if (!fs.existsSync(${JSON.stringify(printed)})) process.exit(1);
      if (!fs.existsSync(${JSON.stringify(goOn)})) return;
      clearInterval(timer);
      console.log("third");
      process.exitCode = 3;
    }, 10);`;
  const shown: string[] = [];
  const show: Show = (stream, piece) => shown.push(`${stream}: ${piece.toString().trim()}`);
  const before = Promise.withResolvers<void>();
  const running = runInTurn(["-e", program], process.env, before.promise, show);

  await expect.poll(() => existsSync(printed)).toBe(true);
  expect(shown).toEqual([]);
  before.resolve();
  await expect.poll(() => shown.toSorted()).toEqual(["stderr: second", "stdout: first"]);
  writeFileSync(goOn, "");
  expect(await running.ended).toBe(3);
  expect(shown).toHaveLength(3);
  expect(shown[2]).toBe("stdout: third");
});

test("a program that ends before its turn shows everything when it comes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-turn-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const done = join(folder, "done");
  const program = `process.stdout.write("x".repeat(300_000), () => fs.writeFileSync(${JSON.stringify(done)}, ""))`;
  const shown: string[] = [];
  const before = Promise.withResolvers<void>();
  const running = runInTurn(["-e", program], process.env, before.promise, (_, piece) => shown.push(piece.toString()));
  await expect.poll(() => existsSync(done)).toBe(true);
  // A caller that only awaits the program continues; one whose output comes after it does not.
  expect(await running.ended).toBe(0);
  expect(shown).toEqual([]);
  before.resolve();
  await running.shown;
  expect(shown.join("")).toHaveLength(300_000);
});
