/** `wakeline webhook add`: registers an address that is called on events. */

import { Command, InvalidArgumentError } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { placeHelp, placeOf } from "../../base/site/webhooks.ts";

const events = [
  ...([
    "annotations.saved",
    "comment.created",
    "dataset.created",
    "dataset.deleted",
    "dataset.shared",
    "job.ended",
    "task.created",
    "task.handedIn",
    "task.accepted",
    "task.sentBack",
  ] as const),
];

interface Options extends ServerOption {
  readonly event: readonly Event[];
  readonly description?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Makes a webhook: the server posts a signed JSON message to the address when something happens in the dataset or " +
      "folder, or on the site. Prints the secret that signs the messages; you cannot see it again.",
  )
  .argument("<url>", "where to post")
  .argument("[place]", placeHelp)
  .requiredOption("--event <name>", `what to report: ${events.join(", ")}; repeatable`, collectEvent)
  .option("--description <text>", "what it is for")
  .addOption(serverOption())
  .option("--json", "print the webhook with its secret as JSON")
  .action(add);

type Event = (typeof events)[number];

function collectEvent(name: string, earlier: readonly Event[] = []): readonly Event[] {
  const event = events.find((each) => each === name);
  if (event === undefined) throw new InvalidArgumentError(`It is one of ${events.join(", ")}.`);
  return [...earlier, event];
}

async function add(url: string, place: string | undefined, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(place ?? ""));
  const { event, description } = options;
  const body = {
    url,
    events: [...event],
    ...(await placeOf(connection, place)),
    ...(description !== undefined && { description }),
  };
  const made = await connection.client.call("webhook.create", { body }, { signal: interrupted });
  if (options.json === true) return writeJson(made);
  note(`Made the webhook ${made._id}. Its secret:`);
  await writeResult(`${made.secret}\n`);
}
