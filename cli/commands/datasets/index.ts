/** `datasets` and its verbs. */

import type { CommandEntry } from "../../command-entry.ts";

/** `datasets list`, which is `ls` too. */
export const listDatasets: CommandEntry = {
  name: "list",
  summary: "list the datasets you may read",
  load: async () => (await import("./list.ts")).default,
};

/** `datasets remove`, which is `rm` too. */
export const removeDatasets: CommandEntry = {
  name: "remove",
  summary: "remove datasets, and what uploads left unfinished",
  load: async () => (await import("./remove.ts")).default,
};

export const datasets: CommandEntry = {
  name: "datasets",
  alias: "dataset",
  summary: "work with datasets",
  commands: [
    { ...listDatasets, alias: "ls" },
    {
      name: "show",
      summary: "show a dataset and its annotation sets",
      load: async () => (await import("./show.ts")).default,
    },
    {
      name: "open",
      summary: "open a dataset in the viewer",
      load: async () => (await import("./open.ts")).default,
    },
    {
      name: "config",
      summary: "print or change the configuration of datasets",
      load: async () => (await import("./configure.ts")).default,
    },
    {
      name: "mkdir",
      summary: "make folders for datasets",
      load: async () => (await import("../folder/mkdir.ts")).default,
    },
    {
      name: "download",
      summary: "download media and annotations, checked and resumed",
      load: async () => (await import("./download.ts")).default,
    },
    {
      name: "share",
      summary: "say who may see, change or administer datasets",
      load: async () => (await import("./share.ts")).default,
    },
    {
      name: "move",
      alias: "mv",
      summary: "move datasets into another folder",
      load: async () => (await import("./move.ts")).default,
    },
    { ...removeDatasets, alias: "rm" },
  ],
};
