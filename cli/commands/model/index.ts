/** `model` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const model: CommandEntry = {
  name: "model",
  summary: "list, export and delete trained models",
  commands: [
    {
      name: "list",
      summary: "list the trained models that you may read",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "export",
      summary: "export a trained model",
      load: async () => (await import("./export.ts")).default,
    },
    {
      name: "delete",
      summary: "delete trained models",
      load: async () => (await import("./delete.ts")).default,
    },
  ],
};
