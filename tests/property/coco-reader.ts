/**
 * A naive COCO reader, from docs/formats/coco.md: processes the annotations one after the other. The corpus covers
 * masks.
 */
type Json = Readonly<Record<string, unknown>>;

export interface CocoDocument {
  readonly categories: readonly {
    readonly id: number;
    readonly name: string;
    readonly keypoints?: readonly string[];
  }[];
  readonly images: readonly { readonly id: number; readonly file_name: string; readonly frame_index?: number }[];
  readonly annotations: readonly Json[];
}

interface NaiveTrack {
  readonly id: number;
  /** One per annotation; `order` is its id, -1 if that is not a number from 0 on. */
  readonly said: {
    readonly order: number;
    readonly row: Json;
    readonly attributes: Json;
    readonly pairs: readonly unknown[];
  }[];
}

const lastId = 4294967294;
const isNumber = (value: unknown): value is number => typeof value === "number";
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNumbers = (value: unknown): value is readonly number[] => Array.isArray(value) && value.every(isNumber);
const isRing = (value: unknown): value is readonly (readonly number[])[] =>
  Array.isArray(value) && value.length >= 3 && value.every((one) => isNumbers(one) && one.length === 2);
const textOf = (id: unknown): string | undefined => (typeof id === "string" || isNumber(id) ? String(id) : undefined);

/** The tracks as api/v1 has them, by id, and how many annotations are left out. */
export function readNaively({ categories, images, annotations }: CocoDocument): { tracks: Json[]; skipped: number } {
  const ordered = images.toSorted((a, b) => (a.file_name < b.file_name ? -1 : 1));
  const frames = new Map(images.map((image) => [String(image.id), image.frame_index ?? ordered.indexOf(image)]));
  const tracks = new Map<number, NaiveTrack>();
  const withoutId: Json[] = [];
  const isNamed = (annotation: Json): boolean => textOf(annotation["track_id"]) !== undefined;

  const read = (given: Json, newId?: number): boolean => {
    const annotation = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
    const frame = frames.get(textOf(annotation["image_id"]) ?? "");
    const category = categories.find(({ id }) => String(id) === textOf(annotation["category_id"]));
    if (frame === undefined) return false;
    const id = newId ?? idOf(annotation);
    // Only track_id joins annotations: an id that is taken counts as none.
    const isTaken = newId === undefined && id !== undefined && !isNamed(annotation) && tracks.has(id);
    if (id === undefined || isTaken) {
      if (isNamed(annotation)) return false;
      withoutId.push(given);
      return true;
    }
    const points = keypointsOf(annotation["keypoints"], category?.keypoints ?? []);
    const polygons = polygonsOf(annotation["segmentation"]);
    const box = isNumbers(annotation["bbox"]) && annotation["bbox"].length === 4 ? annotation["bbox"] : undefined;
    const bounds = box === undefined ? coverOf(polygons) : [box[0]!, box[1]!, box[0]! + box[2]!, box[1]! + box[3]!];
    if (id > lastId || bounds === undefined) return false;
    const track = tracks.get(id) ?? { id, said: [] };
    tracks.set(id, track);
    const attributes = annotation["dive_track_attributes"] ?? annotation["track_attributes"];
    track.said.push({
      order: orderOf(annotation),
      row: { frame, bounds, keyframe: true, ...membersOf(annotation, box, points, polygons) },
      attributes: isObject(attributes) ? attributes : {},
      pairs: pairsOf(annotation, category?.name, categories),
    });
    return true;
  };

  const inOrder = [...annotations.filter(isNamed), ...annotations.filter((annotation) => !isNamed(annotation))];
  let skipped = inOrder.filter((annotation) => !read(annotation)).length;
  const next = Math.max(-1, ...tracks.keys()) + 1;
  skipped += withoutId.filter((annotation, index) => !read(annotation, next + index)).length;
  return { tracks: [...tracks.values()].toSorted((a, b) => a.id - b.id).map(wireOf), skipped };
}

function idOf(annotation: Json): number | undefined {
  const text = textOf(annotation["track_id"]) ?? textOf(annotation["id"]) ?? "";
  const id = text === "" ? NaN : Number(text);
  return Number.isInteger(id) && id >= 0 && id <= lastId ? id : undefined;
}

function orderOf(annotation: Json): number {
  const text = textOf(annotation["id"]) ?? "";
  const id = text === "" ? NaN : Number(text);
  return id >= 0 ? id : -1;
}

function pairsOf(annotation: Json, type = "unknown", categories: CocoDocument["categories"]): readonly unknown[] {
  const { dive_confidence_pairs: given, prob, score } = annotation;
  const isPair = (value: unknown): boolean =>
    Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === "string" &&
    value[0] !== "" &&
    isNumber(value[1]) &&
    value[1] >= 0 &&
    value[1] <= 1;
  const isOnce =
    Array.isArray(given) && new Set(given.map((pair: unknown) => String(pair).split(",")[0])).size === given.length;
  const likely = isNumbers(prob) && prob.length === categories.length ? prob.filter((value) => value > 0.001) : [];
  if (Array.isArray(given) && given.length > 0 && isOnce && given.every(isPair))
    return bestFirst(given as [string, number][]);
  if (likely.length === 0) return [[type, isNumber(score) ? score : 1]];
  const named = categories.map(({ name }, index): [string, number] => [name, (prob as readonly number[])[index]!]);
  return bestFirst(named.filter(([, value]) => value > 0.001).map(([name, value]) => [name, Math.min(1, value)]));
}

function bestFirst(pairs: readonly (readonly [string, number])[]): readonly unknown[] {
  return pairs.toSorted((a, b) => b[1] - a[1]);
}

interface Points {
  readonly areNamed: boolean;
  readonly features: readonly Json[];
}

function keypointsOf(keypoints: unknown, names: readonly string[]): Points {
  const isUsable = isNumbers(keypoints) && keypoints.length > 0 && keypoints.length <= names.length * 3;
  if (!isUsable || keypoints.length % 3 !== 0) {
    return { areNamed: false, features: [] };
  }
  const ends: (readonly number[])[] = [];
  const features = names.flatMap((key, index) => {
    const [x = 0, y = 0, visibility = 0] = keypoints.slice(index * 3);
    if (visibility <= 0) return [];
    const point = feature({ key, ...(visibility === 1 && { visibility }) }, "Point", [x, y]);
    if (key !== "head" && key !== "tail") return [point];
    ends.push([x, y]);
    return ends.length < 2 ? [point] : [point, feature({ key: "HeadTails" }, "LineString", [...ends])];
  });
  return { areNamed: true, features };
}

function feature(properties: Json, type: string, coordinates: unknown): Json {
  return { type: "Feature", properties, geometry: { type, coordinates } };
}

type Polygon = readonly (readonly (readonly number[])[])[];

function polygonsOf(segmentation: unknown): readonly Polygon[] {
  const isList = Array.isArray(segmentation) && !isNumber(segmentation[0]);
  return (isList ? (segmentation as readonly unknown[]) : [segmentation]).flatMap((one) => {
    if (isNumbers(one)) {
      const isFlat = one.length >= 6 && one.length % 2 === 0;
      return isFlat ? [[one.flatMap((x, index) => (index % 2 === 0 ? [[x, one[index + 1]!]] : []))]] : [];
    }
    if (!isObject(one) || !isRing(one["exterior"])) return [];
    const interiors = Array.isArray(one["interiors"]) ? one["interiors"].filter(isRing) : [];
    return [[one["exterior"], ...interiors]];
  });
}

function coverOf(polygons: readonly Polygon[]): readonly number[] | undefined {
  const outer = polygons.flatMap(([ring = []]) => ring);
  const [xs, ys] = [outer.map(([x]) => x!), outer.map(([, y]) => y!)];
  return outer.length === 0 ? undefined : [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function membersOf(
  annotation: Json,
  box: readonly number[] | undefined,
  { areNamed, features: points }: Points,
  polygons: readonly Polygon[],
): Json {
  const { keypoints, num_keypoints, iscrowd, area, caption } = annotation;
  const shapes = polygons.map((rings, index) => feature({ key: index === 0 ? "" : String(index) }, "Polygon", rings));
  const features = [...points, ...shapes];
  const attributes = annotation["dive_detection_attributes"] ?? annotation["attributes"];
  const notes = annotation["dive_notes"] ?? annotation["notes"];
  return {
    ...(isObject(attributes) && { attributes }),
    ...(features.length > 0 && { geometry: { type: "FeatureCollection", features } }),
    ...(Array.isArray(notes) && { notes }),
    ...(typeof notes === "string" && { notes: [notes] }),
    ...(!areNamed && keypoints !== undefined && { keypoints }),
    ...(!areNamed && num_keypoints !== undefined && { num_keypoints }),
    ...(iscrowd !== undefined && iscrowd !== 0 && { iscrowd }),
    ...(area !== undefined && (box === undefined || area !== box[2]! * box[3]!) && { area }),
    ...(caption !== undefined && { caption }),
  };
}

function wireOf({ id, said }: NaiveTrack): Json {
  const frameOf = ({ row }: NaiveTrack["said"][number]): number => Number(row["frame"]);
  const sorted = said.toSorted((a, b) => frameOf(a) - frameOf(b) || a.order - b.order);
  const features = [...new Map(sorted.map((one) => [frameOf(one), one.row])).values()];
  const attributes = Object.assign({}, ...sorted.map((one) => one.attributes)) as Json;
  const [begin, end] = [features[0]?.["frame"], features.at(-1)?.["frame"]];
  return { id, begin, end, confidencePairs: sorted.at(-1)?.pairs, attributes, features };
}
