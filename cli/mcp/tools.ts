/**
 * The tools offered over the Model Context Protocol: each is a command of `wakeline` with its `--json`, so it has the
 * rights, texts and refusals of that command.
 */

/** A parameter of a tool, as JSON Schema. */
export interface Parameter {
  readonly type: "string" | "integer" | "boolean" | "array" | "object";
  readonly description: string;
  readonly items?: { readonly type: "string" };
  readonly minItems?: number;
  readonly additionalProperties?: { readonly type: "string" };
}

/** Checked against the parameters. */
export type ToolArguments = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Changes data on the server, or files. */
  readonly changes?: boolean;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly required?: readonly string[];
  /** Parameters that would be read as another thing if they contained `=`. */
  readonly plain?: readonly string[];
  /** The command line, without `wakeline`. */
  command(given: ToolArguments): readonly string[];
}

const dataset: Parameter = {
  type: "string",
  description: "The dataset: an id, the address of its page, or a path such as /user/ada/Public/reef",
};
const files: Parameter = {
  type: "array",
  description: "Annotation files, folders or globs on this machine",
  items: { type: "string" },
  minItems: 1,
};
const from: Parameter = {
  type: "string",
  description: "Format of the files, for example viame-csv or coco; without it, their contents decide",
};
const format: Parameter = {
  type: "string",
  description: "Format to write, for example viame-csv (the default), dive-json, coco or kwcoco",
};
const limit: Parameter = { type: "integer", description: "Maximum number of entries (default 100)" };

/** `--name=value` if it is given; `--name` for true. */
function option(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  return value === true ? [`--${name}`] : [`--${name}=${String(value)}`];
}

/** Operands come after `--`, so that no value is read as an option. */
const operands = (...values: readonly unknown[]): readonly string[] => ["--", ...values.flat().map(String)];

export const tools: readonly Tool[] = [
  {
    name: "list_datasets",
    title: "List datasets",
    description: "Lists the datasets you may read on the server, newest first.",
    parameters: {
      limit,
      shared: { type: "boolean", description: "Only those that others shared with you" },
      published: { type: "boolean", description: "Only published ones" },
    },
    command: ({ limit: max = 100, shared, published }) => [
      ...["datasets", "list", "--json", ...option("limit", max)],
      ...[...option("shared", shared), ...option("published", published)],
    ],
  },
  {
    name: "list_folder",
    title: "List a folder",
    description: "Lists what is in a folder of the server.",
    parameters: {
      folder: { type: "string", description: "An id, the address of its page, or a path such as /user/ada" },
    },
    required: ["folder"],
    command: ({ folder }) => ["folder", "list", "--json", ...operands(folder)],
  },
  {
    name: "show_dataset",
    title: "Show a dataset",
    description: "Says what a dataset is made of, and its annotation sets with their latest revisions.",
    parameters: { dataset },
    required: ["dataset"],
    command: ({ dataset: one }) => ["datasets", "show", "--json", ...operands(one)],
  },
  {
    name: "open_dataset",
    title: "Open a dataset",
    description: "Returns the address that shows a dataset in the viewer, for the person to open in a browser.",
    parameters: {
      dataset,
      frame: { type: "integer", description: "Open it at this frame" },
      set: { type: "string", description: "Open this annotation set" },
    },
    required: ["dataset"],
    command: ({ dataset: one, frame, set }) => [
      ...["datasets", "open", "--json", ...option("frame", frame), ...option("set", set)],
      ...operands(one),
    ],
  },
  {
    name: "stats",
    title: "Count annotations",
    description: "Counts tracks, detections, types and attributes of annotation files.",
    parameters: { files, from },
    required: ["files"],
    command: ({ files: all, from: kind }) => ["stats", "--json", ...option("from", kind), ...operands(all)],
  },
  {
    name: "validate",
    title: "Check annotation files",
    description: "Checks annotation files of every format; each finding has a file, a line, a code and a message.",
    parameters: {
      files,
      from,
      all: { type: "boolean", description: "Also report patterns that are often intentional, such as gaps and jumps" },
    },
    required: ["files"],
    command: ({ files: all, from: kind, all: isThorough }) => [
      ...["validate", "--json", ...option("from", kind), ...option("all", isThorough)],
      ...operands(all),
    ],
  },
  {
    name: "diff",
    title: "Compare annotation files",
    description: "Says what makes the second file of the first: tracks and groups that are new, gone or changed.",
    parameters: {
      before: { type: "string", description: "Annotation file on this machine" },
      after: { type: "string", description: "File to compare it with, in any format" },
      limit,
    },
    required: ["before", "after"],
    command: ({ before, after, limit: max = 100 }) => [
      ...["diff", "--json", ...option("limit", max)],
      ...operands(before, after),
    ],
  },
  {
    name: "export",
    title: "Read annotations",
    description: "Returns the annotations of a dataset as text in a format. For large ones, ask for one type.",
    parameters: {
      dataset,
      format,
      type: { type: "string", description: "Only annotations of this type" },
      revision: { type: "integer", description: "The state after this save (default: the latest)" },
    },
    required: ["dataset"],
    command: ({ dataset: one, format: kind, type, revision }) => [
      ...["export", "--output=-", ...option("format", kind), ...option("type", type), ...option("revision", revision)],
      ...operands(one),
    ],
  },
  {
    name: "list_pipelines",
    title: "List pipelines",
    description: "Lists the pipelines of the server, with what may be set for a run.",
    parameters: {},
    command: () => ["pipeline", "list", "--json"],
  },
  {
    name: "list_jobs",
    title: "List jobs",
    description: "Lists your jobs on the server, newest first, with their states.",
    parameters: { limit },
    command: ({ limit: max = 100 }) => ["job", "list", "--json", ...option("limit", max)],
  },
  {
    name: "job_log",
    title: "Read the log of a job",
    description: "Returns the log of a job.",
    parameters: { job: { type: "string", description: "Its id" } },
    required: ["job"],
    command: ({ job }) => ["job", "logs", "--json", ...operands(job)],
  },
  {
    name: "run_job",
    title: "Run a pipeline",
    description:
      "Starts a pipeline on datasets and returns the ids of the jobs at once. Its results replace the tracks of the set, as a revision that can be taken back, unless `add` keeps them.",
    changes: true,
    parameters: {
      pipeline: { type: "string", description: "As list_pipelines names it" },
      datasets: { ...dataset, type: "array", items: { type: "string" }, minItems: 1 },
      settings: {
        type: "object",
        description: "Settings of the pipeline, by name",
        additionalProperties: { type: "string" },
      },
      set: { type: "string", description: "Annotation set for the result (default: the default set)" },
      add: { type: "boolean", description: "Keep the tracks that are in the set" },
    },
    required: ["pipeline", "datasets"],
    plain: ["set"],
    command: ({ pipeline, datasets, settings = {}, set, add }) => [
      ...["job", "run", "--no-wait", "--json", ...option("add", add), ...option("set", set)],
      ...Object.entries(settings as Readonly<Record<string, string>>).flatMap(([key, value]) =>
        option("set", `${key}=${value}`),
      ),
      ...operands(pipeline, datasets),
    ],
  },
  {
    name: "export_to_file",
    title: "Write annotations to a file",
    description: "Writes the annotations of a dataset to a file on this machine, in place of what is there.",
    changes: true,
    parameters: { dataset, format, file: { type: "string", description: "Path of the file" } },
    required: ["dataset", "file"],
    command: ({ dataset: one, format: kind, file }) => [
      ...["export", "--json", ...option("format", kind), ...option("output", file)],
      ...operands(one),
    ],
  },
];
