/** `wakeline comment add`: adds a comment on a dataset, a track or a frame, or a reply. */

import { Command, InvalidArgumentError } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJson } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";

interface Options extends ServerOption {
  readonly track?: number;
  readonly frame?: number;
  readonly at?: { readonly x: number; readonly y: number };
  readonly camera?: string;
  readonly set?: string;
  readonly replyTo?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Writes a comment on a dataset, for all who can read it. @login in the text notifies that person. " +
      "A reply reopens a thread that was resolved.",
  )
  .argument("<dataset>", referenceHelp)
  .argument("<text>", "what to say")
  .option("--track <id>", "about this track", wholeNumber)
  .option("--frame <number>", "about this frame, counted from 0", wholeNumber)
  .option("--at <x,y>", "about this place on the frame, in pixels of the picture", place)
  .option("--camera <name>", "of a dataset of several cameras")
  .option("--set <name>", "the annotation set of the track, if not the default one")
  .option("--reply-to <id>", "a reply to this comment of `wakeline comment list`")
  .addOption(serverOption())
  .option("--json", "print the comment as JSON")
  .action(add);

async function add(reference: string, text: string, options: Options): Promise<void> {
  const { track, frame, at, camera, set, replyTo } = options;
  const anchor = {
    ...(set !== undefined && { set }),
    ...(camera !== undefined && { camera }),
    ...(track !== undefined && { track }),
    ...(frame !== undefined && { frame }),
    ...at,
  };
  const isAbout = Object.keys(anchor).length > 0;
  if (replyTo !== undefined && isAbout) {
    throw usageError(
      "A reply is about what its thread is about: leave out --track, --frame, --at, --camera and --set.",
    );
  }
  if (at !== undefined && frame === undefined) throw usageError("--at needs --frame: the frame that the place is on.");
  const connection = await connect(options.server ?? serverOfReference(reference));
  const id = await resolveReference(connection, reference);
  const body = { text, ...(replyTo !== undefined && { threadId: replyTo }), ...(isAbout && { anchor }) };
  const comment = await connection.client.call("comment.create", { id, body }, { signal: interrupted });
  if (options.json === true) return writeJson(comment);
  note(replyTo === undefined ? `Wrote comment ${comment._id}.` : `Replied in thread ${comment.threadId}.`);
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number, 0 or more.");
  return Number(text);
}

function place(text: string): { x: number; y: number } {
  const [x = NaN, y = NaN, ...more] = text.split(",").map((part) => (part.trim() === "" ? NaN : Number(part)));
  if (!Number.isFinite(x) || !Number.isFinite(y) || more.length > 0) {
    throw new InvalidArgumentError("Give two numbers of pixels, such as 120,80.");
  }
  return { x, y };
}
