/**
 * Names of prepared statements. PostgreSQL parses and plans a named statement once for each connection, which is half of
 * its work for a small statement. It keeps the plan, so only statements that have one sensible plan get a name:
 * inserting a row, and finding rows by columns that equal a value.
 *
 * Tables of annotations can grow a thousandfold within a minute, before PostgreSQL notices that a plan for a small
 * table is wrong; statements that search them get none.
 */
import { createHash } from "node:crypto";

const lookup = /^select (?:\*|max\("\w+"\) as "\w+") from "(\w+)" where "\w+" = \$1(?: and "\w+" = \$\d+)*$/;
const insertion = /^insert into "\w+" \([^()]+\) values \((?:[$\d, ]|cast\(\$\d+ as text\))+\)$/i;
const growing: ReadonlySet<string> = new Set(["annotations", "feature_chunks"]);
/** These forms are few; the limit is a safeguard for PostgreSQL's memory. */
const maxNames = 500;

const names = new Map<string, string>();
/** Increases when the names are no longer valid. */
let generation = 0;

/**
 * The name is of the text alone: servers that share connections through a pooler mean the same statement by it.
 * @returns `undefined`: to be planned for its values
 */
export function statementNameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  const table = lookup.exec(text)?.[1];
  const hasOnePlan = table === undefined ? insertion.test(text) : !growing.has(table);
  if (!hasOnePlan || names.size >= maxNames) return undefined;
  const name = `${createHash("sha256").update(text).digest("base64url").slice(0, 22)}-${generation}`;
  names.set(text, name);
  return name;
}

/**
 * Whether a statement failed because a newer server has changed a table since it was prepared. Everything then gets
 * other names, so that repeating it succeeds.
 */
export function isOutdatedStatement(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  if (code !== "0A000" || routine !== "RevalidateCachedQuery") return false;
  names.clear();
  generation++;
  return true;
}
