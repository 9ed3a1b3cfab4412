/** Compares parsed JSON of another tool with what its reader takes for granted, before anything of it is used. */

/** `any` is not checked; members that a list of members does not name may be anything. Absent members are fine. */
export type JsonShape =
  | "any"
  | "text"
  | "number"
  | "truth"
  | { readonly list: JsonShape }
  | {
      readonly members: Readonly<Record<string, JsonShape | (() => JsonShape)>>;
      /** Names of required members. */
      readonly needs?: readonly string[];
    };

const shapeNames = { text: "text", number: "a number", truth: "true or false" } as const;

/** `/tracks/3/shapes is not a list`; `undefined`: it is as described. */
export function shapeProblem(value: unknown, shape: JsonShape, pointer = ""): string | undefined {
  if (shape === "any") return undefined;
  const where = pointer === "" ? "it" : pointer;
  if (typeof shape === "string") {
    const isSo =
      shape === "truth" ? typeof value === "boolean" : typeof value === (shape === "text" ? "string" : shape);
    return isSo ? undefined : `${where} is not ${shapeNames[shape]}`;
  }
  if ("list" in shape) {
    if (!Array.isArray(value)) return `${where} is not a list`;
    for (const [index, one] of value.entries()) {
      const why = shapeProblem(one, shape.list, `${pointer}/${index}`);
      if (why !== undefined) return why;
    }
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `${where} is not an object`;
  const missing = shape.needs?.find((name) => (value as Readonly<Record<string, unknown>>)[name] === undefined);
  if (missing !== undefined) return `${where} lacks ${missing}`;
  for (const [name, given] of Object.entries(shape.members)) {
    const one = (value as Readonly<Record<string, unknown>>)[name];
    if (one === undefined) continue;
    const why = shapeProblem(one, typeof given === "function" ? given() : given, `${pointer}/${name}`);
    if (why !== undefined) return why;
  }
  return undefined;
}
