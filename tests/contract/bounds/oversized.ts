/** Requests that could keep a route busy for long: each parameter of the route table, far too large. */
import { pathParameters, routeOf, type Parameter, type RouteId } from "#schemas";

const entries = 100_000;
/** Maximum length of lists and selections: more is refused immediately, this has to be handled. */
const takenEntries = 10_000;
const textLength = 1_000_000;

/** A form with one oversized parameter. */
export interface Oversized {
  readonly name: string;
  readonly what: string;
  readonly fields: Fields;
  /**
   * If it is accepted, with one entry repeated as often as allowed: the same with that entry once, which must cost no
   * less.
   */
  readonly once: Fields | undefined;
}

export type Fields = readonly (readonly [name: string, value: string])[];

type Arguments = Readonly<Record<string, unknown>>;

/** @param valid a call that the route accepts */
export function oversizedParameters(id: RouteId, valid: Arguments): Oversized[] {
  const { parameters, path } = routeOf(id);
  const inPath = new Set(pathParameters(path));
  const made: Oversized[] = [];
  for (const [name, parameter] of Object.entries(parameters)) {
    if (inPath.has(name)) continue;
    const others = Object.entries(valid).filter(([other]) => other !== name && !inPath.has(other));
    const fieldsOf = (value: string): Fields => [
      ...others.map(([other, one]) => [other, asText(one)] as const),
      [name, value],
    ];
    for (const [what, value, once] of oversizedValues(name, parameter, valid[name])) {
      made.push({ name, what, fields: fieldsOf(value), once: once === undefined ? undefined : fieldsOf(once) });
    }
  }
  return made;
}

const asText = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

const taken = "one entry, as often as is taken";

function oversizedValues(
  name: string,
  { isSearch = false, type }: Parameter,
  valid: unknown,
): [what: string, value: string, once?: string][] {
  if (name === "access") return [["a list of many users", accessOf(entries / 2)]];
  if (type === "array" || type === "json") {
    const first: unknown = (Array.isArray(valid) ? (valid as unknown[])[0] : undefined) ?? entryOf(name, 1);
    return [
      ["one entry many times", JSON.stringify(Array(entries).fill(first))],
      [taken, JSON.stringify(Array(takenEntries).fill(first)), JSON.stringify([first])],
      ["many entries", JSON.stringify(times(entries, (n) => entryOf(name, n)))],
    ];
  }
  if (type === "object") {
    if (name === "resources") {
      const [kind, ids] = Object.entries(valid as Record<string, string[]>)[0] ?? ["folder", [idOf(1)]];
      return [
        ["one id many times", JSON.stringify({ [kind]: Array(entries).fill(ids[0]) })],
        [taken, JSON.stringify({ [kind]: Array(takenEntries).fill(ids[0]) }), JSON.stringify({ [kind]: [ids[0]] })],
        ["many ids", JSON.stringify({ [kind]: times(entries, idOf) })],
      ];
    }
    return [["many keys", JSON.stringify(Object.fromEntries(times(entries, (n) => [`k${n}`, n])))]];
  }
  if (type === "string") {
    const long: [what: string, value: string] = ["a long text", "x".repeat(textLength)];
    if (!isSearch) return [long];
    return [
      long,
      ["many words", "x y ".repeat(textLength / 4)],
      ["2,000 words", times(2000, (n) => `w${n}`).join(" ")],
      ["a longish text", "%_".repeat(450)],
      [
        "as many words",
        times(250, (n) => `w${n}`)
          .join(" ")
          .slice(0, 950),
      ],
    ];
  }
  return [];
}

const entryOf = (name: string, n: number): unknown =>
  name === "statuses" ? n : /ids$/i.test(name) ? idOf(n) : `x${n}`;
const idOf = (n: number): string => n.toString(16).padStart(24, "0");
const accessOf = (count: number): string =>
  JSON.stringify({ users: times(count, (n) => ({ id: idOf(n), level: 0 })), groups: [] });

export function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

/** JSON documents of this many bytes. */
export function oversizedBodies(bytes: number): { what: string; body: Buffer }[] {
  const fill = (unit: string, from = "", to = ""): Buffer =>
    Buffer.from(from + unit.repeat(Math.floor((bytes - from.length - to.length) / unit.length)) + to);
  const half = Math.floor(bytes / 2);
  return [
    { what: "brackets that open", body: fill("[") },
    { what: "brackets that open and close", body: Buffer.from("[".repeat(half) + "]".repeat(half)) },
    { what: "objects within objects", body: fill('{"a":') },
    { what: "a long list", body: fill('"x",', "[", '"x"]') },
    { what: "a list of lists", body: fill("[],", "[", "[]]") },
    { what: "a long text", body: fill("x", '{"folderId":"', '"}') },
    { what: "no JSON", body: fill("NaN Infinity ") },
  ];
}
