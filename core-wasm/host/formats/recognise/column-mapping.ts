/**
 * What the columns of a table of boxes mean. As text, which people write and programs keep, a mapping is
 * `image=filename,x1=xmin,y1=ymin,x2=xmax,y2=ymax,type=class`; a number names a column by its place, from 1.
 */
import { isNumber, withoutPadding } from "./table-fits.ts";
import type { TableRow } from "../text/table-text.ts";

/** What a column can mean, in the order of the text. */
export const columnMeanings = [
  /** The file name of the picture. */
  "image",
  /** The frame, from 0; from 1. */
  "frame",
  "frame1",
  "track",
  /** Two corners. */
  "x1",
  "y1",
  "x2",
  "y2",
  /** The upper left corner, or the middle, and a size. */
  "x",
  "y",
  "cx",
  "cy",
  "width",
  "height",
  /** One cell: left, top, width and height; or points, whose box is taken, of a shape. */
  "box",
  "points",
  "shape",
  "type",
  "score",
  /** Of the picture, where boxes are parts of it. */
  "image-width",
  "image-height",
  /** Becomes an attribute of the detection, called as the column; there may be several. */
  "attribute",
] as const;

export type ColumnMeaning = (typeof columnMeanings)[number];

export interface ColumnMapping {
  /** Names or places, from 1, of columns. */
  readonly columns: Readonly<Partial<Record<Exclude<ColumnMeaning, "attribute">, string>>>;
  readonly attributes: readonly string[];
  /** Whether boxes are in pixels or parts of the picture's width and height. */
  readonly units: "pixels" | "fractions";
}

export function columnsText({ columns, attributes, units }: ColumnMapping): string {
  const named = columnMeanings.flatMap((meaning) => {
    const column = meaning === "attribute" ? undefined : columns[meaning];
    return column === undefined ? [] : [`${meaning}=${column}`];
  });
  const others = attributes.map((column) => `attribute=${column}`);
  return [...named, ...others, ...(units === "fractions" ? ["units=fractions"] : [])].join(",");
}

/** @throws Error that says what is wrong with the text, and what there is. */
export function parseColumns(text: string): ColumnMapping {
  const columns: Partial<Record<string, string>> = {};
  const attributes: string[] = [];
  let units: ColumnMapping["units"] = "pixels";
  for (const part of text.split(",").filter((one) => one.trim() !== "")) {
    const [meaning = "", column = ""] = part.split(/=(.*)/s).map((one) => one.trim());
    if (column === "")
      throw new Error(`"${part.trim()}" names no column: write MEANING=COLUMN, as in \`image=filename\`.`);
    if (meaning === "units") units = unitsIn(column);
    else if (meaning === "attribute") attributes.push(column);
    else if (!(columnMeanings as readonly string[]).includes(meaning)) {
      throw new Error(
        `A column cannot mean "${meaning}": there are ${columnMeanings.join(", ")}, and units=fractions.`,
      );
    } else if (columns[meaning] !== undefined) throw new Error(`"${meaning}" is named twice.`);
    else columns[meaning] = column;
  }
  const mapping: ColumnMapping = { columns, attributes, units };
  const missing = missingMeaning(mapping);
  if (missing !== undefined) throw new Error(missing);
  return mapping;
}

function unitsIn(text: string): ColumnMapping["units"] {
  if (text === "pixels" || text === "fractions") return text;
  throw new Error(`Units are \`pixels\` or \`fractions\` (parts of the picture), not "${text}".`);
}

const boxForms: readonly (readonly ColumnMeaning[])[] = [
  ["x1", "y1", "x2", "y2"],
  ["x", "y", "width", "height"],
  ["cx", "cy", "width", "height"],
  ["box"],
  ["points"],
];

/** What a mapping still lacks to make boxes on frames; `undefined`: nothing. */
export function missingMeaning({ columns }: Pick<ColumnMapping, "columns">): string | undefined {
  const has = (meaning: ColumnMeaning): boolean => meaning !== "attribute" && columns[meaning] !== undefined;
  if (!["image", "frame", "frame1"].some((meaning) => has(meaning as ColumnMeaning)))
    return "No column says which picture a box is on: name one as image, frame (from 0) or frame1 (from 1).";
  if (boxForms.some((form) => form.every(has))) return undefined;
  return "The columns make no box: name x1, y1, x2, y2; or x, y, width, height; or cx, cy, width, height; or box; or points.";
}

/** Names that programs and people give, without case, blanks and signs; the first that is there wins. */
const names: Readonly<Partial<Record<ColumnMeaning, string>>> = {
  image:
    "filename imagefilename imagename imagefile image imageid imagepath filepath path file img imgname imgid imgpath picture photo framename pathtoimage",
  frame: "frame frameid frameindex frameidx framenumber frameno framenum frameind framenr",
  track: "trackid track objectid objid instanceid trackletid targetid personid animalid identity id",
  x1: "x1 xmin minx left x0 bboxx1 boxx1 bboxxmin bboxleft xtl tlx xleft upperleftx topleftx",
  y1: "y1 ymin miny top y0 bboxy1 boxy1 bboxymin bboxtop ytl tly ytop upperlefty toplefty",
  x2: "x2 xmax maxx right bboxx2 boxx2 bboxxmax bboxright xbr brx xright lowerrightx bottomrightx",
  y2: "y2 ymax maxy bottom bboxy2 boxy2 bboxymax bboxbottom ybr bry ybottom lowerrighty bottomrighty",
  x: "x bboxx boxx bbx left bboxleft xmin x1 xtl xtopleft",
  y: "y bboxy boxy bby top bboxtop ymin y1 ytl ytopleft",
  cx: "cx xcenter xcentre centerx centrex xc bboxcx xmid midx",
  cy: "cy ycenter ycentre centery centrey yc bboxcy ymid midy",
  width: "width w bboxwidth bboxw boxwidth boxw bbw",
  height: "height h bboxheight bboxh boxheight boxh bbh",
  box: "bbox box boundingbox xywh",
  points: "points",
  shape: "shapename shape",
  type: "labelname classname categoryname label class category type species speciesname taxon objectclass commonname scientificname name labelid classid categoryid cls",
  score: "score confidence conf probability prob likelihood detectionconfidence",
  "image-width": "imagewidth imgwidth imagew imgw width",
  "image-height": "imageheight imgheight imageh imgh height",
};

/** The likely meanings of the columns of a table whose first row has names; `undefined`: it holds no boxes. */
export function proposeColumns(rows: readonly TableRow[]): ColumnMapping | undefined {
  const header = withoutPadding(rows[0]?.cells ?? []);
  const data = rows.slice(1).map(({ cells }) => cells);
  if (header.length < 3 || header.some(isNumber)) return undefined;
  const plain = header.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
  const find = (meaning: ColumnMeaning): string | undefined => {
    for (const name of names[meaning]?.split(" ") ?? []) {
      const at = plain.indexOf(name);
      if (at >= 0) return header[at];
    }
    return undefined;
  };
  const form = boxForms.find((meanings) => meanings.every((meaning) => find(meaning) !== undefined));
  if (form === undefined) return undefined;
  const columns: Partial<Record<ColumnMeaning, string | undefined>> = Object.fromEntries(
    [...form, "image" as const, "type" as const, "score" as const].map((meaning) => [meaning, find(meaning)]),
  );
  const valuesOf = (column: string | undefined): readonly string[] =>
    column === undefined ? [] : data.map((cells) => cells[header.indexOf(column)] ?? "");
  const frame = find("frame");
  const frames = valuesOf(frame);
  // Names of pictures under "frame", or frames under "image".
  if (frame !== undefined && frames.every(isNumber)) columns[frames.includes("0") ? "frame" : "frame1"] = frame;
  else columns.image ??= frame;
  if (form.includes("points")) columns.shape = find("shape");
  const track = find("track");
  if (track !== undefined && isShared(valuesOf(track))) columns.track = track;
  const numbers = form.flatMap((meaning) => valuesOf(columns[meaning])).filter((cell) => cell !== "");
  const units = form.length === 4 && numbers.length > 0 && numbers.every(isFraction) ? "fractions" : "pixels";
  if (units === "fractions") {
    for (const meaning of ["image-width", "image-height"] as const) {
      const column = find(meaning);
      if (column !== undefined && !form.some((one) => columns[one] === column)) columns[meaning] = column;
    }
  }
  const known = Object.entries(columns).filter(([, column]) => column !== undefined);
  const mapping: ColumnMapping = { columns: Object.fromEntries(known), attributes: [], units };
  return missingMeaning(mapping) === undefined ? mapping : undefined;
}

/** Ids that come again join rows; others only count them. */
function isShared(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}

function isFraction(cell: string): boolean {
  const value = Number(cell.replace(",", "."));
  return value >= -0.01 && value <= 1.01;
}
