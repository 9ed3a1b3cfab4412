/**
 * MongoDB's extended JSON, as old scripts send it: `{"$oid": "65f0..."}` is an id, `{"$date": 1714567000123}` (or a
 * text) a date. Both become what this server stores and sends: the id as text, the date as ISO 8601.
 */

/** @param value a parsed JSON document, modified in place */
export function plainJson(value: unknown): unknown {
  const holder = { value };
  const waiting: [container: Record<string, unknown>, key: string][] = [[holder, "value"]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [container, key] = next;
    const one = container[key];
    if (typeof one !== "object" || one === null) continue;
    const plain = plainValue(one as Record<string, unknown>);
    if (plain !== undefined) {
      container[key] = plain;
      continue;
    }
    for (const inner of Object.keys(one)) {
      const child = (one as Record<string, unknown>)[inner];
      if (typeof child === "object" && child !== null) waiting.push([one as Record<string, unknown>, inner]);
    }
  }
  return holder.value;
}

function plainValue(value: Record<string, unknown>): string | undefined {
  const keys = Object.keys(value);
  if (keys.length !== 1) return undefined;
  const { $oid: id, $date: date } = value;
  if (typeof id === "string") return id;
  if (typeof date === "object" && date !== null && "$numberLong" in date) return isoText(Number(date.$numberLong));
  return typeof date === "number" || typeof date === "string" ? isoText(date) : undefined;
}

/** `undefined` if it is not a date: then the value is left unchanged. */
function isoText(date: number | string): string | undefined {
  const when = new Date(date);
  return Number.isNaN(when.getTime()) ? undefined : when.toISOString().replace("Z", "000+00:00");
}
