/** Commands that need no server: every file of transcripts/offline. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { isWanted } from "../tools/short-tests.ts";
import { createWorkspace, howToAccept, runTranscript } from "./transcript.ts";

/** Many processes, each of which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folder = fileURLToPath(new URL("./transcripts/offline/", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".txt") && isWanted(`offline/${name}`));

/** About the behavior of a process towards its shell: all of their lines run in real processes. */
const ofProcesses = new Set(["help.txt", "output.txt", "pipes.txt"]);

test("there are transcripts", () => {
  expect(names.length).toBeGreaterThan(0);
});

test.each(names)("%s", async (name) => {
  const { expected, actual } = await runTranscript(folder + name, { isHere: !ofProcesses.has(name) });
  expect(actual, howToAccept).toBe(expected);
});

test("--help prints what is generated of the commands, and loads none of them", async () => {
  const workspace = createWorkspace({ NODE_OPTIONS: `--import=${import.meta.resolve("./print-modules.js")}` });
  try {
    const { stdout, stderr } = await workspace.run("wakeline --help");
    const modules = stderr.split("\n").map((url) => /\/(cli|node_modules)\/.*$/.exec(url)?.[0]);
    expect(new Set(modules.filter((path) => path !== undefined))).toEqual(
      new Set(["bin", "help-text", "quick-help", "refuse-old-node"].map((name) => `/cli/${name}.js`)),
    );
    expect(stdout).toBe((await workspace.run("wakeline help")).stdout);
    for (const settings of [
      "FORCE_COLOR=1 NO_COLOR=",
      "FORCE_COLOR=1 NO_COLOR=1",
      "FORCE_COLOR=1 NO_COLOR= TERM=dumb",
    ]) {
      const quick = await workspace.run(`${settings} wakeline -h`);
      expect(quick.stdout, settings).toBe((await workspace.run(`${settings} wakeline help`)).stdout);
    }
  } finally {
    workspace.remove();
  }
});

test("help loads no subcommand, no core, no server", async () => {
  const workspace = createWorkspace({ NODE_OPTIONS: `--import=${import.meta.resolve("./print-modules.js")}` });
  try {
    const { stderr } = await workspace.run("wakeline help");
    const loaded = stderr.split("\n");
    expect(loaded).toContainEqual(expect.stringMatching(/\/cli\/wakeline\.ts$/));
    // A noun's index has the names of its verbs.
    const commands = loaded.filter((url) => /\/cli\/commands\//.test(url));
    expect(commands.filter((url) => !/\/commands\/[\w-]+\/(index|with-server)\.ts$/.test(url))).toEqual([]);
    expect(loaded.filter((url) => /\/core-wasm\/|\/server\/|\/undici\//.test(url))).toEqual([]);
    expect(loaded.length).toBeLessThan(60);
  } finally {
    workspace.remove();
  }
});

test("both files that the command may be started by are commands", async () => {
  const workspace = createWorkspace();
  try {
    const cli = fileURLToPath(new URL("../../cli/", import.meta.url));
    const { stdout } = await workspace.run(`${cli}bin.js --version; ${cli}wakeline.ts --version; wakeline --version`);
    expect(stdout).toMatch(/^(\d+\.\d+\.\d+\n)\1\1$/);
  } finally {
    workspace.remove();
  }
});
