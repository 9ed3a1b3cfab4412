/**
 * The rows of YOLO label files. A row is a class and a box, a polygon, or a box with points; programs that detect and
 * track add a confidence, an id or both without declaring it: the rows of all files together show which.
 */
import type { YoloDescription } from "./yolo-files.ts";

/** Positions are fractions of the picture. */
export interface YoloRow {
  readonly classNumber: number;
  /** The polygon is a box that may be rotated. */
  readonly isRotated: boolean;
  /** Center and size. */
  readonly box: readonly number[] | undefined;
  readonly polygon: readonly number[] | undefined;
  readonly points: readonly YoloPoint[];
  readonly confidence: number;
  readonly id: number | undefined;
  /** The meaning of its last numbers, if only guessed from them. */
  readonly guess?: string;
}

export interface YoloPoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Known, but hidden by something. */
  readonly isHidden: boolean;
}

/** A class and four corners. */
const rotatedCells = 9;
const maxId = 4294967294;
const decimal = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;
const isWhole = (cell = ""): boolean => /^\d+$/.test(cell) && Number(cell) <= maxId;
const isShare = (cell = ""): boolean => decimal.test(cell) && Number(cell) >= 0 && Number(cell) <= 1;
/** Positions and confidences are never as large. */
const isClearlyId = (cell = ""): boolean => isWhole(cell) && Number(cell) > 1;

export class YoloRowReader {
  #keypoints: YoloDescription["keypoints"];
  /** Cells of a row without additions; 0: polygons may have any odd number. */
  #wholeCells: number;
  /** How long all rows are that may be poses, without a description; 0: there is one of another form. */
  #poseCells: number | undefined;
  #hasVisiblePoints = false;
  #isPoseGuessed = false;
  readonly #areRotated: boolean;
  /** Whether rows with one extra number have an id without a confidence. */
  #hasIdAlone = false;
  /** Whether all rows are a class, an id and a box, as JDE and FairMOT train on. */
  #haveIdSecond: boolean | undefined;
  #largestSecond = 0;
  /** Whether polygons have a confidence and an id. */
  #hasPolygonIds = false;

  constructor({ keypoints, areRotated }: Pick<YoloDescription, "keypoints" | "areRotated">) {
    this.#keypoints = areRotated ? undefined : keypoints;
    this.#areRotated = areRotated;
    const pointCells = this.#keypoints === undefined ? 0 : this.#keypoints.count * this.#keypoints.dimensions;
    this.#wholeCells = areRotated ? rotatedCells : pointCells === 0 ? 0 : 5 + pointCells;
  }

  /** Examines a row before any is read: what one row shows applies to all of the same kind. */
  survey(cells: readonly string[]): void {
    const [last, before] = [cells.at(-1), cells.at(-2)];
    this.#surveyPose(cells);
    const [, second = ""] = cells;
    const mayBeId = cells.length === 6 && (isWhole(second) || second === "-1") && cells.slice(2).every(isShare);
    this.#haveIdSecond = mayBeId && this.#haveIdSecond !== false;
    this.#largestSecond = Math.max(this.#largestSecond, Number(second));
    if (!isClearlyId(last)) return;
    const additions = this.#additionsOf(cells.length);
    if (additions === 1) this.#hasIdAlone = true;
    else if (additions === undefined && cells.length % 2 === 0) this.#hasIdAlone = true;
    else if (additions === undefined && isShare(before)) this.#hasPolygonIds = true;
  }

  /** A box and points with a visibility (0, 1 or 2) each: positions are hardly ever 2. */
  #surveyPose(cells: readonly string[]): void {
    const visible = cells.slice(5).filter((_, at) => at % 3 === 2);
    const isPose = cells.length > 5 && cells.length % 3 === 2 && visible.every((cell) => /^[012](\.0*)?$/.test(cell));
    this.#poseCells = isPose && (this.#poseCells ?? cells.length) === cells.length ? cells.length : 0;
    this.#hasVisiblePoints ||= isPose && visible.some((cell) => cell.startsWith("2"));
  }

  /** Takes rows for poses whose description is missing, once all were examined. */
  #settle(): void {
    const cells = this.#poseCells ?? 0;
    this.#poseCells = 0;
    if (cells === 0 || this.#wholeCells !== 0 || !this.#hasVisiblePoints) return;
    const count = (cells - 5) / 3;
    const names = Array.from({ length: count }, (_, index) => String(index + 1));
    this.#keypoints = { count, dimensions: 3, names };
    this.#wholeCells = cells;
    this.#isPoseGuessed = true;
  }

  /** @returns the row, or the problem */
  read(cells: readonly string[]): YoloRow | string {
    this.#settle();
    // No position is as large.
    if (this.#haveIdSecond === true && this.#largestSecond > 2) return this.#readIdSecond(cells);
    return this.#readRow(cells);
  }

  #readRow(cells: readonly string[]): YoloRow | string {
    if (cells.length < 5) return "a row needs a class and four numbers";
    const values = cells.map((cell) => (decimal.test(cell) ? Number(cell) : NaN));
    if (!values.every(Number.isFinite)) return "a row is numbers, separated by blanks";
    const [classNumber = -1] = values;
    if (!Number.isInteger(classNumber) || classNumber < 0 || classNumber > 999_999) {
      return "the class must be a whole number from 0";
    }
    const count = this.#countAdditions(cells);
    if (typeof count === "string") return count;
    const end = cells.length - count;
    const isId = count === 2 || (count === 1 && this.#hasIdAlone && isWhole(cells.at(-1)));
    const confidence = count === 2 ? values.at(-2) : count === 1 && !isId ? values.at(-1) : 1;
    if (confidence !== undefined && (confidence < 0 || confidence > 1)) {
      return `its last number, ${confidence}, is neither a confidence (0 to 1) nor a track id; a rotated box needs four corners (task: obb)`;
    }
    const positions = values.slice(1, end);
    const isBox = end === 5 || (end === this.#wholeCells && !this.#areRotated);
    return {
      classNumber,
      isRotated: !isBox && this.#areRotated,
      box: isBox ? positions.slice(0, 4) : undefined,
      polygon: isBox ? undefined : positions,
      points: isBox ? this.#pointsOf(positions.slice(4)) : [],
      confidence: confidence ?? 1,
      id: isId ? values.at(-1) : undefined,
      ...this.#guessOf(count, isId, isBox && count === 1 && !isId),
    };
  }

  #readIdSecond([category = "", id, ...box]: readonly string[]): YoloRow | string {
    const row = this.#readRow([category, ...box]);
    return typeof row === "string"
      ? row
      : { ...row, id: id === "-1" ? undefined : Number(id), guess: "a box after a track id" };
  }

  /** Every detector writes a confidence after a box, and the length of poses is known; anything else is a guess. */
  #guessOf(count: number, isId: boolean, isUsual: boolean): Pick<YoloRow, "guess"> {
    if (this.#isPoseGuessed && count === 0) return { guess: "points of a pose with a visibility each" };
    if (count === 0 || isUsual) return {};
    if (count === 2 && this.#wholeCells !== 0) return {};
    if (count === 2) return { guess: "a confidence and a track id" };
    return { guess: isId ? "a track id" : "a confidence" };
  }

  /** How many numbers follow a box or a pose; `undefined`: it is neither. */
  #additionsOf(cells: number): number | undefined {
    const base = this.#wholeCells === 0 ? 5 : this.#wholeCells;
    const more = cells - base;
    if (more >= 0 && more <= 1) return more;
    // Boxes in files that have no points for some objects.
    return this.#wholeCells !== 0 && cells === 5 ? 0 : undefined;
  }

  #countAdditions(cells: readonly string[]): number | string {
    const { length } = cells;
    const additions = this.#additionsOf(length);
    if (additions !== undefined) return additions;
    const isTracked = isWhole(cells.at(-1)) && isShare(cells.at(-2));
    if (this.#wholeCells !== 0) {
      if (length === this.#wholeCells + 2 && isTracked) return 2;
      if (this.#areRotated) return "a row must have a class and four corners (task: obb)";
      return `a row must have a class, a box and ${this.#wholeCells - 5} numbers for its points (kpt_shape)`;
    }
    // A triangle whose last number is 0 or 1 looks the same, but trackers are far more common.
    if (length === 7) return isTracked ? 2 : 0;
    if (length % 2 === 0) {
      const isAddition = isShare(cells.at(-1)) || (this.#hasIdAlone && isWhole(cells.at(-1)));
      return isAddition ? 1 : "a polygon needs pairs of numbers, and points of a pose need kpt_shape in data.yaml";
    }
    return this.#hasPolygonIds && isTracked ? 2 : 0;
  }

  #pointsOf(numbers: readonly number[]): readonly YoloPoint[] {
    if (this.#keypoints === undefined) return [];
    const { dimensions, names } = this.#keypoints;
    return names.flatMap((name, index) => {
      const [x = 0, y = 0, visible = 2] = numbers.slice(index * dimensions, (index + 1) * dimensions);
      // A missing point is 0, 0, with or without a visibility.
      const isThere = visible > 0 && (x !== 0 || y !== 0);
      return isThere ? [{ name, x, y, isHidden: visible === 1 && dimensions === 3 }] : [];
    });
  }
}
