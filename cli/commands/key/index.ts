/** `key` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const key: CommandEntry = {
  name: "key",
  summary: "make, list and revoke API keys for scripts",
  commands: [
    {
      name: "make",
      summary: "make an API key and print it",
      load: async () => (await import("./make.ts")).default,
    },
    {
      name: "list",
      summary: "list your API keys",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "revoke",
      summary: "delete API keys and end their sessions",
      load: async () => (await import("./revoke.ts")).default,
    },
  ],
};
