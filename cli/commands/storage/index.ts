/** `storage` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const storage: CommandEntry = {
  name: "storage",
  summary: "import media where they are, without copying them",
  commands: [
    {
      name: "list",
      summary: "list the places of files",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "add",
      summary: "register a folder of the server or a bucket",
      load: async () => (await import("./add.ts")).default,
    },
    {
      name: "import",
      summary: "make datasets of the media of a place",
      load: async () => (await import("./import.ts")).default,
    },
    {
      name: "check",
      summary: "name what is gone, changed and new in a place",
      load: async () => (await import("./check.ts")).default,
    },
    {
      name: "remove",
      summary: "forget a place of media",
      load: async () => (await import("./remove.ts")).default,
    },
  ],
};
