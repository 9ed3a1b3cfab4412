/** `annotation` and its verbs where a server is at hand: more than the offline ones. */

import type { CommandEntry } from "../../command-entry.ts";
import { annotation } from "./index.ts";

export const annotationWithServer: CommandEntry = {
  ...annotation,
  summary: "pull, push, and move to another copy of a video",
  commands: [
    {
      name: "pull",
      summary: "annotation sets of a dataset as files, brought up to date",
      load: async () => (await import("./pull.ts")).default,
    },
    {
      name: "push",
      summary: "send what was changed in these files",
      load: async () => (await import("./push.ts")).default,
    },
    ...(annotation.commands ?? []),
  ],
};
