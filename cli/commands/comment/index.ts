/** `comment` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const comment: CommandEntry = {
  name: "comment",
  summary: "list, write and resolve comments on a dataset",
  commands: [
    {
      name: "list",
      summary: "list the comments on a dataset",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "add",
      summary: "write a comment, or reply to one",
      load: async () => (await import("./add.ts")).default,
    },
    {
      name: "resolve",
      summary: "mark threads as resolved, or reopen them",
      load: async () => (await import("./resolve.ts")).default,
    },
  ],
};
