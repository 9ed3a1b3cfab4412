/** `set` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const set: CommandEntry = {
  name: "set",
  summary: "list, copy and remove annotation sets",
  commands: [
    {
      name: "list",
      summary: "list the annotation sets of a dataset",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "copy",
      summary: "copy an annotation set within its dataset",
      load: async () => (await import("./copy.ts")).default,
    },
    {
      name: "rm",
      summary: "remove annotation sets of a dataset",
      load: async () => (await import("./remove.ts")).default,
    },
  ],
};
