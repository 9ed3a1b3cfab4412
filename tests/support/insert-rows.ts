/** Inserts many rows at once, bypassing the API: as SQL for SQLite and PostgreSQL. */

export type Row = Readonly<Record<string, string | number | null>>;

const rowsPerStatement = 500;

/** @param rows all with the same columns */
export function* insertStatements(table: string, rows: readonly Row[]): Generator<string> {
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const values = rows.slice(start, start + rowsPerStatement).map((row) => {
      return `(${Object.values(row).map(literal).join(", ")})`;
    });
    yield `INSERT INTO ${table} (${columns}) VALUES ${values.join(", ")}`;
  }
}

function literal(value: string | number | null): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** A row of the jobs table; omitted columns are those of a waiting job. */
export function jobRow(job: Row & { id: string; user_id: string }): Row {
  return {
    title: `job ${job.id}`,
    type: "convert",
    parent_id: null,
    dataset_id: null,
    public: 0,
    status: 0,
    handler: "celery_handler",
    args: "[]",
    kwargs: "{}",
    meta: "{}",
    params: null,
    progress: null,
    timestamps: "[]",
    created_ms: 0,
    updated_ms: 0,
    when_ms: 0,
    ...job,
  };
}

/** The owner's entry in the access list of a job. */
export function jobAccessRow(job: { id: string; user_id: string }): Row {
  return { model: "job", document_id: job.id, subject_type: "user", subject_id: job.user_id, level: 2 };
}
