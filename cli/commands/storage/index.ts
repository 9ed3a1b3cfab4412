/** `storage` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const storage: CommandEntry = {
  name: "storage",
  summary: "import media where they are, without copying them",
  commands: [
    {
      name: "list",
      summary: "list the storage of uploads and the media sources",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "add",
      summary: "register a folder of the server or a bucket",
      load: async () => (await import("./add.ts")).default,
    },
    {
      name: "import",
      summary: "make datasets of the media of a media source",
      load: async () => (await import("./import.ts")).default,
    },
    {
      name: "check",
      summary: "list the gone, changed and new files of a media source",
      load: async () => (await import("./check.ts")).default,
    },
    {
      name: "edit",
      summary: "rename a media source, or say where its files are now",
      load: async () => (await import("./edit.ts")).default,
    },
    {
      name: "remove",
      summary: "forget a media source",
      load: async () => (await import("./remove.ts")).default,
    },
  ],
};
