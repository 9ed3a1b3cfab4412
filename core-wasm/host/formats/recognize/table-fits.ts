/**
 * Rates how well the rows of a table fit each format without a header: a number from 0 to 1 over all rows examined,
 * with the evidence. A row that fits in form but has unlikely values (boxes that end before they begin, fractional
 * classes) counts little, so that a single odd row decides nothing.
 */
import type { Table } from "../text/table-text.ts";

export interface Fit {
  readonly fit: number;
  /** The evidence for it. */
  readonly why: string;
}

type Cells = readonly string[];

export function fitViame(table: Table): Fit {
  const { rows, comments } = table;
  if (rows.length > 1 && isOtherHeader(rows[0]?.cells ?? [])) return { fit: 0, why: "" };
  const fit = meanOf(rows.map(({ cells }) => viameRow(cells))) * (areSizedPictures(rows) ? 0.2 : 1);
  const isOlder = fitKw18(table).fit > 0 || fitKwiver(table).fit > 0;
  if (!isOlder && comments.some((comment) => /detection|track-?id|^# *metadata/i.test(comment))) {
    return { fit: rows.length === 0 ? 1 : Math.max(fit, 0.95), why: "it has the comment that heads VIAME CSV" };
  }
  return {
    fit,
    why: `${shareOf(rows, viameRow, "have")} an id, a name, a frame, two corners of a box and types`,
  };
}

/** A number, a picture, its width and height, and a box: the "frame" is the same for all, and no box is upright. */
export function areSizedPictures(rows: Table["rows"]): boolean {
  const names = new Set(rows.map(({ cells: [, name] }) => name));
  const frames = new Set(rows.map(({ cells: [, , frame] }) => frame));
  const isTurned = ({ cells: [, , , x1, , x2] }: Table["rows"][number]): boolean => Number(x2) < Number(x1);
  return names.size > 1 && frames.size === 1 && rows.every(isTurned);
}

/** Names of columns, none of which says that a row is about a picture. */
const isOtherHeader = (cells: Cells): boolean =>
  cells.length > 3 &&
  cells.every((cell) => cell !== "" && !isNumber(cell) && /^[\p{L}_ .()/-]+$/u.test(cell)) &&
  !cells.some((cell) => /frame|image|video|picture|file|track|detection/i.test(cell));

/** Id, name, frame, x1, y1, x2, y2, confidence, length, then types with confidences, then tokens. */
function viameRow(all: Cells): number {
  const cells = withoutPadding(all);
  const [id = "", name = "", frame = "", x1 = "", y1 = "", x2 = "", y2 = "", confidence = "", length = ""] = all;
  if (!isCount(id) || !isCount(frame) || ![x1, y1, x2, y2].every(isNumber) || all.length < 9) return 0;
  if (![confidence, length].every((cell) => cell === "" || isNumber(cell))) return 0;
  const [width, height] = [Number(x2) - Number(x1), Number(y2) - Number(y1)];
  const isUpright = width >= 0 && height >= 0;
  const [type = ""] = cells.slice(9);
  const isNamed = !isNumber(name) || (type !== "" && !isNumber(type));
  if (isNamed) return isUpright ? 1 : 0.8;
  // Nothing but numbers, so they must be plausible.
  const isSure = confidence !== "-1" && isPart(confidence) && (length === "-1" || Number(length) >= 0);
  const isLikely = width > 0 && height > 0 && type === "" && isSure;
  return isLikely ? 0.9 : 0.1;
}

/** KW18, of older Kitware tools: track, its length, frame, places and speeds, then two corners from cell 10 on. */
export function fitKw18({ rows, separator }: Table): Fit {
  const isRow = (cells: Cells): boolean => {
    const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = cells.slice(9, 13).map(Number);
    const isLong = cells.length >= 17 && cells.length <= 21;
    return isLong && cells.every(isNumber) && cells.slice(0, 3).every(isWhole) && x1 <= x2 && y1 <= y2;
  };
  const isSo = separator === " " && rows.length > 0 && rows.every(({ cells }) => isRow(cells));
  return { fit: isSo ? 1 : 0, why: "its rows are a track, its length, a frame and what KW18 has after those" };
}

/** The detections of KWIVER: frame, name, two corners, confidence, then types with confidences. */
export function fitKwiver({ rows, separator }: Table): Fit {
  const isRow = (all: Cells): boolean => {
    const cells = withoutPadding(all);
    const [frame = "", name = "", ...numbers] = cells;
    const [x1 = "", y1 = "", x2 = "", y2 = "", confidence = "", type = "x", score = "1"] = numbers;
    // Names of pictures have an extension, which types do not have.
    if (!isCount(frame) || !/\.\w{2,5}$/.test(name) || isNumber(type)) return false;
    if (![x1, y1, x2, y2, score].every(isNumber) || confidence === "" || !isPart(confidence)) return false;
    return Number(x1) <= Number(x2) && Number(y1) <= Number(y2);
  };
  const isSo = separator === "," && rows.length > 0 && rows.every(({ cells }) => isRow(cells));
  return { fit: isSo ? 1 : 0, why: "its rows are a frame, a name, two corners, a confidence and types" };
}

export function fitMot({ rows: all }: Table): Fit {
  const rows = withoutHeader(all);
  // Names of columns say what the numbers are: those of others begin otherwise.
  const [header] = all;
  const isNamed = header !== undefined && rows.length < all.length;
  const isOther = isNamed && !/^(frame|fr\b|img|image|bild)/i.test(header.cells[0] ?? "");
  // An object is on a frame once: with rows of another order, "frame" and "id" come again and again.
  const places = rows.flatMap(({ cells: [frame, id] }) => (Number(id) > 0 ? [`${frame} ${id}`] : []));
  const repeated = rows.length === 0 ? 0 : (places.length - new Set(places).size) / rows.length;
  const arePercents = havePercents(rows);
  const row = (cells: Cells): number => motRow(cells, arePercents);
  return {
    fit: isOther ? 0 : meanOf(rows.map(({ cells }) => row(cells))) * (1 - repeated),
    why: `${shareOf(rows, row, "are")} numbers as frame, id, left, top, width, height and what may follow`,
  };
}

/**
 * Frame, id, left, top, width, height, and possibly a flag or confidence, a class, a visibility or a position in the
 * world.
 * @param arePercents see `havePercents`
 */
function motRow(all: Cells, arePercents: boolean): number {
  const cells = withoutPadding(all);
  const [frame = "", id = "", left = "", top = "", width = "", height = "", flag = "", ...others] = cells;
  if (cells.length < 6 || !cells.every(isNumber) || !isWhole(frame) || Number(frame) < 0) return 0;
  if (!isWhole(id) || Number(id) < -1 || Number(width) < 0 || Number(height) < 0) return 0;
  const [category = "", visibility = "", last = ""] = others;
  // A flag for each frame, as LaSOT has them of one object.
  if (cells.length > 10 && cells.every((cell) => cell === "0" || cell === "1")) return 0;
  // Fractions of a picture with negative left and top occur only in other formats.
  const isTiny = Number(width) <= 1 && Number(height) <= 1 && ![left, top].every(isWhole);
  // Eight whole numbers without a small one at the end: the four corners of a text.
  const isCorners = cells.length === 8 && cells.every(isWhole) && Number(flag) > 1 && Number(category) > 1;
  // Eight whole numbers, four of them small: VisDrone has score, category, truncation and occlusion there.
  const isCoded = cells.length === 8 && Number(width) <= 1 && Number(height) <= 11 && isWhole(height);
  if (isTiny || isCoded) return 0.3;
  if (isCorners && !arePercents) return 0.1;
  // Points, which have a depth or nothing in these cells.
  if (cells.length === 6 && (Number(width) === 0 || Number(height) === 0)) return 0.1;
  if (cells.length <= 7) return 0.9;
  if (cells.length <= 9) {
    if (!isWhole(category)) return 0.2;
    return isPart(flag) && (visibility === "" || isPart(visibility)) ? 1 : 0.65;
  }
  // The position in the world is hardly ever known.
  return [category, visibility, last].every((cell) => cell === "-1") ? 1 : 0.7;
}

/**
 * Whether rows of eight whole numbers are boxes of tracks with a confidence in percent and a class, and not the four
 * corners of texts: frames follow one another and ids repeat, or most rows are not such corners.
 */
function havePercents(rows: Table["rows"]): boolean {
  const cells = rows.map((row) => withoutPadding(row.cells));
  if (!cells.every((row) => row.length === 8 && row.every(isWhole))) return false;
  const numbers = cells.map((row) => row.map(Number));
  if (!numbers.every(([, , , , , , percent = -1]) => percent >= 0 && percent <= 100)) return false;
  const frames = new Set(numbers.map(([frame = 0]) => frame));
  const ids = new Set(numbers.map(([, id]) => id));
  const places = new Set(numbers.map(([frame, id]) => `${frame} ${id}`));
  const isGapless = Math.max(...frames) - Math.min(...frames) < 2 * frames.size;
  const areTracks = frames.size > 1 && isGapless && ids.size < rows.length && places.size === rows.length;
  return areTracks || numbers.filter(areCorners).length * 2 < rows.length;
}

/** Whether four points in order are corners of about a parallelogram, whose diagonals meet in their middles. */
function areCorners([ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0, dx = 0, dy = 0]: readonly number[]): boolean {
  const apart = Math.hypot(ax + cx - bx - dx, ay + cy - by - dy);
  return 4 * apart <= Math.hypot(cx - ax, cy - ay) + Math.hypot(dx - bx, dy - by);
}

/**
 * Left, top, width, height, score, category, truncation, occlusion; in a video after a frame and an id. Other tools write
 * the same with -1 in the last two cells, and categories of their own, so that those of VisDrone are certain only where
 * truncation and occlusion are known, or the file is called as VisDrone calls it.
 */
export function fitVisDrone(
  { rows }: Table,
  name: string,
): Fit & { readonly isVideo: boolean; readonly hasOwnCategories: boolean } {
  // A few rows may be cut off.
  const isVideo = rows.filter(({ cells }) => withoutPadding(cells).length === 10).length * 2 > rows.length;
  const whole = rows.map(({ cells }) => withoutPadding(cells)).filter(({ length }) => length === (isVideo ? 10 : 8));
  const isWritten = whole.some((cells) => cells.slice(-2).join() !== "-1,-1");
  const isOfVisDrone = isWritten || /(^|[/\\])(uav)?\d{7}_\d{5}_[^/\\]*$/i.test(name);
  const row = (all: Cells): number => {
    const cells = withoutPadding(all);
    const [score = "", category = "", truncation = "", occlusion = ""] = cells.slice(isVideo ? 6 : 4);
    if (cells.length !== (isVideo ? 10 : 8) || !cells.every(isNumber) || !isPart(score)) return 0;
    if (!isWhole(category) || Number(category) < 0 || (isOfVisDrone && Number(category) > 11)) return 0;
    const isKnown = ["0", "1", "-1"].includes(truncation) && ["0", "1", "2", "-1"].includes(occlusion);
    if (isVideo) return isKnown && !(truncation === "-1" && category === "-1") ? 0.95 : 0;
    return isKnown && (Number(cells[2]) > 1 || Number(cells[3]) > 1) ? 0.95 : 0;
  };
  return {
    fit: meanOf(rows.map(({ cells }) => row(cells))),
    why: "its rows are whole numbers as left, top, width, height, score, category, truncation, occlusion",
    isVideo,
    hasOwnCategories: !isOfVisDrone,
  };
}

/**
 * Frame, id, left, top, width, height, out of view (1 to 3), occlusion (1 to 4), category (1 to 3). What MOT has in the
 * last cell is a visibility, which is never above 1. Most objects are cars, of category 1: then only the name tells.
 */
export function fitUavdt({ rows: all }: Table, name: string): Fit & { readonly isNamed: boolean } {
  const rows = all.map(({ cells }) => withoutPadding(cells));
  const isRow = (cells: Cells): boolean =>
    cells.length === 9 && cells.every(isWhole) && [3, 4, 3].every((max, at) => isCode(cells[6 + at], max));
  const isNamed = /_gt_whole\.txt$/i.test(name);
  const isOther = isNamed || rows.some(([, , , , , , , , category]) => Number(category) > 1);
  return {
    fit: isOther && rows.length > 0 && rows.every(isRow) ? 1 : 0,
    isNamed,
    why: "all rows are whole numbers as frame, id, left, top, width, height, out of view, occlusion, category",
  };
}

function isCode(cell = "", max: number): boolean {
  return Number(cell) >= 1 && Number(cell) <= max;
}

/**
 * A class and fractions of the picture: a box, a polygon or keypoints, possibly with a confidence or an id at the end.
 */
export function fitYoloRows({ rows, separator }: Table): Fit {
  const row = (cells: Cells): number => {
    const [category = "", ...parts] = cells;
    if (separator !== " " || cells.length < 5 || !isCount(category) || !parts.every(isNumber)) return 0;
    // With an id after the class, as JDE and FairMOT train on.
    const skipped = cells.length === 6 && isWhole(parts[0]!) && Math.abs(Number(parts[0])) > 1 ? 1 : 0;
    const isInside = parts.slice(skipped, skipped + 4).every((cell) => Number(cell) >= -0.5 && Number(cell) <= 1.5);
    return isInside && (cells.length === 5 || parts.some((cell) => !isWhole(cell))) ? 1 : 0;
  };
  return {
    fit: meanOf(rows.map(({ cells }) => row(cells))),
    why: `${shareOf(rows, row, "are")} a class and fractions of the picture`,
  };
}

/** YOLO rows in percent. */
export function fitYoloPercents({ rows, separator }: Table): Fit {
  const row = (cells: Cells): number => {
    const [category = "", ...parts] = cells;
    const isBox = cells.length === 5 && isCount(category) && Number(category) < 1000;
    return separator === " " && isBox && parts.every((cell) => isNumber(cell) && Number(cell) >= 0) ? 0.6 : 0;
  };
  return {
    fit: meanOf(rows.map(({ cells }) => row(cells))),
    why: `${shareOf(rows, row, "are")} a class and four numbers`,
  };
}

/** Objects of KITTI: 15 cells and possibly a score; for tracking preceded by frame and id. */
export function fitKitti({ rows, separator }: Table): Fit & { readonly isTracking: boolean } {
  const isTracking =
    rows.length > 0 && rows.every(({ cells: [first = "", second = ""] }) => isWhole(first) && isWhole(second));
  const row = (cells: Cells): number => {
    const [type = "", ...numbers] = isTracking ? cells.slice(2) : cells;
    const isWholeRow = numbers.length === 14 || numbers.length === 15;
    return separator === " " && isWholeRow && !isNumber(type) && numbers.every(isNumber) ? 1 : 0;
  };
  return { fit: meanOf(rows.map(({ cells }) => row(cells))), why: "its rows are the objects of KITTI", isTracking };
}

/** Four corners, a category, a difficulty. */
export function fitDota({ rows, separator }: Table): Fit {
  const data = rows.filter(({ cells: [first = ""] }) => !/^(imagesource|gsd):/i.test(first));
  const row = (cells: Cells): number => {
    const [type = "", difficulty = "0"] = cells.slice(8);
    const isObject = cells.length >= 9 && cells.length <= 10 && cells.slice(0, 8).every(isNumber);
    const isSeparated = separator === " " || (separator === "," && /^[0-2]$/.test(cells[9] ?? ""));
    return isSeparated && isObject && !isNumber(type) && isWhole(difficulty) ? 1 : 0;
  };
  return {
    fit: meanOf(data.map(({ cells }) => row(cells))),
    why: "its rows are four corners, a category, a difficulty",
  };
}

/**
 * ICDAR: four corners and the text between them, or `###`, separated by commas; or two corners and a text in quotation
 * marks; or nothing but eight whole numbers, which as MOT would have a confidence above 1.
 */
export function fitIcdar({ rows, separator }: Table, text: string): Fit {
  const row = (cells: Cells): number => {
    const isShape = cells.length >= 9 && cells.slice(0, 8).every(isWhole);
    const [written = ""] = cells.slice(8);
    // A comma may end the rows of others.
    return separator === "," && isShape && written !== "" && !isNumber(written) ? 1 : 0;
  };
  const arePercents = havePercents(withoutHeader(rows));
  const corners = (cells: Cells): number => {
    const isRow = separator === "," && cells.length === 8 && cells.every(isWhole);
    return isRow && !arePercents && Number(cells[6]) > 1 && Number(cells[7]) > 1 ? 1 : 0;
  };
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const quoted = lines.filter((line) => /^\ufeff?\d+[,\s]\s*\d+[,\s]\s*\d+[,\s]\s*\d+[,\s]\s*".*"\s*$/.test(line));
  const fits = [row, corners].map((fit) => meanOf(rows.map(({ cells }) => fit(cells))));
  return {
    fit: Math.max(...fits, lines.length === 0 ? 0 : quoted.length / lines.length),
    why: "its rows are corners and a text",
  };
}

/** AVA: video, second, two corners as fractions of the picture, action, person. */
export function fitAva({ rows, separator }: Table): Fit {
  const row = (cells: Cells): number => {
    const [video = "", second = "", ...others] = cells;
    const isBox =
      others.length >= 4 && others.slice(0, 4).every((cell) => isPart(cell) && cell !== "-1" && cell !== "");
    const isRow = cells.length >= 7 && cells.length <= 9 && others.slice(4).every(isWhole) && isNumber(second);
    return separator === "," && isRow && isBox && video !== "" && !isNumber(video) ? 1 : 0;
  };
  return {
    fit: meanOf(rows.map(({ cells }) => row(cells))),
    why: "its rows are a video, a second and fractions of the picture",
  };
}

/** YouTube-BoundingBoxes: video, milliseconds, class, name, object, presence, then fractions, or -1 where it is absent. */
export function fitYouTubeBb({ rows, separator }: Table): Fit {
  const row = (cells: Cells): number => {
    const [video = "", time = "", category = "", name = "", object = "", presence = "", ...sides] = cells;
    const isRow = sides.length === 4 && sides.every((cell) => isPart(cell) || Number(cell) === -1);
    const isNamed = !isNumber(name) && isWhole(time) && isWhole(category) && isWhole(object) && video !== "";
    return separator === "," && isRow && isNamed && /^(present|absent|uncertain)$/.test(presence) ? 1 : 0;
  };
  return {
    fit: meanOf(rows.map(({ cells }) => row(cells))),
    why: "its rows are a video, milliseconds, a class, an object and fractions of the picture",
  };
}

/** The classes of RetinaNet, with their numbers: named like `_classes.csv`. */
export function fitClassTable({ rows }: Table, name: string): Fit {
  const isSo = rows.length > 0 && rows.every(({ cells }) => cells.length === 2 && isWhole(cells[1] ?? ""));
  const isNamed = /(^|[/\\])_?(classes|class_list|labels|mapping)\.csv$/i.test(name);
  return { fit: isSo && isNamed ? 0.9 : 0, why: "its rows are names with numbers, and it is called a list of classes" };
}

/** AI City: camera, object, frame, left, top, width, height, and a place in the world. */
export function fitAiCity({ rows, separator }: Table): Fit {
  const row = (cells: Cells): number => {
    const [camera = "", object = "", frame = "", ...others] = cells;
    const isRow = cells.length === 9 && [camera, object, frame].every(isWhole) && others.every(isNumber);
    return isRow && Number(others[2]) > 1 && Number(others[3]) > 1 ? 0.9 : 0;
  };
  const keys = rows.map(({ cells: [camera, object] }) => `${camera} ${object}`);
  // Rows of MOT may have nine cells as well, but name a frame and an object once.
  const isSo = separator === " " && rows.length > 1 && new Set(keys).size * 2 <= rows.length;
  return {
    fit: isSo ? meanOf(rows.map(({ cells }) => row(cells))) : 0,
    why: "its rows are a camera, an object, a frame and a box",
  };
}

/**
 * DarkLabel: a frame, a count, and for each object an id, a box and possibly its label, all in one row. Rows of MOT have
 * the same number of cells each, and no labels.
 */
export function fitDarkLabel({ rows: all, separator }: Table): Fit {
  const rows = all.map(({ cells }) => withoutPadding(cells));
  const partsOf = ([, count = "", ...parts]: Cells): number => parts.length / Number(count);
  const filled = rows.filter(([, count]) => count !== "0");
  const [first = []] = filled;
  const size = partsOf(first);
  const isRow = ([frame = "", count = "", ...parts]: Cells): boolean => {
    if (!isCount(frame) || !isCount(count)) return false;
    if (count === "0") return parts.length === 0;
    return parts.length === size * Number(count) && parts.every((cell, at) => at % size === 5 || isNumber(cell));
  };
  const isLabeled = size === 6 && first.slice(2).every((cell, at) => at % 6 !== 5 || (cell !== "" && !isNumber(cell)));
  const counts = new Set(filled.map(([, count]) => count));
  const isSo = separator === "," && (size === 5 || isLabeled) && counts.size > 1 && rows.every(isRow);
  return { fit: isSo ? 1 : 0, why: "its rows are a frame, a count and as many boxes" };
}

/** VIRAT: object, its duration, frame, left, top, width, height, type from 0 to 5. */
export function fitVirat({ rows: all, separator }: Table): Fit {
  const rows = all.map(({ cells }) => withoutPadding(cells));
  const isRow = (cells: Cells): boolean =>
    cells.length === 8 && cells.every(isCount) && Number(cells[5]) > 1 && Number(cells[6]) > 1 && Number(cells[7]) <= 5;
  const durations = new Set(rows.map(([object, duration]) => `${object} ${duration}`));
  const objects = new Set(rows.map(([object]) => object));
  const places = new Set(rows.map(([object, , frame]) => `${object} ${frame}`));
  const isUnique = places.size === rows.length && durations.size === objects.size && objects.size < rows.length;
  return {
    fit: separator === " " && isUnique && rows.every(isRow) ? 0.95 : 0,
    why: "its rows are an object, its duration, a frame, a box and a type",
  };
}

/** MOT with the names of classes instead of their numbers: frame, id, box, flag, class, visibility. */
export function fitNamedMot({ rows, separator }: Table): Fit {
  const row = ([frame = "", id = "", ...others]: Cells): number => {
    const cells = withoutPadding(others);
    const [left = "", top = "", width = "", height = "", flag = "", type = "", visibility = ""] = cells;
    const isBox = [left, top, width, height].every(isNumber) && Number(width) > 0 && Number(height) > 0;
    const isRow = separator === "," && cells.length === 7 && isCount(frame) && isCount(id) && isBox;
    return isRow && isPart(flag) && isPart(visibility) && type !== "" && !isNumber(type) ? 0.97 : 0;
  };
  return {
    fit: meanOf(rows.map(({ cells }) => row(cells))),
    why: `${shareOf(rows, row, "are")} a frame, an id, a box, a flag and the name of a type`,
  };
}

/** A class, a box, a picture and its size. */
export function fitMakeSense({ rows, separator }: Table): Fit {
  const row = ([type = "", ...others]: Cells): number => {
    const [left = "", top = "", width = "", height = "", image = "", ...size] = withoutPadding(others);
    const isRow = separator === "," && size.length === 2 && type !== "" && !isNumber(type);
    return isRow && [left, top, width, height, ...size].every(isNumber) && /\.\w{2,5}$/.test(image) ? 0.95 : 0;
  };
  return {
    fit: meanOf(rows.map(({ cells }) => row(cells))),
    why: `${shareOf(rows, row, "are")} a type, a box, a picture and its size`,
  };
}

/** A picture, two corners and a class; or just a picture. */
export function fitRetinaNet({ rows }: Table): Fit {
  const row = (cells: Cells): number => {
    const [image = "", x1 = "", y1 = "", x2 = "", y2 = "", type = ""] = cells;
    if (cells.length !== 6 || image === "" || isNumber(image)) return 0;
    if ([x1, y1, x2, y2, type].every((cell) => cell === "")) return 0.9;
    return [x1, y1, x2, y2].every(isNumber) && type !== "" && /\.\w{2,5}$/.test(image) ? 0.9 : 0;
  };
  // Column names, if present, determine what rows are.
  const isNamed = row(rows[0]?.cells ?? []) === 0;
  return {
    fit: isNamed ? 0 : meanOf(rows.map(({ cells }) => row(cells))),
    why: `${shareOf(rows, row, "are")} a picture, two corners, a type`,
  };
}

/** Four numbers per line, one box per frame. */
export function fitOneBoxALine({ rows }: Table): Fit {
  const row = (cells: Cells): number =>
    cells.length === 4 && cells.every((cell) => isNumber(cell) || cell === "NaN") ? 0.7 : 0;
  return { fit: rows.length < 2 ? 0 : meanOf(rows.map(({ cells }) => row(cells))), why: "its rows are four numbers" };
}

/**
 * The same, or four corners, in a file called as the sets for trackers of one object call it; and as TUM RGB-D calls poses
 * of its camera: a time, a place and a quaternion, after comments.
 */
export function fitOneObject({ rows, comments }: Table, name: string): Fit {
  const isPose = ({ cells }: { readonly cells: Cells }): boolean =>
    cells.length === 8 && Math.abs(Math.hypot(...cells.slice(4).map(Number)) - 1) < 0.01;
  const isCalledSo = /(^|[/\\])ground_?truth(_rect)?(\.\d+)?\.txt$/i.test(name);
  const isNamed = isCalledSo && comments.length === 0 && !rows.every(isPose);
  const row = (cells: Cells): number =>
    [4, 8].includes(cells.length) && cells.every((cell) => isNumber(cell) || /^nan$/i.test(cell)) ? 1 : 0;
  return { fit: isNamed ? meanOf(rows.map(({ cells }) => row(cells))) : 0, why: "its rows are boxes or corners" };
}

/** Names of classes, one per line. The content of a list with one class is not conclusive, but the file's name is. */
export function fitLabelList({ rows, separator }: Table, name: string): Fit {
  const row = (cells: Cells): number => {
    const line = cells.join(" ");
    const isName = line.length < 100 && !/[,;\t{}<>=]/.test(line) && /\p{L}/u.test(line);
    // A sentence, or a word among numbers, is not a name.
    return isName && cells.length <= 5 && cells.filter(isNumber).length < 2 ? 0.6 : 0;
  };
  const isSingle = separator === " " || rows.every(({ cells }) => cells.length === 1);
  const minRows = /(^|[/\\])(labels|_?classes)\.txt$/i.test(name) ? 1 : 2;
  const isAll = isSingle && rows.length >= minRows && rows.every(({ cells }) => row(cells) > 0);
  return { fit: isAll ? 0.6 : 0, why: "it has one name a line" };
}

/** Cells without trailing ones that only pad a row. */
export function withoutPadding(cells: Cells): Cells {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

export function isNumber(cell: string): boolean {
  return cell !== "" && Number.isFinite(Number(cell.replace(",", ".")));
}

function withoutHeader(rows: Table["rows"]): Table["rows"] {
  const [first] = rows;
  return first !== undefined && rows.length > 1 && first.cells.every((cell) => !isNumber(cell)) ? rows.slice(1) : rows;
}

/** Also accepts `1.0e+00`, as NumPy writes numbers. */
function isWhole(cell: string): boolean {
  return /^[-+]?\d+(\.0*)?$/.test(cell) || (/\de[-+]?\d+$/i.test(cell) && Number.isInteger(Number(cell)));
}

/** Also accepts `3.0`, as written by programs that store all numbers as floats. */
function isCount(cell: string): boolean {
  return /^\+?\d+(\.0*)?$/.test(cell);
}

/** Between 0 and 1, or unknown. */
function isPart(cell: string): boolean {
  const value = Number(cell.replace(",", "."));
  return cell === "" || cell === "-1" || (value >= 0 && value <= 1);
}

function meanOf(fits: readonly number[]): number {
  return fits.length === 0 ? 0 : fits.reduce((sum, fit) => sum + fit, 0) / fits.length;
}

/** `3 of 4 rows have`. */
function shareOf(rows: Table["rows"], fitOf: (cells: Cells) => number, verb: "have" | "are"): string {
  const count = rows.filter(({ cells }) => fitOf(cells) > 0.2).length;
  if (rows.length === 1) return `its one row ${verb === "have" ? "has" : "is"}`;
  return count === rows.length ? `all ${count} rows ${verb}` : `${count} of ${rows.length} rows ${verb}`;
}
