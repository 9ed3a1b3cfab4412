/** The subcommands that need files but no server, by name: all of `@wakeline/annotations`, a part of `wakeline`. */

import type { CommandEntry } from "./command-entry.ts";
import { annotation } from "./commands/annotation/index.ts";
import { git } from "./commands/git/index.ts";
import { release } from "./commands/release/index.ts";

export const offlineCommands: readonly CommandEntry[] = [
  {
    name: "convert",
    summary: "convert annotation files to another format",
    load: async () => (await import("./commands/convert.ts")).default,
  },
  {
    name: "validate",
    summary: "check annotation files, say where they are wrong",
    load: async () => (await import("./commands/validate.ts")).default,
  },
  {
    name: "init",
    summary: "write the configuration of a project, for `validate`",
    load: async () => (await import("./commands/init.ts")).default,
  },
  {
    name: "stats",
    summary: "count tracks, detections, types and attributes",
    load: async () => (await import("./commands/stats.ts")).default,
  },
  {
    name: "diff",
    summary: "show what differs between two annotation files",
    load: async () => (await import("./commands/diff.ts")).default,
  },
  {
    name: "evaluate",
    summary: "measure how well annotations agree with the truth",
    load: async () => (await import("./commands/evaluate.ts")).default,
  },
  {
    name: "merge",
    summary: "merge two changed versions of an annotation file",
    load: async () => (await import("./commands/merge.ts")).default,
  },
  git,
  {
    name: "render",
    summary: "draw annotations into a video or pictures",
    load: async () => (await import("./commands/render.ts")).default,
  },
  {
    name: "fingerprint",
    summary: "print hashes of all pictures of a video or folder",
    load: async () => (await import("./commands/fingerprint.ts")).default,
  },
  release,
  annotation,
  {
    name: "measure",
    summary: "measure what is linked on two calibrated cameras",
    load: async () => (await import("./commands/measure.ts")).default,
  },
];
