/**
 * Recognizes text tables. Every format rates how well all rows seen fit it; the best one wins. Two that fit equally
 * well are both named, so that the user can choose.
 */
import { columnsText, parseColumns, proposeColumns, type ProposedColumns } from "./column-mapping.ts";
import { foreignText, type ForeignFormat } from "./foreign-format.ts";
import { foreignRows, foreignTables, foreignTexts } from "./foreign-tables.ts";
import { translatedText, type Candidate, type RecognizedFile, type TranslatedTool } from "./recognized.ts";
import {
  areSizedPictures,
  fitAiCity,
  fitAva,
  fitClassTable,
  fitDarkLabel,
  fitDota,
  fitIcdar,
  fitKitti,
  fitKw18,
  fitKwiver,
  fitLabelList,
  fitMakeSense,
  fitMot,
  fitNamedMot,
  fitOneBoxALine,
  fitOneObject,
  fitRetinaNet,
  fitViame,
  fitVirat,
  fitUavdt,
  fitVisDrone,
  fitYoloPercents,
  fitYoloRows,
  fitYouTubeBb,
  isNumber,
  withoutPadding,
  type Fit,
} from "./table-fits.ts";
import { readTable, type Table } from "../text/table-text.ts";

/** A worse fit is rejected. */
const minFit = 0.25;
/** Fits that differ by less count as equal. */
const minDifference = 0.12;

interface ScoredCandidate extends Candidate {
  readonly message: string;
  readonly columns?: ProposedColumns;
  readonly translated?: TranslatedTool;
}

/**
 * @param text the beginning of the file, whose last line may be cut off
 * @returns `undefined` when it is not a table
 */
export function recognizeTable(text: string, name: string): RecognizedFile | undefined {
  const lines = text
    .slice(0, linesCharacters)
    .split(/\r\n|\r|\n/)
    .slice(0, 20);
  if (text.length > linesCharacters) lines.pop();
  const shown = lines.map((line) => line.trim()).filter((line) => line !== "");
  const foreign = foreignTexts.find(({ matches }) => matches(shown));
  if (foreign?.translated !== undefined) {
    return { kind: "coco", translated: foreign.translated, message: translatedText(foreign.what) };
  }
  if (foreign !== undefined) return { kind: "foreign", message: foreignText(foreign) };
  const whole = isTruncatedTable(text) ? text.slice(0, text.search(/[^\r\n]*$/)) : text;
  const table = readTable(whole);
  const judged = candidatesOf(table, name, whole)
    .filter(({ fit }) => fit >= minFit)
    .toSorted((a, b) => b.fit - a.fit);
  const [winner] = judged;
  if (winner === undefined) return unknownTable(table);
  const second = judged.find(({ title }) => title !== winner.title);
  const isUndecided = second !== undefined && areAmbiguous(winner, second) && winner.fit - second.fit < minDifference;
  if (isUndecided) return undecided(winner, second);
  const { kind, message, columns, translated } = winner;
  return {
    kind,
    message,
    judgment: { winner: candidateOf(winner), ...(second && { runnerUp: candidateOf(second) }) },
    ...(columns && { columns }),
    ...(translated && { translated }),
  };
}

/** Whether both would be read as annotations, but differently. */
function areAmbiguous(...both: readonly [Candidate, Candidate]): boolean {
  const [one, other] = both.map(({ kind }) => kind);
  return one !== other && both.every(({ kind }) => ["viame-csv", "mot", "table", "yolo"].includes(kind));
}

/** Enough of a text to show its first lines. */
const linesCharacters = 16_000;
/** Length of the sample that the caller passes of longer texts. */
const headCharacters = 60_000;

function isTruncatedTable(text: string): boolean {
  return text.length > headCharacters;
}

function candidatesOf(table: Table, name: string, text: string): readonly ScoredCandidate[] {
  const foreign = foreignTable(table);
  if (foreign !== undefined) return [foreign];
  const { rows, separator } = table;
  if (isStudioTable(rows)) return [studioTable];
  const visDrone = fitVisDrone(table, name);
  const uavdt = fitUavdt(table, name);
  const isUavdt = uavdt.fit > 0 && uavdt.isNamed;
  const kitti = fitKitti(table);
  const withHeader = boxTable(table);
  // Column names are more conclusive than numbers.
  const { x1, cx } = withHeader?.columns?.columns ?? {};
  const isOfCorners = x1 !== undefined || cx !== undefined;
  return [
    // Its name decides between formats that fit as well.
    scoreForeign(foreignRows.oneObject, fitOneObject(table, name)),
    judge("viame-csv", "VIAME CSV", fitByName(fitViame(table), name, /\.txt$/i), "Annotations in VIAME CSV."),
    judge("mot", "MOT Challenge", isOfCorners || isUavdt ? noFit : fitMot(table), "Annotations as MOT Challenge rows."),
    judge("yolo", "YOLO labels", fitYoloRows(table), "Annotations in YOLO: the labels of one picture."),
    judge("unknown", "labels like those of YOLO", fitYoloPercents(table), yoloPercents),
    scoreForeign(foreignRows.kitti, kitti.isTracking ? noFit : kitti),
    scoreForeign(foreignRows.kittiTracking, kitti.isTracking ? kitti : noFit),
    scoreForeign(foreignRows.dota, fitDota(table)),
    scoreForeign(foreignRows.icdar, fitIcdar(table, text)),
    scoreForeign(foreignRows.ava, fitAva(table)),
    scoreForeign(foreignRows.youtubeBb, fitYouTubeBb(table)),
    scoreForeign(foreignRows.darkLabel, fitDarkLabel(table)),
    mapped("KW18 tracks", fitKw18(table), kw18Columns(rows)),
    mapped("KWIVER detections", fitKwiver(table), kwiverColumns(rows)),
    mapped("VIRAT objects", fitVirat(table), "frame=3,track=1,x=4,y=5,width=6,height=7,type=8"),
    mapped("AI City tracks", fitAiCity(table), "frame1=3,track=2,x=4,y=5,width=6,height=7", caveatOfCameras(rows)),
    visDrone.hasOwnCategories
      ? mapped("objects with scores and numbers of types", visDrone, scoredColumns(visDrone.isVideo))
      : scoreForeign(visDrone.isVideo ? foreignRows.visDroneVideo : foreignRows.visDrone, visDrone),
    isUavdt
      ? scoreForeign(foreignRows.uavdt, uavdt)
      : mapped("UAVDT tracks", uavdt, "frame1=1,track=2,x=3,y=4,width=5,height=6,type=9"),
    mapped(
      "MOT rows of CVAT with names of types",
      fitNamedMot(table),
      "frame1=1,track=2,x=3,y=4,width=5,height=6,type=8",
    ),
    mapped("MakeSense CSV", fitMakeSense(table), "type=1,x=2,y=3,width=4,height=5,image=6"),
    mapped("RetinaNet CSV", fitRetinaNet(table), "image=1,x1=2,y1=3,x2=4,y2=5,type=6"),
    judge("unknown", "boxes of one object", fitOneBoxALine(table), oneBoxALine),
    judge("label-list", "list of names", fitLabelList(table, name), labelList),
    judge("label-list", "list of classes", fitClassTable(table, name), labelList),
    ...(withHeader === undefined ? [] : [withHeader]),
    ...(withHeader === undefined ? [valuesByPicture(table)] : []),
    // Broken rows, or just a comment: the VIAME CSV reader reports missing parts, line by line.
    judge("viame-csv", "VIAME CSV", brokenViame(rows, name, separator), "Annotations in VIAME CSV."),
  ];
}

/** If nothing but numbers fits, a file name typical of the other format counts against it. */
function fitByName({ fit, why }: Fit, name: string, otherName: RegExp): Fit {
  return { fit: fit < 0.95 && otherName.test(name) ? fit * 0.8 : fit, why };
}

const noFit: Fit = { fit: 0, why: "" };

function judge(kind: RecognizedFile["kind"], title: string, { fit, why }: Fit, message: string): ScoredCandidate {
  return { kind, title, fit, why, message };
}

function scoreForeign(format: ForeignFormat, { fit, why }: Fit): ScoredCandidate {
  const { what, translated } = format;
  const found = { title: what.replace(/^an? /, ""), fit, why };
  if (translated === undefined) return { ...found, kind: "foreign", message: foreignText(format) };
  return { ...found, kind: "coco", translated, message: translatedText(what) };
}

function foreignTable({ rows, comments }: Table): ScoredCandidate | undefined {
  const cells = rows.slice(0, 5).map((row) => row.cells.map((cell) => cell.toLowerCase()));
  const format = foreignTables.find(({ matches }) => matches(cells, comments));
  return format && scoreForeign(format, { fit: 1, why: "its first row has the names of columns that this format has" });
}

const isStudioTable = ([header]: Table["rows"]): boolean =>
  ["annotation_id", "lead_time"].every((name) => header?.cells.includes(name) === true);

const studioTable = judge(
  "label-studio",
  "table of Label Studio",
  { fit: 1, why: "its first row has the names of columns that this format has" },
  "Annotations in Label Studio, as a table.",
);

/** A table whose columns are determined by its numbers. */
function mapped(title: string, fit: Fit, text: string, caveat?: string): ScoredCandidate {
  const columns = parseColumns(text);
  const isByLine = columns.columns.frame === "line";
  // Each file may be about one picture.
  const why = isByLine ? "No column says which picture a row is about" : caveat;
  return scoreTable(title, fit, { ...columns, ...(why !== undefined && { caveat: why }) });
}

function caveatOfCameras(rows: Table["rows"]): string | undefined {
  const cameras = new Set(rows.map(({ cells: [camera] }) => camera));
  return cameras.size > 1
    ? "Its first column names several cameras: put the rows of one into a separate file"
    : undefined;
}

function scoreTable(title: string, { fit, why }: Fit, columns: ProposedColumns): ScoredCandidate {
  return { kind: "table", title, fit, why, message: mappingText(title, columns), columns };
}

export function mappingText(title: string, { caveat, ...columns }: ProposedColumns): string {
  const text = columnsText(columns);
  if (caveat === undefined) return `This is a table of boxes (${title}), whose columns are read as \`${text}\`.`;
  return (
    `This is a table of boxes (${title}). ${caveat}. Say what its columns mean to read it: ` +
    `\`--columns "${text}"\` on the command line.`
  );
}

function scoredColumns(isVideo: boolean): string {
  return isVideo
    ? "frame1=1,track=2,x=3,y=4,width=5,height=6,score=7,type=8"
    : "frame=line,x=1,y=2,width=3,height=4,score=5,type=6";
}

/** The 19th column is a confidence in newer files; -1: there is none. */
function kw18Columns(rows: Table["rows"]): string {
  const hasScores = rows.every(({ cells }) => Number(cells[18] ?? -1) >= 0 && Number(cells[18]) <= 1);
  return `track=1,frame=3,x1=10,y1=11,x2=12,y2=13${hasScores ? ",score=19" : ""}`;
}

/** Frames count from 1. */
function kwiverColumns(rows: Table["rows"]): string {
  const hasTypes = rows.some(({ cells }) => (cells[7] ?? "") !== "");
  return `frame1=1,image=2,x1=3,y1=4,x2=5,y2=6,score=7${hasTypes ? ",type=8" : ""}`;
}

function boxTable({ rows }: Table): ScoredCandidate | undefined {
  const columns = proposeColumns(rows);
  if (columns === undefined) return undefined;
  const title = titleOf(rows[0]?.cells ?? []);
  // The columns of MOT, in its order: its own reader knows its classes and its pixel origin.
  const fit = isMotHeader(rows[0]?.cells ?? [], columns) ? 0.8 : 0.95;
  return scoreTable(title, { fit, why: "it has names of columns that make boxes on pictures" }, columns);
}

function isMotHeader(header: readonly string[], { columns }: ProposedColumns): boolean {
  const { frame = columns.frame1, x, y, width, height, score } = columns;
  const places = [frame, x, y, width, height, score].map((column) => header.indexOf(column ?? ""));
  return places.every((place, at) => place === [0, 2, 3, 4, 5, 6][at]);
}

/** The usual name of tables with these columns. */
function titleOf(header: readonly string[]): string {
  const has = (...names: readonly string[]): boolean => names.every((name) => header.includes(name));
  if (has("ImageID", "XMin", "XMax", "LabelName")) return "OpenImages";
  if (has("annotation_label_id", "points")) return "BIIGLE image annotations";
  if (has("filename", "class", "xmin", "xmax")) return "TensorFlow object detection";
  return "with names of columns";
}

function valuesByPicture({ rows, separator }: Table): ScoredCandidate {
  const columns = (rows[0]?.cells ?? []).map((cell) => cell.toLowerCase());
  const isKeyed = columns.length > 1 && columns.some((column) => /^(file ?name|image|frame)(_?id)?$/.test(column));
  return judge(
    "frame-metadata",
    "values by picture",
    { fit: isKeyed && separator !== " " ? 0.7 : 0, why: "its first row names pictures or frames and no box" },
    "This is a table of values by picture and holds no annotations: name it frame-metadata.csv to attach it to a dataset.",
  );
}

function brokenViame(rows: Table["rows"], name: string, separator: string): Fit {
  const isSo = separator !== " " && /\.csv$/i.test(name);
  // Names of columns belong to another table.
  const [first] = rows;
  if (first !== undefined && first.cells.length > 2 && first.cells.every((cell) => cell === "" || /^\p{L}/u.test(cell)))
    return noFit;
  // A text in the same cell of all rows, where VIAME CSV has the frame or the box: the first column only numbers them.
  const [head, ...others] = rows;
  const hasText = ({ cells }: Table["rows"][number], at: number): boolean =>
    cells[at] !== "" && !isNumber(cells[at] ?? "");
  const isOther = [2, 3, 4, 5, 6, 8].some(
    (at) => others.length > 0 && [head!, ...others].every((row) => hasText(row, at)),
  );
  if (isOther || areSizedPictures(rows)) return noFit;
  const begin = rows.filter(({ cells }) => cells.length > 1 && /^\d+$/.test(cells[0] ?? ""));
  return { fit: isSo && begin.length * 2 >= rows.length ? 0.3 : 0, why: "it is called .csv and rows begin with an id" };
}

function undecided(one: ScoredCandidate, other: ScoredCandidate): RecognizedFile {
  const both = [one, other].map(({ kind, title, why }) => {
    const flag = kind === "table" ? "" : ` (\`--from ${kind}\` on the command line)`;
    return `${title}${flag}: ${why}`;
  });
  return {
    kind: "ambiguous",
    message: `This may be ${both.join("; or ")}. Say which it is.`,
    judgment: { winner: candidateOf(one), runnerUp: candidateOf(other) },
  };
}

function candidateOf({ kind, title, fit, why }: ScoredCandidate): Candidate {
  return { kind, title, fit: Math.round(fit * 100) / 100, why };
}

/** Several names, and rows with as many cells. */
function unknownTable({ rows }: Table): RecognizedFile | undefined {
  const columns = withoutPadding(rows[0]?.cells ?? []);
  const isNamed =
    columns.length > 1 && columns.every((column, at) => (column !== "" || at === 0) && column.length < 60);
  const isTable =
    isNamed &&
    rows.length > 1 &&
    rows.every(
      ({ cells }) => cells.length === rows[0]?.cells.length || withoutPadding(cells).length === columns.length,
    );
  if (!isTable) return undefined;
  const isHeader = !columns.some(isNumber);
  const shown = columns
    .filter((column) => column !== "")
    .slice(0, 6)
    .join(", ");
  const what = isHeader ? `with the columns ${shown}` : `of ${columns.length} columns without names`;
  return {
    kind: "unknown",
    message:
      `This is a table ${what}, which are not those of VIAME CSV or MOT. If it holds boxes, say what its columns mean: ` +
      "`--columns` on the command line.",
  };
}

const labelList =
  "This is a list of names, one a line, and holds no annotations: it names the classes of the files next to it.";

const yoloPercents =
  "This looks like labels of YOLO, but their positions are percents or pixels: divide them by 100, or by the size of the picture.";

const oneBoxALine =
  "This has four numbers a line, as one box a frame: `--columns frame=line,x=1,y=2,width=3,height=4` on the command line reads it.";
