/**
 * Random edits of one file on two branches, merged by git itself. Edits of different fields always merge completely;
 * edits of the same field always conflict. WAKELINE_GIT_PAIRS sets the number of pairs of versions; a few by default.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { seededRandom } from "../support/random.ts";
import { createWorkspace, type Workspace } from "./transcript.ts";

/** Half of a start is compiling the sources. */
const compileCache = fileURLToPath(new URL("../../.cache/compile", import.meta.url));
const pairs = Number(process.env["WAKELINE_GIT_PAIRS"] ?? 8);
/** Git starts the command once a pair. */
const timeoutMs = 180_000 + pairs * 3000;
const tracks = 6;
const frames = 5;

/** Boxes by track and frame. */
type Boxes = readonly (readonly [x: number, y: number])[][];
interface Edit {
  readonly track: number;
  readonly frame: number;
  readonly x: number;
}

let workspace: Workspace;
beforeAll(() => {
  workspace = createWorkspace({ NODE_COMPILE_CACHE: compileCache });
});
afterAll(() => workspace.remove());

function rowsOf(boxes: Boxes): string {
  const rows = boxes.flatMap((ofTrack, track) =>
    ofTrack.map(([x, y], frame) => `${track},f${frame}.png,${frame},${x},${y},${x + 10},${y + 10},0.9,-1,fish,0.9`),
  );
  return `${rows.join("\n")}\n`;
}

function edited(boxes: Boxes, edits: readonly Edit[]): Boxes {
  return boxes.map((ofTrack, track) =>
    ofTrack.map(([x, y], frame) => {
      const edit = edits.find((one) => one.track === track && one.frame === frame);
      return edit === undefined ? [x, y] : [edit.x, y];
    }),
  );
}

test(
  "branches that change different boxes merge whole; where both move one box git stops at that file",
  async () => {
    const random = seededRandom(20260511);
    const upTo = (limit: number): number => Math.floor(random() * limit);
    const names = Array.from({ length: pairs }, (_, index) => `set-${index}.csv`);
    const versions = names.map(() => {
      const base: Boxes = Array.from({ length: tracks }, (_, track) =>
        Array.from({ length: frames }, (__, frame) => [track * 50 + frame, 100 + upTo(100)] as const),
      );
      const cells = Array.from({ length: tracks * frames }, (_, cell) => cell).toSorted(() => random() - 0.5);
      const editsOf = (own: readonly number[], x: number): Edit[] =>
        own.map((cell) => ({ track: Math.floor(cell / frames), frame: cell % frames, x: x + upTo(100) }));
      const isContested = random() < 0.5;
      const ours = editsOf(cells.slice(0, 4), 1000);
      // The last of theirs equals the first of ours, or is theirs alone.
      const theirs = editsOf([...cells.slice(4, 8), isContested ? cells[0]! : cells[8]!], 2000);
      return { base, ours, theirs, isContested };
    });
    expect(new Set(versions.map(({ isContested }) => isContested)).size).toBe(2);
    const write = (pick: (version: (typeof versions)[number]) => Boxes): void => {
      for (const [index, version] of versions.entries()) {
        writeFileSync(join(workspace.folder, names[index]!), rowsOf(pick(version)));
      }
    };
    const shell = async (command: string): Promise<number | null> => {
      const { exitCode } = await workspace.run(command);
      return exitCode;
    };
    mkdirSync(workspace.folder, { recursive: true });
    await shell("git init -q -b main . && git config user.name Ada && git config user.email ada@example.org");
    await shell("wakeline git install '*.csv'");
    write(({ base }) => base);
    expect(await shell("git add . && git commit -qm base && git checkout -qb theirs")).toBe(0);
    write(({ base, theirs }) => edited(base, theirs));
    expect(await shell("git commit -qam theirs && git checkout -q main")).toBe(0);
    write(({ base, ours }) => edited(base, ours));
    expect(await shell("git commit -qam ours")).toBe(0);

    expect(await shell("git merge theirs")).toBe(1);

    const { stdout } = await workspace.run("git diff --name-only --diff-filter=U");
    const contested = names.filter((_, index) => versions[index]!.isContested);
    expect(stdout.trim().split("\n").toSorted()).toEqual(contested.toSorted());
    for (const [index, { base, ours, theirs }] of versions.entries()) {
      const merged = readFileSync(join(workspace.folder, names[index]!), "utf8");
      const boxes = merged
        .split(/\r?\n/)
        .filter((row) => row !== "" && !row.startsWith("#"))
        .map((row) => row.split(",").slice(0, 7).join(","));
      const wanted = rowsOf(edited(base, [...ours, ...theirs]))
        .trim()
        .split("\n")
        .map((row) => row.split(",").slice(0, 7).join(","));
      expect(boxes.toSorted(), names[index]!).toEqual(wanted.toSorted());
    }
  },
  timeoutMs,
);
