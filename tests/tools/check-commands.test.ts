/** Plants what the check of cited commands must find. */
import { expect, test } from "vitest";
import { checkCommands } from "./check-commands.ts";
import { projectFiles } from "./files.ts";

const paths = projectFiles();

/** The problems of one text, without its path and unrelated ones. */
async function found(text: string, path = "a.md"): Promise<readonly string[]> {
  const { problems } = await checkCommands(paths, [{ path, text }]);
  return problems.filter((problem) => problem.startsWith(`${path}:`)).map((problem) => problem.slice(path.length + 1));
}

test("finds scripts, and options of scripts, that do not exist", async () => {
  expect(await found("`npm run check`, `npm test -- --times` `npm ci && npm start`, `npm run ...`")).toEqual([]);
  expect(await found("x\n`npm run chekc`")).toEqual(["2: package.json has no script chekc."]);
  expect(await found("`npm run crash -- --round 200`")).toEqual(["1: `npm run crash` has no option --round."]);
});

test("finds programs and files that npx would not", async () => {
  expect(
    await found("`npx vitest run path` `npx vitest run --project programs tests/cli` `npx playwright test -g x`"),
  ).toEqual([]);
  expect(await found("`npx vitset run`")).toEqual(["1: vitset is not a program that npx finds."]);
  expect(await found("`npx vitest run tests/gone`")).toEqual(["1: vitest finds no file at tests/gone."]);
  // vitest does not run browser tests.
  expect(await found("`npx vitest run tests/e2e/frames.spec.ts`")).toEqual([
    "1: vitest finds no file at tests/e2e/frames.spec.ts.",
  ]);
  expect(await found("`npx node tests/gone.ts`")).toEqual(["1: node finds no file at tests/gone.ts."]);
});

test("finds commands, options and values that wakeline does not have", async () => {
  expect(
    await found("`wakeline ls --json` `npx wakeline job run PIPELINE DATASET...` `wakeline COMMAND --help`"),
  ).toEqual([]);
  expect(await found("`wakeline lst`")).toEqual(["1: `wakeline lst` is not a command."]);
  expect(await found("`npx wakeline job stop ID`")).toEqual(["1: `wakeline job stop` is not a command."]);
  expect(await found("`wakeline clone --revison 3`")).toEqual(["1: `wakeline clone` has no option --revison."]);
  expect(await found("`wakeline convert a --to viame`")).toEqual(["1: --to is never viame."]);
  expect(await found("`--stric`", "docs/user-guide/a.md")).toEqual(["1: no command of wakeline has --stric."]);
});

test("reads fences line by line: pipes, lines that go on, what sudo starts, remarks", async () => {
  const fence = (text: string): string => `\`\`\`sh\n${text}\n\`\`\`\n`;
  expect(await found(fence("wakeline ls | wakeline gone # wakeline lost"))).toEqual([
    "2: `wakeline gone` is not a command.",
  ]);
  expect(await found(fence("A=b wakeline ls \\\n  --gone"))).toEqual(["2: `wakeline ls` has no option --gone."]);
  expect(await found(fence("sudo -u wakeline env A=b wakeline admin gone"))).toEqual([
    "2: `wakeline admin gone` is not a command.",
  ]);
});

test("reads what messages and comments of sources cite", async () => {
  expect(await found("// `npm run gone`\nfail(`say \\`wakeline gone\\``);", "a.ts")).toEqual([
    "1: package.json has no script gone.",
    "2: `wakeline gone` is not a command.",
  ]);
});

test("demands every command of wakeline in its reference", async () => {
  const { problems } = await checkCommands(paths, [{ path: "docs/cli.md", text: "`convert` `job run`" }]);
  expect(problems).toContain("docs/cli.md: does not name `validate`.");
  expect(problems).not.toContain("docs/cli.md: does not name `convert`.");
});
