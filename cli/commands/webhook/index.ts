/** `webhook` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const webhook: CommandEntry = {
  name: "webhook",
  summary: "report what happens to other programs",
  commands: [
    {
      name: "list",
      summary: "list the webhooks of a dataset, folder or site",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "add",
      summary: "make a webhook",
      load: async () => (await import("./add.ts")).default,
    },
    {
      name: "rm",
      summary: "delete webhooks",
      load: async () => (await import("./remove.ts")).default,
    },
    {
      name: "deliveries",
      summary: "list what was sent, and what became of it",
      load: async () => (await import("./deliveries.ts")).default,
    },
    {
      name: "resend",
      summary: "send a message again, or one to try the address",
      load: async () => (await import("./resend.ts")).default,
    },
  ],
};
