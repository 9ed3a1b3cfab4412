/** `pipeline` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const pipeline: CommandEntry = {
  name: "pipeline",
  summary: "list pipelines, install addons",
  commands: [
    {
      name: "install",
      summary: "install an addon, such as a model pack",
      load: async () => (await import("./install.ts")).default,
    },
    {
      name: "list",
      summary: "list the pipelines that the server runs",
      load: async () => (await import("./list.ts")).default,
    },
  ],
};
