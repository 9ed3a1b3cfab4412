/** Manual pages: one for every command, with everything its help contains, in the format that `man` reads. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { annotations } from "../../cli/annotations.ts";
import type { CommandEntry } from "../../cli/command-entry.ts";
import { manualPages } from "../../cli/manual/print-manual.ts";
import type { Program } from "../../cli/program.ts";
import { wakeline } from "../../cli/wakeline.ts";
import { packManuals } from "../tools/pack-manuals.ts";

/** As displayed by `man`, without the overstrikes for bold letters. */
const shown = (text: string): string =>
  text
    .replaceAll(/\\f[BIR]|\\&/g, "")
    .replaceAll("\n.br\n", "\n")
    .replaceAll("\\(aq", "'")
    .replaceAll("\\(ga", "`")
    .replaceAll("\\-", "-")
    .replaceAll("\\e", "\\");

const words = (text: string): string => text.replaceAll("`", "").replaceAll(/\s+/g, " ");

test.each([
  ["wakeline", wakeline],
  ["@wakeline/annotations", annotations],
] as const)(
  "every command of %s has a page with its options, arguments and subcommands",
  async (_, program: Program) => {
    const pages = new Map((await manualPages(program)).map(({ name, text }) => [name, shown(text)]));
    let count = 1;
    const check = async (entry: CommandEntry, above: string): Promise<void> => {
      count++;
      const name = `${above}-${entry.name}`;
      const page = pages.get(`${name}.1`) ?? "";
      expect(page).toContain(`.SH NAME\n${name} - ${entry.summary}`);
      const command = await entry.load?.();
      if (command !== undefined) expect(words(page)).toContain(words(command.description()));
      for (const { long, description, hidden } of command?.options ?? [])
        if (!hidden)
          expect([name, words(page)]).toEqual([name, expect.stringMatching(textThen(long ?? "", words(description)))]);
      for (const argument of command?.registeredArguments ?? []) expect(page).toContain(`.TP\n${argument.name()}`);
      for (const child of entry.commands ?? []) {
        expect(page).toContain(`.TP\n${child.name}\n${child.summary}`);
        expect(page).toContain(`.BR ${name}-${child.name} (1)`);
        await check(child, name);
      }
    };
    for (const entry of program.commands) await check(entry, "wakeline");
    expect(pages.size).toBe(count);
  },
);

function textThen(first: string, second: string): RegExp {
  const escaped = [first, second].map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(escaped.join("[^.]*?"));
}

const hasGroff = spawnSync("groff", ["--version"]).status === 0;

test.runIf(hasGroff)("groff has nothing to say about them, and shows what begins with a dot or a quote", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-manual-"));
  try {
    const paths = packManuals(folder).map((path) => join(folder, path));
    expect(paths.length).toBeGreaterThan(50);
    const { stdout, stderr, status } = spawnSync("groff", ["-ww", "-Wbreak", "-man", "-Tutf8", ...paths], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("wakeline api GET user/me");
    for (const path of paths) {
      const requests = readFileSync(path, "utf8").match(/^[.'].*/gm) ?? [];
      expect(requests.filter((one) => !/^\.(TH|SH|TP|B|BR|br|nf|fi)\b/.test(one))).toEqual([]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
