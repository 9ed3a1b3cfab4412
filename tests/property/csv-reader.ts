/**
 * A naive reader of VIAME CSV, from docs/formats/viame-csv.md: processes the rows one after the other. The corpus
 * covers quotes, pictures and comments.
 */
type Json = Readonly<Record<string, unknown>>;

interface NaiveTrack {
  readonly id: number;
  /** By frame: the last row of several counts. */
  readonly rows: Map<number, Json>;
  readonly said: (readonly [frame: number, attributes: Json])[];
  /**
   * Those of the last row by frame that has any; rows without pairs are `unknown`, and count only among themselves.
   */
  pairs: { readonly frame: number; readonly list: readonly Pair[]; readonly isImplied: boolean };
}

type Pair = readonly [type: string, confidence: number];

const noPairs: NaiveTrack["pairs"] = { frame: -1, list: [], isImplied: true };

const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const numberIn = (cell: string): number => (number.test(cell.trim()) ? Number(cell) : NaN);
const isIndex = (value: number, max: number): boolean => Number.isInteger(value) && value >= 0 && value <= max;

/** The tracks in the form of api/v1, by id, and how many rows are left out. */
export function readNaively(rows: readonly (readonly string[])[]): { tracks: Json[]; skipped: number } {
  const tracks = new Map<number, NaiveTrack>();
  const skipped = rows.filter((cells) => !readRow(cells, tracks)).length;
  return { tracks: [...tracks.values()].toSorted((a, b) => a.id - b.id).map(wireOf), skipped };
}

function readRow(cells: readonly string[], tracks: Map<number, NaiveTrack>): boolean {
  const [id = NaN, , frame = NaN, ...numbers] = cells.slice(0, 9).map(numberIn);
  const bounds = numbers.slice(0, 4);
  const length = numbers[5] ?? NaN;
  const pairs = pairsOf(cells);
  const isWhole = bounds.every(Number.isFinite) && cells.length >= 9 && pairs !== undefined;
  if (!isWhole || !isIndex(id, 4294967294) || !isIndex(frame, 2147483647)) return false;
  const track = tracks.get(id) ?? { id, rows: new Map<number, Json>(), said: [], pairs: noPairs };
  tracks.set(id, track);
  const isBetter = track.pairs.isImplied && !pairs.isImplied;
  const isLater = track.pairs.isImplied === pairs.isImplied && frame >= track.pairs.frame;
  if (isBetter || isLater) track.pairs = { ...pairs, frame };
  const tokens = cells.slice(9).filter((cell) => cell.startsWith("("));
  const given = attributesIn(tokens, "atr");
  // A number with this name takes precedence over cell 9.
  const fishLength = typeof given["length"] === "number" ? given["length"] : length > 0 ? length : undefined;
  const attributes = { ...given, ...(fishLength !== undefined && { length: fishLength }) };
  const members = {
    ...(fishLength !== undefined && { fishLength }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...shapesIn(tokens),
    ...listIn("masks", tokens, /^\(mask\) (?!\.\.)(.+)$/),
    ...listIn("notes", tokens, /^\(note\) (.+)$/),
  };
  track.rows.set(frame, { frame, bounds, keyframe: true, ...members });
  track.said.push([frame, attributesIn(tokens, "trk-atr")]);
  return true;
}

/** Two cells each, up to the first token; none: `unknown`. */
function pairsOf(cells: readonly string[]): Omit<NaiveTrack["pairs"], "frame"> | undefined {
  const pairs: Pair[] = [];
  for (let at = 9; at + 1 < cells.length; at += 2) {
    const [type = "", confidence = ""] = cells.slice(at, at + 2);
    if (type.startsWith("(") || confidence.startsWith("(")) break;
    const value = numberIn(confidence);
    if (confidence !== "" && !Number.isFinite(value)) return undefined;
    if (type !== "" && confidence !== "") pairs.push([type, value]);
  }
  if (pairs.length > 0) return { list: pairs.toSorted((a, b) => b[1] - a[1]), isImplied: false };
  const [given = ""] = cells.slice(7);
  const implied = given.trim() === "" ? 1 : numberIn(given);
  return { list: [["unknown", Number.isFinite(implied) ? implied : 1]], isImplied: true };
}

function attributesIn(tokens: readonly string[], mark: string): Json {
  const found = tokens.map((token) => /^\(([a-z-]+)\) (\S+)(?: (.+))?$/.exec(token));
  return Object.fromEntries(found.flatMap((parts) => (parts?.[1] === mark ? [[parts[2]!, typed(parts[3])]] : [])));
}

function typed(value: string | undefined): unknown {
  if (value === undefined || value === "true" || value === "false") return value !== "false";
  return Number.isFinite(numberIn(value)) ? Number(value) : value;
}

function listIn(name: string, tokens: readonly string[], pattern: RegExp): Json {
  const found = tokens.flatMap((token) => pattern.exec(token)?.[1] ?? []);
  return found.length === 0 ? {} : { [name]: found };
}

function shapesIn(tokens: readonly string[]): Json {
  const features: Json[] = [];
  const ends: (readonly [name: string, point: readonly number[]])[] = [];
  let polygons = 0;
  /** The rings of the previous polygon, if any. */
  let rings: unknown[] | undefined;
  for (const token of tokens) {
    const [, mark, ring = ""] = /^\((\+?poly|hole)\) ?(.*)$/.exec(token) ?? [];
    const [, name = "", x, y] = /^\(kp\) (.+) (\S+) (\S+)$/.exec(token) ?? [];
    if (mark === "hole") {
      const points = ringOf(ring);
      if (points !== undefined) rings?.push(points);
    } else if (mark !== undefined) {
      const points = ringOf(ring);
      rings = points === undefined ? undefined : [points];
      if (rings !== undefined) features.push(feature(polygons === 0 ? "" : String(polygons), "Polygon", rings));
      polygons += Number(rings !== undefined);
    } else if (Number.isFinite(Number(x ?? NaN)) && Number.isFinite(Number(y ?? NaN))) {
      features.push(feature(name, "Point", [Number(x), Number(y)]));
      if (name === "head" || name === "tail") ends.push([name, [Number(x), Number(y)]]);
    }
  }
  if (new Set(ends.map(([name]) => name)).size === 2) {
    features.push(feature("HeadTails", "LineString", [...ends.map(([, point]) => point)]));
  }
  return features.length === 0 ? {} : { geometry: { type: "FeatureCollection", features } };
}

function ringOf(text: string): readonly (readonly number[])[] | undefined {
  const numbers = text === "" ? [] : text.split(" ").map(Number);
  if (numbers.length < 6 || numbers.length % 2 === 1) return undefined;
  return numbers.flatMap((x, index) => (index % 2 === 0 ? [[x, numbers[index + 1]!]] : []));
}

function feature(key: string, type: string, coordinates: unknown): Json {
  return { type: "Feature", properties: { key }, geometry: { type, coordinates } };
}

function wireOf({ id, rows, said, pairs }: NaiveTrack): Json {
  const features = [...rows.values()].toSorted((a, b) => Number(a["frame"]) - Number(b["frame"]));
  const attributes = Object.assign({}, ...said.toSorted(([a], [b]) => a - b).map(([, one]) => one)) as Json;
  const [begin, end] = [features[0]?.["frame"], features.at(-1)?.["frame"]];
  return { id, begin, end, confidencePairs: pairs.list, attributes, features };
}
