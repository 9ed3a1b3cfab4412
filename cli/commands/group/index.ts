/** `group` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const group: CommandEntry = {
  name: "group",
  summary: "list and make groups, add and remove people",
  commands: [
    {
      name: "list",
      summary: "list groups",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "show",
      summary: "show a group and its members",
      load: async () => (await import("./show.ts")).default,
    },
    {
      name: "create",
      summary: "make groups",
      load: async () => (await import("./create.ts")).default,
    },
    {
      name: "add",
      summary: "add people to a group, or invite them",
      load: async () => (await import("./add.ts")).default,
    },
    {
      name: "remove",
      summary: "remove people from a group",
      load: async () => (await import("./remove-member.ts")).default,
    },
    {
      name: "rm",
      summary: "delete groups",
      load: async () => (await import("./remove.ts")).default,
    },
  ],
};
