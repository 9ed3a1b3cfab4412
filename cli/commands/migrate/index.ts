/** `migrate` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const migrate: CommandEntry = {
  name: "migrate",
  summary: "bring data over from another tool",
  commands: [
    {
      name: "dive",
      summary: "copy a site of DIVE, Girder or Wakeline",
      load: async () => (await import("./dive.ts")).default,
    },
    {
      name: "cvat",
      summary: "make datasets of backups of CVAT",
      load: async () => (await import("./cvat.ts")).default,
    },
    {
      name: "label-studio",
      summary: "make datasets of exports of Label Studio",
      load: async () => (await import("./label-studio.ts")).default,
    },
  ],
};
