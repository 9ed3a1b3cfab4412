/** The subcommands by name. Their code is loaded on demand, so that `wakeline --help` is fast. */

import type { CommandEntry } from "./command-entry.ts";
import { offlineCommands } from "./offline-commands.ts";

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

/** Verbs that need a server, of nouns that have others without one. */
const serverVerbs: Readonly<Record<string, Pick<CommandEntry, "summary" | "commands">>> = {
  annotation: {
    summary: "pull, push, and move to another copy of a video",
    commands: [
      {
        name: "pull",
        summary: "annotation sets of a dataset as files, brought up to date",
        load: async () => (await import("./commands/annotation/pull.ts")).default,
      },
      {
        name: "push",
        summary: "send what was changed in these files",
        load: async () => (await import("./commands/annotation/push.ts")).default,
      },
    ],
  },
};

/** Verbs that do more where a server is at hand. */
const serverVersions: Readonly<Record<string, CommandEntry["load"]>> = {
  "release create": async () => (await import("./commands/release/server-create.ts")).default,
  "release verify": async () => (await import("./commands/release/server-verify.ts")).default,
};

function withServerVersions(entry: CommandEntry): CommandEntry {
  if (entry.commands === undefined) return entry;
  const commands = entry.commands.map((verb) => {
    const load = serverVersions[`${entry.name} ${verb.name}`];
    return load === undefined ? verb : { ...verb, load };
  });
  return { ...entry, commands };
}

function withServerVerbs(entry: CommandEntry): CommandEntry {
  const verbs = serverVerbs[entry.name];
  if (verbs === undefined) return entry;
  return { ...entry, summary: verbs.summary, commands: [...(verbs.commands ?? []), ...(entry.commands ?? [])] };
}

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
    name: "migrate",
    group: "With a server",
    summary: "bring data over from another tool",
    commands: [
      {
        name: "dive",
        summary: "copy a site of DIVE, Girder or Wakeline",
        load: async () => (await import("./commands/migrate/dive.ts")).default,
      },
      {
        name: "cvat",
        summary: "make datasets of backups of CVAT",
        load: async () => (await import("./commands/migrate/cvat.ts")).default,
      },
      {
        name: "label-studio",
        summary: "make datasets of exports of Label Studio",
        load: async () => (await import("./commands/migrate/label-studio.ts")).default,
      },
    ],
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
    name: "comment",
    group: "With a server",
    summary: "list, write and resolve comments on a dataset",
    commands: [
      {
        name: "list",
        summary: "list the comments on a dataset",
        load: async () => (await import("./commands/comment/list.ts")).default,
      },
      {
        name: "add",
        summary: "write a comment, or reply to one",
        load: async () => (await import("./commands/comment/add.ts")).default,
      },
      {
        name: "resolve",
        summary: "mark threads as resolved, or reopen them",
        load: async () => (await import("./commands/comment/resolve.ts")).default,
      },
    ],
  },
  {
    name: "task",
    group: "With a server",
    summary: "make, list and move tasks",
    commands: [
      {
        name: "list",
        summary: "list your tasks, or those of a folder",
        load: async () => (await import("./commands/task/list.ts")).default,
      },
      {
        name: "create",
        summary: "make tasks for datasets",
        load: async () => (await import("./commands/task/create.ts")).default,
      },
      {
        name: "show",
        summary: "show what a task asks for and its steps",
        load: async () => (await import("./commands/task/show.ts")).default,
      },
      {
        name: "change",
        summary: "change what tasks ask for, or of whom",
        load: async () => (await import("./commands/task/change.ts")).default,
      },
      {
        name: "delete",
        summary: "delete tasks; their annotations stay",
        load: async () => (await import("./commands/task/delete.ts")).default,
      },
      {
        name: "hand-in",
        summary: "hand in tasks that are done",
        load: async () => (await import("./commands/task/hand-in.ts")).default,
      },
      {
        name: "accept",
        summary: "accept tasks after a review",
        load: async () => (await import("./commands/task/accept.ts")).default,
      },
      {
        name: "send-back",
        summary: "send tasks back with a reason",
        load: async () => (await import("./commands/task/send-back.ts")).default,
      },
      {
        name: "overview",
        summary: "write what was annotated for tasks as CSV",
        load: async () => (await import("./commands/task/overview.ts")).default,
      },
      {
        name: "agreement",
        summary: "write how well people agree as CSV",
        load: async () => (await import("./commands/task/agreement.ts")).default,
      },
      {
        name: "consensus",
        summary: "merge what several people drew into one set",
        load: async () => (await import("./commands/task/consensus.ts")).default,
      },
      {
        name: "export",
        summary: "write the tasks of a folder and their steps as CSV",
        load: async () => (await import("./commands/task/export.ts")).default,
      },
    ],
  },
  {
    name: "webhook",
    group: "With a server",
    summary: "report what happens to other programs",
    commands: [
      {
        name: "list",
        summary: "list the webhooks of a dataset, folder or site",
        load: async () => (await import("./commands/webhook/list.ts")).default,
      },
      {
        name: "add",
        summary: "make a webhook",
        load: async () => (await import("./commands/webhook/add.ts")).default,
      },
      {
        name: "rm",
        summary: "delete webhooks",
        load: async () => (await import("./commands/webhook/remove.ts")).default,
      },
      {
        name: "deliveries",
        summary: "list what was sent, and what became of it",
        load: async () => (await import("./commands/webhook/deliveries.ts")).default,
      },
      {
        name: "resend",
        summary: "send a message again, or one to try the address",
        load: async () => (await import("./commands/webhook/resend.ts")).default,
      },
    ],
  },
  {
    name: "pipeline",
    group: "With a server",
    summary: "list pipelines, install addons",
    commands: [
      {
        name: "install",
        summary: "install an addon, such as a model pack",
        load: async () => (await import("./commands/pipeline/install.ts")).default,
      },
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
    alias: "dataset",
    group: "With a server",
    summary: "work with datasets",
    commands: [
      { ...datasetsList, alias: "ls" },
      {
        name: "show",
        summary: "show a dataset and its annotation sets",
        load: async () => (await import("./commands/datasets/show.ts")).default,
      },
      {
        name: "download",
        summary: "download media and annotations, checked and resumed",
        load: async () => (await import("./commands/datasets/download.ts")).default,
      },
      {
        name: "share",
        summary: "say who may see, change or administer datasets",
        load: async () => (await import("./commands/datasets/share.ts")).default,
      },
      {
        name: "move",
        alias: "mv",
        summary: "move datasets into another folder",
        load: async () => (await import("./commands/datasets/move.ts")).default,
      },
      { ...datasetsRemove, alias: "rm" },
    ],
  },
  ...offlineCommands.map(withServerVerbs).map(withServerVersions),
  {
    name: "pack",
    group: "With files, offline",
    summary: "check model packs before they are installed",
    commands: [
      {
        name: "check",
        summary: "check a model pack as a server does",
        load: async () => (await import("./commands/pack/check.ts")).default,
      },
    ],
  },
  {
    name: "serve",
    group: "Running a server",
    leastNode: 24,
    summary: "run the server",
    load: async () => (await import("./commands/serve.ts")).default,
  },
  {
    name: "worker",
    group: "Running a server",
    leastNode: 24,
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
        name: "check",
        summary: "name what is gone, changed and new in a place",
        load: async () => (await import("./commands/storage/check.ts")).default,
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
    leastNode: 24,
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
        summary: "find what contradicts itself in the database, and repair it",
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
