/** The subcommands by name. Their code is loaded only when asked for, so that `wakeline --help` is instant. */

import type { Command } from "commander";

export interface CommandEntry {
  readonly name: string;
  readonly alias?: string;
  /** One line for the list of commands; the help of the command itself may say more. */
  readonly summary: string;
  /** Heading that the command is listed under in the help. */
  readonly group?: string;
  /** Absent for a noun that only groups verbs. */
  readonly load?: () => Promise<Command>;
  readonly commands?: readonly CommandEntry[];
}

const datasetsList: CommandEntry = {
  name: "list",
  summary: "list the datasets you may read",
  load: async () => (await import("./commands/datasets/list.ts")).default,
};

const datasetsRemove: CommandEntry = {
  name: "remove",
  summary: "remove datasets, and what uploads left unfinished",
  load: async () => (await import("./commands/datasets/remove.ts")).default,
};

export const commandTree: readonly CommandEntry[] = [
  {
    name: "login",
    group: "With a server",
    summary: "sign in to a server and remember it",
    load: async () => (await import("./commands/login.ts")).default,
  },
  {
    name: "logout",
    group: "With a server",
    summary: "sign out of a server and forget it",
    load: async () => (await import("./commands/logout.ts")).default,
  },
  {
    name: "whoami",
    group: "With a server",
    summary: "show who is signed in, and where",
    load: async () => (await import("./commands/whoami.ts")).default,
  },
  {
    name: "key",
    group: "With a server",
    summary: "make, list and revoke API keys for scripts",
    commands: [
      {
        name: "make",
        summary: "make an API key and print it",
        load: async () => (await import("./commands/key/make.ts")).default,
      },
      {
        name: "list",
        summary: "list your API keys",
        load: async () => (await import("./commands/key/list.ts")).default,
      },
      {
        name: "revoke",
        summary: "delete API keys and end their sessions",
        load: async () => (await import("./commands/key/revoke.ts")).default,
      },
    ],
  },
  {
    name: "api",
    group: "With a server",
    summary: "call any route of the server's api",
    load: async () => (await import("./commands/api.ts")).default,
  },
  {
    name: "upload",
    group: "With a server",
    summary: "make datasets from videos or folders of images",
    load: async () => (await import("./commands/upload.ts")).default,
  },
  {
    name: "import",
    group: "With a server",
    summary: "import annotations into a dataset",
    load: async () => (await import("./commands/import.ts")).default,
  },
  {
    name: "export",
    group: "With a server",
    summary: "export the annotations of a dataset",
    load: async () => (await import("./commands/export.ts")).default,
  },
  {
    name: "clone",
    group: "With a server",
    summary: "clone datasets, at a revision",
    load: async () => (await import("./commands/clone.ts")).default,
  },
  {
    name: "job",
    group: "With a server",
    summary: "run pipelines, train; list, watch, read, cancel, repeat jobs",
    commands: [
      {
        name: "run",
        summary: "run a pipeline on datasets",
        load: async () => (await import("./commands/job/run.ts")).default,
      },
      {
        name: "train",
        summary: "train a pipeline on datasets",
        load: async () => (await import("./commands/job/train.ts")).default,
      },
      {
        name: "list",
        summary: "list your jobs",
        load: async () => (await import("./commands/job/list.ts")).default,
      },
      {
        name: "watch",
        summary: "wait until jobs have ended",
        load: async () => (await import("./commands/job/watch.ts")).default,
      },
      {
        name: "logs",
        summary: "print the log of a job",
        load: async () => (await import("./commands/job/logs.ts")).default,
      },
      {
        name: "cancel",
        summary: "cancel jobs",
        load: async () => (await import("./commands/job/cancel.ts")).default,
      },
      {
        name: "retry",
        summary: "run jobs again that failed or were cancelled",
        load: async () => (await import("./commands/job/retry.ts")).default,
      },
    ],
  },
  {
    name: "score",
    group: "With a server",
    summary: "measure how well datasets agree with their truth",
    load: async () => (await import("./commands/score.ts")).default,
  },
  {
    name: "pipeline",
    group: "With a server",
    summary: "list pipelines",
    commands: [
      {
        name: "list",
        summary: "list the pipelines that the server runs",
        load: async () => (await import("./commands/pipeline/list.ts")).default,
      },
    ],
  },
  {
    name: "model",
    group: "With a server",
    summary: "list, export and delete trained models",
    commands: [
      {
        name: "list",
        summary: "list the trained models that you may read",
        load: async () => (await import("./commands/model/list.ts")).default,
      },
      {
        name: "export",
        summary: "export a trained model",
        load: async () => (await import("./commands/model/export.ts")).default,
      },
      {
        name: "delete",
        summary: "delete trained models",
        load: async () => (await import("./commands/model/delete.ts")).default,
      },
    ],
  },
  { ...datasetsList, name: "ls", group: "With a server" },
  { ...datasetsRemove, name: "rm", group: "With a server" },
  {
    name: "trash",
    group: "With a server",
    summary: "restore what was deleted, or delete it for good",
    commands: [
      {
        name: "list",
        summary: "list deleted folders and datasets",
        load: async () => (await import("./commands/trash/list.ts")).default,
      },
      {
        name: "restore",
        summary: "put deleted folders and datasets back",
        load: async () => (await import("./commands/trash/restore.ts")).default,
      },
      {
        name: "delete",
        summary: "delete for good what is in the trash",
        load: async () => (await import("./commands/trash/delete.ts")).default,
      },
    ],
  },
  {
    name: "datasets",
    group: "With a server",
    summary: "work with datasets",
    commands: [
      { ...datasetsList, alias: "ls" },
      { ...datasetsRemove, alias: "rm" },
    ],
  },
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
    name: "measure",
    group: "With files, offline",
    summary: "measure what is linked on two calibrated cameras",
    load: async () => (await import("./commands/measure.ts")).default,
  },
  {
    name: "serve",
    group: "Running a server",
    summary: "run the server",
    load: async () => (await import("./commands/serve.ts")).default,
  },
  {
    name: "worker",
    group: "Running a server",
    summary: "run a worker of a site with PostgreSQL",
    load: async () => (await import("./commands/worker.ts")).default,
  },
  {
    name: "storage",
    group: "Running a server",
    summary: "import media where they are, without copying them",
    commands: [
      {
        name: "list",
        summary: "list the places of files",
        load: async () => (await import("./commands/storage/list.ts")).default,
      },
      {
        name: "add",
        summary: "register a folder of the server or a bucket",
        load: async () => (await import("./commands/storage/add.ts")).default,
      },
      {
        name: "import",
        summary: "make datasets of the media of a place",
        load: async () => (await import("./commands/storage/import.ts")).default,
      },
      {
        name: "remove",
        summary: "forget a place of media",
        load: async () => (await import("./commands/storage/remove.ts")).default,
      },
    ],
  },
  {
    name: "admin",
    group: "Running a server",
    summary: "administer the server on this machine",
    commands: [
      {
        name: "link",
        summary: "print a new one-time sign-in link",
        load: async () => (await import("./commands/admin/link.ts")).default,
      },
      {
        name: "worker-token",
        summary: "print a new token, which workers of the site need",
        load: async () => (await import("./commands/admin/worker-token.ts")).default,
      },
      {
        name: "backup",
        summary: "back an installation up into a folder, while it runs",
        load: async () => (await import("./commands/admin/backup.ts")).default,
      },
      {
        name: "restore",
        summary: "bring a backup into an empty installation",
        load: async () => (await import("./commands/admin/restore.ts")).default,
      },
      {
        name: "doctor",
        summary: "find what contradicts itself in the database, and mend it",
        load: async () => (await import("./commands/admin/doctor.ts")).default,
      },
    ],
  },
  {
    name: "completion",
    group: "This command",
    summary: "let your shell complete commands, options and datasets",
    load: async () => (await import("./commands/completion.ts")).default,
  },
];
