/** `trash` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const trash: CommandEntry = {
  name: "trash",
  summary: "restore what was deleted, or delete it for good",
  commands: [
    {
      name: "list",
      summary: "list deleted folders and datasets",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "restore",
      summary: "put deleted folders and datasets back",
      load: async () => (await import("./restore.ts")).default,
    },
    {
      name: "delete",
      summary: "delete for good what is in the trash",
      load: async () => (await import("./delete.ts")).default,
    },
  ],
};
