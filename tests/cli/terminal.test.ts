/** Behavior on a real terminal of the system: questions, colors, and a dumb terminal. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";

/** Processes, each of which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));
const controlD = "\u0004";
const escape = "\u001b";

/** `script` of util-linux provides a terminal. */
const hasTerminals = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

/** Runs a command on a terminal; `answers` are typed when the terminal shows their keys. */
async function onTerminal(
  args: string,
  env: Readonly<Record<string, string>> = {},
  answers: Readonly<Record<string, string>> = {},
): Promise<{ shown: string; exitCode: number | null }> {
  // Node colors nothing on services of continuous integration that it does not know.
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...rest } = process.env;
  const child = spawn("script", ["-qec", `"${process.execPath}" "${bin}" ${args}`, "/dev/null"], {
    env: { ...rest, TERM: "xterm-256color", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let shown = "";
  const open = new Map(Object.entries(answers));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    for (const [question, answer] of open) {
      if (!shown.includes(question)) continue;
      open.delete(question);
      // Repeated until it is read: the question is displayed before the terminal is ready for keys.
      const typing = setInterval(() => child.stdin.write(answer), 300);
      child.once("exit", () => clearInterval(typing));
    }
  });
  child.stdin.on("error", () => {});
  await exited;
  return { shown, exitCode: child.exitCode };
}

test.skipIf(!hasTerminals)("Ctrl-D at a question is not an error [needs script]", async () => {
  const login = "login http://127.0.0.1:9";
  const atName = await onTerminal(login, {}, { "Login:": controlD });
  expect(atName.exitCode).toBe(2);
  expect(atName.shown).toContain("nothing was entered");
  const atPassword = await onTerminal(`${login} --user ada`, {}, { "Password:": controlD });
  expect(atPassword.exitCode).toBe(2);
  expect(atPassword.shown).toContain("nothing was entered");
  expect(atPassword.shown).not.toContain("fault in wakeline");
});

test.skipIf(!hasTerminals)("a terminal gets colors, a dumb one text alone [needs script]", async () => {
  expect((await onTerminal("validate nothing.csv")).shown).toContain(escape);
  const { shown } = await onTerminal("validate nothing.csv", { TERM: "dumb" });
  expect(shown).toContain("nothing.csv: error:");
  expect(shown).not.toContain(escape);
});
