/** `folder` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const folder: CommandEntry = {
  name: "folder",
  summary: "list, make, move, share and remove folders",
  commands: [
    {
      name: "list",
      summary: "list the folders and datasets in a folder",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "show",
      summary: "show a folder and count what it holds",
      load: async () => (await import("./show.ts")).default,
    },
    {
      name: "mkdir",
      summary: "make folders, with those above them",
      load: async () => (await import("./mkdir.ts")).default,
    },
    {
      name: "move",
      summary: "move folders into another one",
      load: async () => (await import("./move.ts")).default,
    },
    {
      name: "rename",
      summary: "give a folder another name or description",
      load: async () => (await import("./rename.ts")).default,
    },
    {
      name: "rm",
      summary: "remove folders with everything in them",
      load: async () => (await import("./remove.ts")).default,
    },
    {
      name: "share",
      summary: "say who may see, change or administer folders",
      load: async () => (await import("./share.ts")).default,
    },
  ],
};
