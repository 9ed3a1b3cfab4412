/** Suppresses Node's warning at every start that its SQLite is experimental: we know, and have decided to use it. */

export function silenceSqliteWarning(): void {
  const emit = process.emitWarning.bind(process);
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    const isAboutSqlite = String(warning).includes("SQLite is an experimental feature");
    if (!isAboutSqlite) Reflect.apply(emit, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
}
