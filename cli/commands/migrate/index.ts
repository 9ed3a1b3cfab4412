/** `migrate` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const migrate: CommandEntry = {
  name: "migrate",
  summary: "import data from another tool",
  commands: [
    {
      name: "dive",
      summary: "copy a DIVE, Girder or Wakeline site",
      load: async () => (await import("./dive.ts")).default,
    },
    {
      name: "cvat",
      summary: "create datasets from CVAT backups",
      load: async () => (await import("./cvat.ts")).default,
    },
    {
      name: "label-studio",
      summary: "create datasets from Label Studio exports",
      load: async () => (await import("./label-studio.ts")).default,
    },
  ],
};
