/** Facts that all rows of a table tell together, before any of them is converted. */
import type { ColumnMapping } from "../recognize/column-mapping.ts";
import { columnNames, plainName } from "../recognize/column-names.ts";
import { isNumber } from "../recognize/table-fits.ts";
import { readerProblem, readerRefusal } from "../problems/reader-problems.ts";
import { matchPictures, type PictureMatch } from "../pictures/match-pictures.ts";
import type { ImageSize, Problem, ReadOptions } from "../../types.ts";
import { videoColumnsOf } from "./one-video.ts";
import type { TableColumns } from "./table-columns.ts";

export interface TableFacts {
  /** Numbers of tracks by their ids in the table. */
  readonly tracks: ReadonlyMap<string, number>;
  /** Frames of pictures by name, if rows have no frames. */
  readonly frames: ReadonlyMap<string, number>;
  /** Sizes of pictures, by the names in rows and by frame. */
  readonly sizes: ReadonlyMap<string | number, ImageSize>;
  /** Scores are from 0 to 100. */
  readonly areScoresPercent: boolean;
  readonly problems: readonly Problem[];
}

/** @throws CoreError when rows cannot be placed: unknown pictures, sizes or frame rate */
export function factsOf(columns: TableColumns, mapping: ColumnMapping, options: ReadOptions): TableFacts {
  const { time, "image-width": width } = mapping.columns;
  if (time !== undefined && (options.fps ?? 0) <= 0) throw readerRefusal("table-rate-unknown", [time]);
  const images = columns.has("image") ? columns.rows.map((row) => columns.cell(row, "image")) : [];
  const pictures = [...new Set(images)].filter((name) => name !== "");
  const matches = matchPictures(pictures, options.imageNames ?? []);
  const [example] = pictures;
  if (options.imageNames !== undefined && example !== undefined && columns.isByName && matches.every(isUnknown))
    throw readerRefusal("table-pictures-unknown", [example, options.imageNames[0] ?? "none"]);
  const sizes = sizesOf(pictures, matches, options.imageSizes ?? []);
  const isSized = options.imageSize !== undefined || sizes.size > 0 || width !== undefined;
  if (mapping.units === "fractions" && !isSized) throw readerRefusal("table-size-unknown");
  const tracks = tracksOf(columns);
  const scores = percentsOf(columns);
  return {
    tracks: tracks.numbers,
    frames: columns.isByName ? (framesInNames(columns, mapping, options) ?? inNaturalOrder(pictures)) : new Map(),
    sizes,
    areScoresPercent: scores.areNumbers,
    problems: [...unreadColumns(columns, mapping), ...tracks.problems, ...scores.problems],
  };
}

function sizesOf(
  pictures: readonly string[],
  matches: readonly PictureMatch[],
  imageSizes: NonNullable<ReadOptions["imageSizes"]>,
): ReadonlyMap<string | number, ImageSize> {
  const sizes = new Map<string | number, ImageSize>();
  const keep = (key: string | number, size: ImageSize | undefined) => size !== undefined && sizes.set(key, size);
  for (const [frame, size] of imageSizes.entries()) keep(frame, size);
  for (const [place, name] of pictures.entries()) keep(name, imageSizes[matches[place]?.frame ?? -1]);
  return sizes;
}

function unreadColumns(columns: TableColumns, { attributes }: ColumnMapping): readonly Problem[] {
  const { header, rows } = columns;
  const unread = columns.unread();
  const counts = videoColumnsOf(columns).map((name) => {
    const at = header.indexOf(name);
    return [name, new Set(rows.map(({ cells }) => cells[at] ?? "").filter((video) => video !== "")).size] as const;
  });
  const renamed = attributes.filter((name) => /\s/.test(name));
  return [
    ...(unread.length > 0 ? [readerProblem("table-columns-left-out", [unread.join(", ")])] : []),
    ...counts
      .filter(([, count]) => count > 1)
      .map(([name, count]) => readerProblem("table-several-videos", [name, String(count)])),
    ...(renamed.length > 0 ? [readerProblem("table-attributes-renamed", [renamed.join(", ")])] : []),
  ];
}

/** Ids that are not numbers are numbered in order of appearance. */
function tracksOf(columns: TableColumns) {
  const ids = new Set(columns.has("track") ? columns.rows.map((row) => columns.cell(row, "track")) : []);
  ids.delete("");
  // Trackers write -1 for what belongs to no track.
  const isUntracked = [...ids].every((id) => isNumber(id));
  if (isUntracked) for (const id of ids) if (Number(id) === -1) ids.delete(id);
  const areNumbers = [...ids].every((id) => /^\d{1,9}(\.0*)?$/.test(id));
  const numbers = new Map([...ids].map((id, index) => [id, areNumbers ? Number(id) : index]));
  const [example = ""] = ids;
  return { numbers, problems: areNumbers ? [] : [readerProblem("table-tracks-numbered", [example])] };
}

/** Scores with percent signs, or as numbers from 0 to 100. */
function percentsOf(columns: TableColumns) {
  const cells = columns.has("score") ? columns.rows.map((row) => columns.cell(row, "score")) : [];
  const scores = cells.filter((cell) => cell !== "");
  const haveSigns = scores.some((cell) => cell.endsWith("%"));
  const values = scores.map(Number);
  const areLarge = values.every((value) => value === 0 || (value > 1 && value <= 100));
  const areNumbers = !haveSigns && areLarge && values.some((value) => value > 1);
  const [example = ""] = scores;
  return { areNumbers, problems: areNumbers || haveSigns ? [readerProblem("table-scores-percent", [example])] : [] };
}

/**
 * Frames of a video that are called `frame_000012`: without pictures of a dataset that could have such names, they are
 * those numbers. `undefined`: other names.
 */
export function framesInNames(
  columns: TableColumns,
  mapping: ColumnMapping,
  { imageNames }: Pick<ReadOptions, "imageNames">,
): ReadonlyMap<string, number> | undefined {
  const column = mapping.columns.image ?? "";
  if (imageNames !== undefined || !columns.isByName || !columnNames.frame.includes(plainName(column))) return undefined;
  const names = new Set(columns.rows.map((row) => columns.cell(row, "image")));
  names.delete("");
  const frames = new Map([...names].map((name) => [name, Number(/^\D*(\d{1,9})$/.exec(name)?.[1] ?? NaN)]));
  return [...frames.values()].some(Number.isNaN) || new Set(frames.values()).size < frames.size ? undefined : frames;
}

function inNaturalOrder(names: readonly string[]): ReadonlyMap<string, number> {
  const order = new Intl.Collator("en", { numeric: true });
  return new Map(names.toSorted((a, b) => order.compare(a, b)).map((name, frame) => [name, frame]));
}

const isUnknown = (match: PictureMatch): boolean => match.frame === undefined && match.others.length === 0;
