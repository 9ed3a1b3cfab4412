/** `release verify` where a server is at hand: also of a dataset on it. */

import { posix } from "node:path";
import type { Command } from "commander";
import type { ReleasedAnnotations, ReleaseManifest } from "#schemas";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { collect } from "../../base/terminal/option-values.ts";
import { addReleaseOptions, refuseRevision, type ReleaseOptions } from "../../release/dataset-options.ts";
import { mediaOf, openDataset, readDatasetMedia, readDatasetSet, setsOf } from "../../release/dataset-side.ts";
import { matchCopies } from "../../release/matched-copies.ts";
import { comparePictures, compareTracks, verifyCommand, type Verdict } from "./verify.ts";

interface Options extends ReleaseOptions {
  readonly dataset?: readonly string[];
}

export default verifyCommand({
  addOptions: (command: Command) =>
    addReleaseOptions(
      command.option("--dataset <dataset>", `a dataset on a server, may be repeated: ${referenceHelp}`, collect),
    ),
  areNamed: ({ dataset }: Options) => dataset !== undefined,
  verdicts,
});

async function* verdicts(
  manifest: ReleaseManifest,
  { dataset: references = [], ...options }: Options,
): AsyncGenerator<Verdict> {
  if (references.length > 1) refuseRevision(options);
  for (const reference of references) yield* verdictsOf(manifest, reference, options);
}

async function* verdictsOf(
  manifest: ReleaseManifest,
  reference: string,
  options: ReleaseOptions,
): AsyncGenerator<Verdict> {
  const connection = await connect(options.server ?? serverOfReference(reference));
  const released = await openDataset(connection, await resolveReference(connection, reference), options.revision);
  const media = await mediaOf(released);
  const kind = media?.isVideo === true ? "video" : "pictures";
  const ofKind = ofDataset(manifest.media, released).filter((entry) => entry.kind === kind);
  let folder: string | undefined;
  if (media !== undefined && ofKind.length > 0) {
    for (const { entry, path } of matchCopies(ofKind, "", [media.path])) {
      folder = media.isVideo ? posix.dirname(entry.path) : entry.path;
      const place = { path: entry.path, copy: path };
      const read = await readDatasetMedia(released, media, entry.sha256);
      if (read === "identical") yield { ...place, ok: true, is: "identical" };
      else yield { ...place, ...comparePictures(entry, read, read.entry.bytes) };
    }
  }
  const annotations = ofDataset(manifest.annotations, released);
  const inFolder = annotations.filter(({ path }) => posix.dirname(path) === folder);
  for (const { entry, path, set } of await matchSets(
    inFolder.length > 0 ? inFolder : annotations,
    released,
    options.set,
  )) {
    const copy = await readDatasetSet(released, set);
    const place = { path: entry.path, copy: path };
    if (copy.sha256 === entry.sha256) yield { ...place, ok: true, is: "identical" };
    else yield { ...place, ...compareTracks(entry, copy) };
  }
}

/** The part of this dataset that is in the release; another copy may be released whole. */
function ofDataset<E extends { readonly origin?: object }>(
  entries: readonly E[],
  { dataset }: { readonly dataset: { readonly id: string } },
): readonly E[] {
  const own = entries.filter(({ origin }) => (origin as { dataset?: unknown } | undefined)?.dataset === dataset.id);
  return own.length > 0 ? own : entries;
}

/** Sets that the release has by the name of their file; of a release of one file, the default set. */
async function matchSets(
  annotations: readonly ReleasedAnnotations[],
  released: Awaited<ReturnType<typeof openDataset>>,
  asked: readonly string[] | undefined,
) {
  const sets = await setsOf(released, asked);
  const isReleased = ({ file }: { readonly file: string }): boolean =>
    annotations.some(({ path }) => path.endsWith(`/${file}`) || path === file);
  const named =
    asked !== undefined || !sets.some(isReleased) ? sets.slice(0, asked?.length ?? 1) : sets.filter(isReleased);
  if (annotations.length === 0) return [];
  const copies = matchCopies(
    annotations,
    "",
    named.map(({ file }) => file),
  );
  return copies.flatMap((copy) => {
    const set = named.find(({ file }) => file === copy.path);
    return set === undefined ? [] : [{ ...copy, set }];
  });
}
