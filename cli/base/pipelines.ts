/** Pipelines by the names that people give them: the file with or without its ending, or category and name. */
import type { ApiClient } from "#schemas/client";
import type { Pipe } from "#schemas/wire";
import { usageError } from "./errors.ts";
import { interrupted } from "./interrupt.ts";

export const pipelineHelp = "as `wakeline pipeline list` names it, for example tracker_motion";

/** In the order of the server, category by category. */
export async function listPipelines(client: ApiClient): Promise<Pipe[]> {
  const listed = await client.call("configuration.pipelines", {}, { signal: interrupted });
  return Object.values(listed).flatMap(({ pipes }) => pipes);
}

/** What names a pipeline, and no other: of trained ones the names of the files are alike. */
export function pipelineName({ type, name, pipe }: Pipe): string {
  return type === "trained" ? `trained/${name}` : pipe.replace(/\.pipe$/, "");
}

export async function requirePipeline(client: ApiClient, wanted: string): Promise<Pipe> {
  const pipes = await listPipelines(client);
  const found = pipes.filter((pipe) => [pipelineName(pipe), pipe.pipe, `${pipe.type}/${pipe.name}`].includes(wanted));
  const [first, ...others] = found;
  if (first === undefined) {
    const names = pipes.map(pipelineName);
    const known = names.length === 0 ? "it runs none" : `it has ${names.join(", ")}`;
    throw usageError(`the server has no pipeline ${wanted}: ${known}.`);
  }
  if (others.length === 0) return first;
  throw usageError(`several pipelines are called ${wanted}: ${found.map(pipelineName).join(", ")}.`);
}
