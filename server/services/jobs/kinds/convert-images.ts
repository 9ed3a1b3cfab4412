/**
 * Decodes every picture of a folder once, and converts those that browsers do not all show to PNG (api-v1 16.2). Each
 * picture becomes a frame with its own name; undecodable ones are left out and reported with the reason. Originals are
 * moved to a separate folder, so that each picture exists once. `imports/pictures/` has the steps.
 */
import { mediaEntryText } from "#schemas/media-ledger";

import { AccessLevel } from "../../../base/access-level.ts";
import { type Checked, object, text } from "../../../domain/body-check.ts";
import { datasetOf } from "../../../domain/dataset.ts";
import {
  type ApplyDeps,
  decodePicture,
  finishPictures,
  hasAnnotations,
  measurePictures,
  picturesIn,
  storePlaceholder,
} from "../imports/pictures/apply.ts";
import { conversionTitle } from "../conversion-title.ts";
import { ConvertedNames, darkPictures, type DecodedPicture, resultOf } from "../imports/pictures/plan.ts";
import { allBrokenText, brokenEntry, maxNamed } from "../imports/pictures/report.ts";
import type { MeasuredPictures } from "../../media/picture-sizes.ts";
import type { QueuedJob } from "../job-definition.ts";
import { type RepeatDeps, repeatConversion } from "../repeat-conversion.ts";
import { JobError } from "../job-error.ts";
import { joining, withJoin } from "./join-cameras.ts";

const parameters = object({ folderId: text, ...joining }, "drop");
type ConvertImagesTask = Checked<typeof parameters>;

export type ConvertImagesDeps = RepeatDeps & ApplyDeps;

export const convertImages: QueuedJob<ConvertImagesTask, ConvertImagesDeps> = {
  kind: "convert-images",
  queue: "convert",
  parameters,
  title: conversionTitle,
  wireType: "convert",
  key: ({ folderId }) => folderId,
  repeat: async (asked, deps) => await repeatConversion(convertImages, asked, deps),
  run: withJoin(async (run, deps) => {
    const { task, actor, signal, progress, log } = run;
    const { ports, access } = deps;
    const { record: folder } = await access.requireFolder(actor, task.folderId, AccessLevel.write);
    const pictures = await picturesIn(ports, folder);
    const names = new ConvertedNames(pictures);
    const measured: MeasuredPictures = new Map();
    const decoded: DecodedPicture[] = [];
    for (const [index, item] of pictures.entries()) {
      signal.throwIfAborted();
      progress(index, pictures.length, `Looking at ${item.name}`);
      decoded.push(await decodePicture(deps, run, { folder, names, measured }, item));
    }
    // A finished dataset stays as it is: people may have annotated it.
    const { dark, white } = darkPictures(datasetOf(folder).isDataset ? [] : decoded);
    for (const [index, { item }] of decoded.entries()) {
      if (!dark.has(item)) continue;
      signal.throwIfAborted();
      progress(index, decoded.length, `Brightening ${item.name}`);
      decoded[index] = await decodePicture(deps, run, { folder, names, measured, white }, item);
    }
    progress(pictures.length, pictures.length, "");
    const { broken, areAllBroken, problems } = resultOf(decoded);
    if (areAllBroken) {
      for (const { item, reason } of broken.slice(0, maxNamed)) await log(`${item.name} ${reason}`);
      throw new JobError(allBrokenText(broken));
    }
    const isReplaced = broken.length > 0 && (await hasAnnotations(ports, folder));
    const placeholder = isReplaced ? await storePlaceholder(deps, pictures, broken) : undefined;
    const entries = broken.map((one) => brokenEntry(one, isReplaced));
    for (const entry of entries) await log(mediaEntryText(entry));
    for (const [name, problem] of problems) await log(`${name} ${problem}`);
    await measurePictures(ports, folder, broken, measured);
    await finishPictures(deps, run, folder, { broken, problems, names, entries, placeholder });
  }),
};
