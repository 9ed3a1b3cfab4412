/** Compares the exports of a WebAssembly module with the interface that declares them for TypeScript. */

/** Number of parameters of each function; `undefined` for memories and globals. */
export type ExportShapes = Readonly<Record<string, number | undefined>>;

/** @param source text of the file with the interface */
export function declaredExports(source: string, interfaceName: string): ExportShapes {
  const [, body = ""] = new RegExp(`interface ${interfaceName} \\{(.*?)\\n\\}`, "s").exec(source) ?? [];
  const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)(?::|\(([^)]*)\))/gm)];
  return Object.fromEntries(
    members.map(([, name, parameters]) => [
      name,
      parameters?.split(",").filter((parameter) => parameter.trim() !== "").length,
    ]),
  );
}

export function actualExports(exports: object): ExportShapes {
  return Object.fromEntries(
    Object.entries(exports).map(([name, value]) => [name, typeof value === "function" ? value.length : undefined]),
  );
}
