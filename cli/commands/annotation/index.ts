/** `annotation` and its verbs that need no server. */

import type { CommandEntry } from "../../command-entry.ts";

export const annotation: CommandEntry = {
  name: "annotation",
  summary: "move annotations to another copy of a video",
  commands: [
    {
      name: "retarget",
      summary: "move annotations to a cut, cropped or scaled copy",
      load: async () => (await import("./retarget.ts")).default,
    },
  ],
};
