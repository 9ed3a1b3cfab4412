/** `wakeline release verify`: which frames and tracks of a copy differ from the release. */
import { dirname } from "node:path";
import { Command } from "commander";

import type { ReleasedAnnotations, ReleasedMedia, ReleaseManifest } from "#schemas";
import { CliError, ExitCode } from "../../base/process/errors.ts";
import { standardStream } from "../../base/files/files.ts";
import { io } from "../../base/terminal/io.ts";
import { counted, note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { hashDistance } from "../../media/picture-hash.ts";
import { readDocuments } from "../../offline/read-document.ts";
import { describeAnnotations } from "../../release/annotations-entry.ts";
import { compareAnnotations, type EntityDifference } from "../../release/compare-annotations.ts";
import { compareFrames, type FrameDifference } from "../../release/compare-frames.ts";
import { isMediaPath } from "../../release/is-media.ts";
import { readManifest } from "../../release/manifest.ts";
import { matchCopies, type Copy } from "../../release/matched-copies.ts";
import { hashFile, readMedia, type MediaFacts } from "../../release/media-entry.ts";

export interface Verdict {
  readonly path: string;
  readonly copy: string;
  readonly ok: boolean;
  /** The same bytes; different bytes with the same meaning; different content; or unreadable. */
  readonly is: "identical" | "same" | "different" | "unreadable";
  readonly problems?: readonly string[];
  readonly frames?: readonly FrameDifference[];
  readonly entities?: readonly EntityDifference[];
  /** Columns that differ. */
  readonly columns?: readonly string[];
}

/** Copies elsewhere than in files, and the options that name them. */
export interface OtherCopies {
  addOptions(command: Command): Command;
  /** Whether there are any. */
  areNamed(options: object): boolean;
  verdicts(manifest: ReleaseManifest, options: object): AsyncIterable<Verdict>;
}

/** @param other absent: files are all there is */
export function verifyCommand(other?: OtherCopies): Command {
  const command = new Command()
    .description(
      "Compares media and annotations with the manifest of a release, and says which frame or which track differs. A video in " +
        "another container is the same as long as each picture and its time are, and annotations are the same in another format " +
        "or order. Without files, those next to the manifest are compared.",
    )
    .argument("<manifest>", "what `release create` wrote, or `-`")
    .argument(
      "[files...]",
      "copies of some of the files; known by their names, or by being the only one of their kind",
    );
  return (other === undefined ? command : other.addOptions(command))
    .option("--json", "print one JSON document")
    .action((path: string, files: readonly string[], options: Options) => verify(path, files, options, other));
}

interface Options {
  readonly json?: true;
}

export default verifyCommand();

async function verify(path: string, files: readonly string[], options: Options, other?: OtherCopies): Promise<void> {
  const { json } = options;
  const manifest = await readManifest(path);
  const folder = path === standardStream ? "." : dirname(path);
  const [media, annotations]: [string[], string[]] = [[], []];
  for (const file of files) ((await isMediaPath(file)) ? media : annotations).push(file);
  const isElsewhere = other?.areNamed(options) === true;
  const isNamed = files.length > 0 || isElsewhere;
  /** Folders of pictures: only what the pictures show is known of them. */
  const unhashed = new Set(manifest.media.filter(({ sha256 }) => sha256 === undefined).map((entry) => entry.path));
  const verdicts: Verdict[] = [];
  const add = async (verdict: Verdict): Promise<void> => {
    verdicts.push(verdict);
    if (json !== true) await writeResult(verdictText(verdict, !unhashed.has(verdict.path)));
  };
  if (!isNamed || media.length > 0)
    for (const copy of matchCopies(manifest.media, folder, media)) await add(await orUnreadable(copy, verifyMedia));
  if (!isNamed || annotations.length > 0) {
    for (const copy of matchCopies(manifest.annotations, folder, annotations))
      await add(await orUnreadable(copy, verifyAnnotations));
  }
  if (isElsewhere) for await (const verdict of other?.verdicts(manifest, options) ?? []) await add(verdict);
  if (verdicts.length === 0) throw new CliError(ExitCode.findings, `${path} lists no files: nothing was compared.`);
  const isMissing = !isNamed && verdicts.every(({ is }) => is === "unreadable");
  if (isMissing) {
    const advice = other === undefined ? "name the copies" : "name the copies, or compare a dataset with --dataset";
    note(`None of the files can be read next to the manifest: ${advice}.`);
  }
  const wrong = verdicts.filter(({ ok }) => !ok).length;
  if (json === true) await writeJson({ ok: wrong === 0, release: manifest.name ?? path, files: verdicts });
  else note(`${counted(verdicts.length, "file")}, ${wrong === 0 ? "all as released" : `${wrong} not as released`}.`);
  io().exitCode = wrong === 0 ? ExitCode.ok : ExitCode.findings;
}

/** A file that is missing or cannot be decoded does not stop the others. */
async function orUnreadable<E extends { readonly path: string }>(
  copy: Copy<E>,
  compare: (copy: Copy<E>) => Promise<Verdict>,
): Promise<Verdict> {
  try {
    return await compare(copy);
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode > ExitCode.usage) throw error;
    return { path: copy.entry.path, copy: copy.path, ok: false, is: "unreadable", problems: [error.message] };
  }
}

async function verifyMedia({ entry, path }: Copy<ReleasedMedia>): Promise<Verdict> {
  const place = { path: entry.path, copy: path };
  if (entry.sha256 !== undefined) {
    const { bytes, sha256 } = await hashFile(path);
    if (sha256 === entry.sha256) return { ...place, ok: true, is: "identical" };
    return { ...place, ...comparePictures(entry, await readMedia(path), bytes) };
  }
  return { ...place, ...comparePictures(entry, await readMedia(path), undefined) };
}

/** @param bytes size of the file of the copy */
export function comparePictures(
  release: ReleasedMedia,
  { entry, problems: read }: MediaFacts,
  bytes: number | undefined,
): Pick<Verdict, "ok" | "is" | "problems" | "frames"> {
  const frames = compareFrames(release, entry);
  const problems = [...read];
  if (frames.length === 0 && bytes !== undefined && bytes === release.bytes)
    problems.push("As long as the released file, with other bytes: something outside of its pictures was changed.");
  const [turned, turnedThen] = [entry.turned ?? 0, release.turned ?? 0];
  if (turned !== turnedThen) problems.push(`Players turn it by ${turned} degrees, and the release by ${turnedThen}.`);
  const changed = frames.filter(({ kind }) => kind === "changed");
  const alike = changed.filter(({ frame, inCopy = 0 }) => isAlike(release.looks[frame], entry.looks[inCopy])).length;
  if (alike > 0) {
    problems.push(`${counted(alike, "changed picture")} of ${changed.length.toLocaleString("en-US")} look alike.`);
  }
  const ok = frames.length === 0 && problems.length === 0;
  return { ok, is: ok ? "same" : "different", problems, frames };
}

/** Number of bits that may differ after a picture was encoded again. */
const alikeBits = 10;
const isAlike = (a = "", b = ""): boolean => a !== "" && b !== "" && hashDistance(a, b) <= alikeBits;

async function verifyAnnotations({ entry, path }: Copy<ReleasedAnnotations>): Promise<Verdict> {
  const place = { path: entry.path, copy: path };
  const file = await hashFile(path);
  if (file.sha256 === entry.sha256) return { ...place, ok: true, is: "identical" };
  const [document] = await readDocuments([path], {});
  return { ...place, ...compareTracks(entry, describeAnnotations(document!.core, document!.report, file)) };
}

export function compareTracks(
  entry: ReleasedAnnotations,
  copy: Omit<ReleasedAnnotations, "path">,
): Pick<Verdict, "ok" | "is" | "problems" | "entities" | "columns"> {
  const { entities, columns } = compareAnnotations(entry, copy);
  const skipped = copy.ledger.skipped - entry.ledger.skipped;
  const problems = skipped > 0 ? [`${counted(skipped, "row or track", "rows or tracks")} more cannot be read.`] : [];
  const ok = entities.length === 0 && problems.length === 0;
  return { ok, is: ok ? "same" : "different", problems, entities, columns };
}

/** @param isHashed the bytes of the file were compared, too */
function verdictText(verdict: Verdict, isHashed: boolean): string {
  const { path, copy, ok, is, problems = [], frames = [], entities = [] } = verdict;
  const name = copy.endsWith(path) ? copy : `${copy} (${path})`;
  const same = isHashed ? "the same content in other bytes" : "the same content";
  if (ok) return `${name}\tok\t${is === "identical" ? "the same bytes" : same}\n`;
  const lines = [...frameRanges(frames), ...entities.map(entityText), ...problems];
  return lines.map((line) => `${name}\t${is}\t${line}\n`).join("");
}

function entityText({ kind, id, change, columns }: EntityDifference): string {
  const what = { missing: "is missing", added: "is not in the release", changed: `differs in ${columns.join(", ")}` };
  return `${kind} ${id} ${what[change]}`;
}

const frameTexts: Readonly<Record<FrameDifference["kind"], readonly [one: string, several: string]>> = {
  missing: ["is missing", "are missing"],
  added: ["of the copy is not in the release", "of the copy are not in the release"],
  changed: ["is another picture", "are other pictures"],
  time: ["is shown at another time", "are shown at another time"],
};

/** `frame 57 is missing`, `frames 60 to 89 are other pictures`. */
function frameRanges(frames: readonly FrameDifference[]): readonly string[] {
  const ranges: { readonly kind: FrameDifference["kind"]; readonly first: number; last: number }[] = [];
  for (const { kind, frame } of frames) {
    const open = ranges.at(-1);
    if (open?.kind === kind && open.last === frame - 1) open.last = frame;
    else ranges.push({ kind, first: frame, last: frame });
  }
  return ranges.map(({ kind, first, last }) =>
    first === last ? `frame ${first} ${frameTexts[kind][0]}` : `frames ${first} to ${last} ${frameTexts[kind][1]}`,
  );
}
