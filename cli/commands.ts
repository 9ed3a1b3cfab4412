/** The subcommands by name. Their code is loaded on demand, so that `wakeline --help` is fast. */

import { grouped, type CommandEntry } from "./command-entry.ts";
import { admin } from "./commands/admin/index.ts";
import { annotationWithServer } from "./commands/annotation/with-server.ts";
import { comment } from "./commands/comment/index.ts";
import { datasets, listDatasets, removeDatasets } from "./commands/datasets/index.ts";
import { folder } from "./commands/folder/index.ts";
import { group } from "./commands/group/index.ts";
import { job } from "./commands/job/index.ts";
import { key } from "./commands/key/index.ts";
import { migrate } from "./commands/migrate/index.ts";
import { model } from "./commands/model/index.ts";
import { pack } from "./commands/pack/index.ts";
import { pipeline } from "./commands/pipeline/index.ts";
import { releaseWithServer } from "./commands/release/with-server.ts";
import { revision } from "./commands/revision/index.ts";
import { set } from "./commands/set/index.ts";
import { storage } from "./commands/storage/index.ts";
import { task } from "./commands/task/index.ts";
import { trash } from "./commands/trash/index.ts";
import { user } from "./commands/user/index.ts";
import { webhook } from "./commands/webhook/index.ts";
import { offlineCommands } from "./offline-commands.ts";

/** Offline commands that do more where a server is at hand. */
const withServer: Readonly<Record<string, CommandEntry>> = {
  annotation: annotationWithServer,
  release: releaseWithServer,
  render: {
    ...offlineCommands.find(({ name }) => name === "render")!,
    load: async () => (await import("./commands/render-dataset.ts")).default,
  },
};

export const commandTree: readonly CommandEntry[] = [
  ...grouped("With a server", [
    {
      name: "login",
      summary: "sign in to a server and remember it",
      load: async () => (await import("./commands/login.ts")).default,
    },
    {
      name: "logout",
      summary: "sign out of a server and forget it",
      load: async () => (await import("./commands/logout.ts")).default,
    },
    {
      name: "whoami",
      summary: "show who is signed in, and where",
      load: async () => (await import("./commands/whoami.ts")).default,
    },
    key,
    {
      name: "api",
      summary: "call any route of the server's api",
      load: async () => (await import("./commands/api.ts")).default,
    },
    {
      name: "upload",
      summary: "make datasets from videos or folders of images",
      load: async () => (await import("./commands/upload.ts")).default,
    },
    {
      name: "import",
      summary: "import annotations into a dataset",
      load: async () => (await import("./commands/import.ts")).default,
    },
    {
      name: "export",
      summary: "export the annotations of a dataset",
      load: async () => (await import("./commands/export.ts")).default,
    },
    migrate,
    {
      name: "clone",
      summary: "clone datasets, at a revision",
      load: async () => (await import("./commands/clone.ts")).default,
    },
    job,
    {
      name: "score",
      summary: "measure how well datasets agree with their truth",
      load: async () => (await import("./commands/score.ts")).default,
    },
    comment,
    task,
    webhook,
    pipeline,
    model,
    { ...listDatasets, name: "ls" },
    { ...removeDatasets, name: "rm" },
    trash,
    datasets,
    folder,
    set,
    revision,
    user,
    group,
  ]),
  ...grouped("With files, offline", [...offlineCommands.map((entry) => withServer[entry.name] ?? entry), pack]),
  ...grouped("Running a server", [
    {
      name: "serve",
      minNode: 24,
      summary: "run the server",
      load: async () => (await import("./commands/serve.ts")).default,
    },
    {
      name: "worker",
      minNode: 24,
      summary: "run a worker of a site with PostgreSQL",
      load: async () => (await import("./commands/worker.ts")).default,
    },
    storage,
    admin,
  ]),
  ...grouped("This command", [
    {
      name: "completion",
      summary: "let your shell complete commands, options and datasets",
      load: async () => (await import("./commands/completion.ts")).default,
    },
    {
      name: "mcp",
      summary: "let an assistant read datasets, files and jobs (MCP)",
      load: async () => (await import("./commands/mcp.ts")).default,
    },
  ]),
];
