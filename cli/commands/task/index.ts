/** `task` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const task: CommandEntry = {
  name: "task",
  summary: "make, list and move tasks",
  commands: [
    {
      name: "list",
      summary: "list your tasks, or those of a folder",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "create",
      summary: "make tasks for datasets",
      load: async () => (await import("./create.ts")).default,
    },
    {
      name: "show",
      summary: "show what a task asks for and its steps",
      load: async () => (await import("./show.ts")).default,
    },
    {
      name: "change",
      summary: "change what tasks ask for, or of whom",
      load: async () => (await import("./change.ts")).default,
    },
    {
      name: "delete",
      summary: "delete tasks; their annotations stay",
      load: async () => (await import("./delete.ts")).default,
    },
    {
      name: "hand-in",
      summary: "hand in tasks that are done",
      load: async () => (await import("./hand-in.ts")).default,
    },
    {
      name: "accept",
      summary: "accept tasks after a review",
      load: async () => (await import("./accept.ts")).default,
    },
    {
      name: "send-back",
      summary: "send tasks back with a reason",
      load: async () => (await import("./send-back.ts")).default,
    },
    {
      name: "overview",
      summary: "write what was annotated for tasks as CSV",
      load: async () => (await import("./overview.ts")).default,
    },
    {
      name: "work",
      summary: "write what people did, and how long, as CSV",
      load: async () => (await import("./work.ts")).default,
    },
    {
      name: "corrections",
      summary: "write how much people corrected runs as CSV",
      load: async () => (await import("./corrections.ts")).default,
    },
    {
      name: "agreement",
      summary: "write how well people agree as CSV",
      load: async () => (await import("./agreement.ts")).default,
    },
    {
      name: "consensus",
      summary: "merge what several people drew into one set",
      load: async () => (await import("./consensus.ts")).default,
    },
    {
      name: "export",
      summary: "write the tasks of a folder and their steps as CSV",
      load: async () => (await import("./export.ts")).default,
    },
  ],
};
