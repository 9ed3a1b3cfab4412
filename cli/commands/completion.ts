/** `wakeline completion`: the script with which a shell completes commands, options and names of datasets. */

import { Argument, Command } from "commander";
import { completionsOf } from "../completion/completions.ts";
import { shellScripts, type Shell } from "../completion/shell-scripts.ts";
import { writeResult } from "../base/terminal/output.ts";

const shells = Object.keys(shellScripts);

export default new Command()
  .description(
    "Prints a script that lets a shell complete commands, options, and paths of datasets on the server that you are signed " +
      "in to. Put one of these into the start-up file of your shell:\n\n" +
      '  bash  eval "$(wakeline completion bash)"\n' +
      '  zsh   eval "$(wakeline completion zsh)"      (after compinit)\n' +
      "  fish  wakeline completion fish | source",
  )
  .addArgument(new Argument("<shell>", "`words` is what the scripts call").choices([...shells, "words"]))
  .argument("[word...]", "after `--`, with `words`: the command line so far; the last one is completed")
  .action(print);

async function print(shell: string, words: readonly string[]): Promise<void> {
  if (shell in shellScripts) return writeResult(shellScripts[shell as Shell]);
  const completions = await completionsOf(words);
  if (completions.length > 0) await writeResult(completions.map((one) => `${one}\n`).join(""));
}
