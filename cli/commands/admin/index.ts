/** `admin` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const admin: CommandEntry = {
  name: "admin",
  minNode: 24,
  summary: "administer the server on this machine",
  commands: [
    {
      name: "link",
      summary: "print a new one-time sign-in link",
      load: async () => (await import("./link.ts")).default,
    },
    {
      name: "worker-token",
      summary: "print a new token, which workers of the site need",
      load: async () => (await import("./worker-token.ts")).default,
    },
    {
      name: "backup",
      summary: "back an installation up into a folder, while it runs",
      load: async () => (await import("./backup.ts")).default,
    },
    {
      name: "restore",
      summary: "bring a backup into an empty installation",
      load: async () => (await import("./restore.ts")).default,
    },
    {
      name: "doctor",
      summary: "find contradictions in the database, and repair them",
      load: async () => (await import("./doctor.ts")).default,
    },
  ],
};
