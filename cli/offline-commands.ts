/** The subcommands that need files but no server, by name: all of `@wakeline/annotations`, a part of `wakeline`. */

import type { CommandEntry } from "./command-entry.ts";

export const offlineCommands: readonly CommandEntry[] = [
  {
    name: "convert",
    group: "With files, offline",
    summary: "convert annotation files to another format",
    load: async () => (await import("./commands/convert.ts")).default,
  },
  {
    name: "validate",
    group: "With files, offline",
    summary: "check annotation files, say where they are wrong",
    load: async () => (await import("./commands/validate.ts")).default,
  },
  {
    name: "init",
    group: "With files, offline",
    summary: "write the configuration of a project, for `validate`",
    load: async () => (await import("./commands/init.ts")).default,
  },
  {
    name: "stats",
    group: "With files, offline",
    summary: "count tracks, detections, types and attributes",
    load: async () => (await import("./commands/stats.ts")).default,
  },
  {
    name: "diff",
    group: "With files, offline",
    summary: "show what differs between two annotation files",
    load: async () => (await import("./commands/diff.ts")).default,
  },
  {
    name: "evaluate",
    group: "With files, offline",
    summary: "measure how well annotations agree with the truth",
    load: async () => (await import("./commands/evaluate.ts")).default,
  },
  {
    name: "merge",
    group: "With files, offline",
    summary: "merge two changed versions of an annotation file",
    load: async () => (await import("./commands/merge.ts")).default,
  },
  {
    name: "git",
    group: "With files, offline",
    summary: "let git merge and compare annotations",
    commands: [
      {
        name: "install",
        summary: "set git up in this repository",
        load: async () => (await import("./commands/git/install.ts")).default,
      },
      {
        name: "merge",
        summary: "merge a file for git",
        load: async () => (await import("./commands/git/merge.ts")).default,
      },
      {
        name: "text",
        summary: "print a file for git diff",
        load: async () => (await import("./commands/git/text.ts")).default,
      },
    ],
  },
  {
    name: "fingerprint",
    group: "With files, offline",
    summary: "print hashes of all pictures of a video or folder",
    load: async () => (await import("./commands/fingerprint.ts")).default,
  },
  {
    name: "release",
    group: "With files, offline",
    summary: "write down what a release holds, and check copies",
    commands: [
      {
        name: "create",
        summary: "write the manifest of media and annotations",
        load: async () => (await import("./commands/release/create.ts")).default,
      },
      {
        name: "verify",
        summary: "say which frame or track of a copy differs",
        load: async () => (await import("./commands/release/verify.ts")).default,
      },
    ],
  },
  {
    name: "annotation",
    group: "With files, offline",
    summary: "move annotations to another copy of a video",
    commands: [
      {
        name: "retarget",
        summary: "move annotations to a cut, cropped or scaled copy",
        load: async () => (await import("./commands/annotation/retarget.ts")).default,
      },
    ],
  },
  {
    name: "measure",
    group: "With files, offline",
    summary: "measure what is linked on two calibrated cameras",
    load: async () => (await import("./commands/measure.ts")).default,
  },
];
