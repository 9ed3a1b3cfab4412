/** Pipelines by the names that users give: the file with or without its extension, or category and name. */
import type { ApiClient } from "#schemas/client";
import type { Pipe } from "#schemas/wire";
import { usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";

export const pipelineHelp = "as `wakeline pipeline list` names it, for example tracker_motion";

/** In the order of the server, category by category. */
export async function listPipelines(client: ApiClient): Promise<Pipe[]> {
  const listed = await client.call("configuration.pipelines", {}, { signal: interrupted });
  return Object.values(listed).flatMap(({ pipes }) => pipes);
}

/** A unique name: files of trained pipelines have the same names. */
export function pipelineName({ type, name, pipe }: Pipe): string {
  return type === "trained" ? `trained/${name}` : pipe.replace(/\.pipe$/, "");
}

export async function requirePipeline(client: ApiClient, wanted: string): Promise<Pipe> {
  const pipes = await listPipelines(client);
  const matches = pipes.filter((pipe) => [pipelineName(pipe), pipe.pipe, `${pipe.type}/${pipe.name}`].includes(wanted));
  const [first, ...others] = matches;
  if (first === undefined) {
    const names = pipes.map(pipelineName);
    const known = names.length === 0 ? "it runs none" : `it has ${names.join(", ")}`;
    throw usageError(`the server has no pipeline ${wanted}: ${known}.`);
  }
  if (others.length === 0) return first;
  throw usageError(`several pipelines are called ${wanted}: ${matches.map(pipelineName).join(", ")}.`);
}
