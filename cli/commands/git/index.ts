/** `git` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const git: CommandEntry = {
  name: "git",
  summary: "let git merge and compare annotations",
  commands: [
    {
      name: "install",
      summary: "set git up in this repository",
      load: async () => (await import("./install.ts")).default,
    },
    {
      name: "merge",
      summary: "merge a file for git",
      load: async () => (await import("./merge.ts")).default,
    },
    {
      name: "text",
      summary: "print a file for git diff",
      load: async () => (await import("./text.ts")).default,
    },
  ],
};
