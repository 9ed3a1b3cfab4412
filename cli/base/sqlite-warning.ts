/** Node calls its SQLite experimental, in a warning at every start: known, decided, and no news to users. */

export function silenceSqliteWarning(): void {
  const emit = process.emitWarning.bind(process);
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    const isAboutSqlite = String(warning).includes("SQLite is an experimental feature");
    if (!isAboutSqlite) Reflect.apply(emit, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
}
