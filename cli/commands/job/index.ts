/** `job` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

export const job: CommandEntry = {
  name: "job",
  summary: "run pipelines, train; list, watch, read, cancel, repeat jobs",
  commands: [
    {
      name: "run",
      summary: "run a pipeline on datasets",
      load: async () => (await import("./run.ts")).default,
    },
    {
      name: "train",
      summary: "train a pipeline on datasets",
      load: async () => (await import("./train.ts")).default,
    },
    {
      name: "list",
      summary: "list your jobs",
      load: async () => (await import("./list.ts")).default,
    },
    {
      name: "watch",
      summary: "wait until jobs have ended",
      load: async () => (await import("./watch.ts")).default,
    },
    {
      name: "logs",
      summary: "print the log of a job",
      load: async () => (await import("./logs.ts")).default,
    },
    {
      name: "cancel",
      summary: "cancel jobs",
      load: async () => (await import("./cancel.ts")).default,
    },
    {
      name: "retry",
      summary: "run failed or cancelled jobs again",
      load: async () => (await import("./retry.ts")).default,
    },
  ],
};
