/** `revision` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const revision: CommandEntry = {
  name: "revision",
  summary: "list, show and restore saved revisions",
  commands: [
    {
      name: "list",
      summary: "list the revisions of a dataset",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "show",
      summary: "show what a revision changed",
      load: async () => (await import("./show.ts")).default,
    },
    {
      name: "restore",
      summary: "bring a dataset back to a revision",
      load: async () => (await import("./restore.ts")).default,
    },
  ],
};
