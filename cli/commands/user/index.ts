/** `user` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const user: CommandEntry = {
  name: "user",
  summary: "list, invite, change and delete users",
  commands: [
    {
      name: "list",
      summary: "list the users of a server",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "show",
      summary: "show a user",
      load: async () => (await import("./show.ts")).default,
    },
    {
      name: "add",
      summary: "make an account and print its first sign-in link",
      load: async () => (await import("./add.ts")).default,
    },
    {
      name: "change",
      summary: "change accounts: names, rights, on and off",
      load: async () => (await import("./change.ts")).default,
    },
    {
      name: "rm",
      summary: "delete users and what they own",
      load: async () => (await import("./remove.ts")).default,
    },
  ],
};
