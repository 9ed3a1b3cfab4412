/** The maximum number of rows of a file in formats where interpolated detections are rows as well. */
import { CoreError } from "../../types.ts";

/** Two keyframes far apart can stand for billions of interpolated rows. */
const maxRows = 100_000_000;

export function refuseTooManyRows(rows: number): void {
  if (rows <= maxRows) return;
  throw new CoreError(
    "too-many-rows",
    `With interpolated detections the file would have ${rows} rows, more than ${maxRows}. Turn interpolation off where keyframes are far apart.`,
  );
}
