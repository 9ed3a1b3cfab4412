/** Commands that need no server: every file of transcripts/offline. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { createWorkspace, howToAccept, runTranscript } from "./transcript.ts";

/** Many processes, each of which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folder = fileURLToPath(new URL("./transcripts/offline/", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".txt"));

/** About the behavior of a process towards its shell: all of their lines run in real processes. */
const ofProcesses = new Set(["help.txt", "output.txt", "pipes.txt"]);

test("there are transcripts", () => {
  expect(names.length).toBeGreaterThan(0);
});

test.each(names)("%s", async (name) => {
  const { expected, actual } = await runTranscript(folder + name, { isHere: !ofProcesses.has(name) });
  expect(actual, howToAccept).toBe(expected);
});

test("--help loads no subcommand, no core, no server, so that it is instant", async () => {
  const workspace = createWorkspace({ NODE_OPTIONS: `--import=${import.meta.resolve("./print-modules.js")}` });
  try {
    const { stderr } = await workspace.run("wakeline --help");
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
