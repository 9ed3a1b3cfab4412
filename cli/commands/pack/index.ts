/** `pack` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const pack: CommandEntry = {
  name: "pack",
  summary: "check model packs before they are installed",
  commands: [
    {
      name: "check",
      summary: "check a model pack as a server does",
      load: async () => (await import("./check.ts")).default,
    },
  ],
};
