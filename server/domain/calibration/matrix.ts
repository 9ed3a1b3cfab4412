/** A matrix of a calibration file, under its name there. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** Row by row. */
  readonly values: readonly number[];
}

export type Matrices = ReadonlyMap<string, Matrix>;
