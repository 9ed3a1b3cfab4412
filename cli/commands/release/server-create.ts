/** `release create` where a server is at hand: also of datasets on it. */

import type { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { collect } from "../../base/terminal/option-values.ts";
import { addReleaseOptions, refuseRevision, type ReleaseOptions } from "../../release/dataset-options.ts";
import { mediaOf, openDataset, readDatasetMedia, readDatasetSet, setsOf } from "../../release/dataset-side.ts";
import { createCommand, type OtherEntry } from "./create.ts";

interface Options extends ReleaseOptions {
  readonly dataset?: readonly string[];
}

export default createCommand({
  addOptions: (command: Command) =>
    addReleaseOptions(
      command.option("--dataset <dataset>", `a dataset on a server, may be repeated: ${referenceHelp}`, collect),
    ),
  entries,
});

async function* entries({ dataset: references = [], ...options }: Options): AsyncGenerator<OtherEntry> {
  if (references.length > 1) refuseRevision(options);
  for (const reference of references) {
    const connection = await connect(options.server ?? serverOfReference(reference));
    const released = await openDataset(connection, await resolveReference(connection, reference), options.revision);
    const media = await mediaOf(released);
    if (media !== undefined) {
      const read = await readDatasetMedia(released, media);
      if (read !== "identical") yield read;
    }
    for (const set of await setsOf(released, options.set)) yield { annotations: await readDatasetSet(released, set) };
  }
}
