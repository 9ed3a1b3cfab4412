/** `release` and its verbs where a server is at hand: they also take datasets of it. */

import type { Command } from "commander";
import type { CommandEntry } from "../../command-entry.ts";
import { release } from "./index.ts";

const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  create: async () => (await import("./server-create.ts")).default,
  verify: async () => (await import("./server-verify.ts")).default,
};

export const releaseWithServer: CommandEntry = {
  ...release,
  commands: (release.commands ?? []).map((verb) => {
    const load = loaders[verb.name];
    return load === undefined ? verb : { ...verb, load };
  }),
};
