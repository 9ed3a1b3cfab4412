/** `wakeline comment list`: the comments on a dataset, thread by thread. */

import { Command } from "commander";
import type { Comment } from "#schemas/wire";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly all?: true;
  readonly json?: true;
}

export default new Command()
  .description("Lists the comments on a dataset that are not resolved, each thread with its replies, oldest first.")
  .argument("<dataset>", referenceHelp)
  .option("--all", "resolved threads as well")
  .addOption(serverOption())
  .option("--json", "print them as JSON")
  .action(list);

async function list(reference: string, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(reference));
  const id = await resolveReference(connection, reference);
  const all = await connection.client.call("comment.list", { id }, { signal: interrupted });
  const resolved = new Set(all.filter((each) => each.resolved !== undefined).map(({ _id }) => _id));
  const listed = options.all === true ? all : all.filter(({ threadId }) => !resolved.has(threadId));
  if (options.json === true) return writeJson(listed);
  if (listed.length === 0) {
    return note(all.length === 0 ? "There are no comments." : "All comments are resolved; --all lists them.");
  }
  const threads = Map.groupBy(listed, ({ threadId }) => threadId);
  const texts = [...threads.values()].map((thread) => thread.map(textOf).join("\n"));
  await writeResult(`${texts.join("\n\n")}\n`);
}

function textOf({ _id, threadId, authorLogin, created, text, anchor, resolved }: Comment): string {
  const isFirst = _id === threadId;
  const state = resolved === undefined ? "" : `, resolved by ${resolved.byLogin}`;
  const place = isFirst ? [printable(`${_id}  ${placeText(anchor)}${state}`)] : [];
  const head = `  ${printable(authorLogin)}, ${created.slice(0, 16).replace("T", " ")}`;
  return [...place, head, ...text.split("\n").map((line) => `    ${printable(line)}`)].join("\n");
}

function placeText({ set, camera, track, frame, x, y }: NonNullable<Comment["anchor"]> = {}): string {
  const parts = [
    track !== undefined && `track ${track}`,
    frame !== undefined && `frame ${frame}`,
    x !== undefined && y !== undefined && `at ${x},${y}`,
    camera !== undefined && `camera ${camera}`,
    set !== undefined && `set ${set}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "the whole dataset" : parts.join(", ");
}
