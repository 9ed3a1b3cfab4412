/**
 * Free-form facts about a dataset (`datasetInfo` on the wire), edited as rows of text. Values may be any JSON, since
 * files contain them; a value the user does not touch stays as it was.
 */

export type Facts = Readonly<Record<string, unknown>>;

export interface FactRow {
  /** The name it is stored under; `undefined` if not stored yet. */
  readonly stored: string | undefined;
  readonly name: string;
  readonly text: string;
}

/** The problem of a row. */
export type FactProblem = "unnamed" | "twice";

export function factText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function toRows(facts: Facts): readonly FactRow[] {
  return Object.entries(facts).map(([name, value]) => ({ stored: name, name, text: factText(value) }));
}

/** Keyed by row index. Empty rows are not stored. */
export function problemsOf(rows: readonly FactRow[]): ReadonlyMap<number, FactProblem> {
  const problems = new Map<number, FactProblem>();
  const names = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const name = row.name.trim();
    if (name === "" && !isBlank(row)) problems.set(at, "unnamed");
    else if (name !== "" && names.has(name)) problems.set(at, "twice");
    names.add(name);
  }
  return problems;
}

/**
 * The changes that the rows make to the facts they were created from, by name; `null` removes a fact. Unchanged facts
 * are left out, so that another user's changes survive.
 */
export function changesOf(before: Facts, rows: readonly FactRow[]): Facts {
  const kept = new Set(rows.flatMap(({ stored, name }) => (stored === name.trim() ? name.trim() : [])));
  const gone = Object.keys(before).filter((name) => !kept.has(name));
  // `fromEntries` creates a member for any name, even `__proto__`.
  const changes = new Map<string, unknown>(gone.map((name) => [name, null]));
  for (const row of rows) {
    if (isBlank(row)) continue;
    const name = row.name.trim();
    const value = row.stored !== undefined && Object.hasOwn(before, row.stored) ? before[row.stored] : undefined;
    const isUntouched = row.stored === name && factText(value) === row.text;
    if (!isUntouched) changes.set(name, toValue(row.text, value));
  }
  return Object.fromEntries(changes);
}

function isBlank({ name, text }: FactRow): boolean {
  return name.trim() === "" && text.trim() === "";
}

/** A text that was a number or other JSON value stays one, if it still parses as one. */
function toValue(text: string, before: unknown): unknown {
  if (factText(before ?? "") === text) return before ?? "";
  if (before === undefined || typeof before === "string") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
