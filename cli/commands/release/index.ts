/** `release` and its verbs that need no server. */

import type { CommandEntry } from "../../command-entry.ts";

export const release: CommandEntry = {
  name: "release",
  summary: "describe a release in a manifest, and check copies",
  commands: [
    {
      name: "create",
      summary: "write the manifest of media and annotations",
      load: async () => (await import("./create.ts")).default,
    },
    {
      name: "verify",
      summary: "show which frame or track of a copy differs",
      load: async () => (await import("./verify.ts")).default,
    },
  ],
};
