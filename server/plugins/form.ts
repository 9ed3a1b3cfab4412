/**
 * Parses query strings and form bodies into `name, value` pairs, in the encodings that clients really send: urlencoded,
 * multipart, and the web client's `metadata={"fps":10}`, which is declared as a form but not encoded.
 */
import { RequestError } from "../base/errors.ts";

export type Pair = readonly [name: string, value: string];

export const tooManyFields = (max: number): RequestError => new RequestError(`A form must have at most ${max} fields.`);

export function parseQuery(text: string): Pair[] {
  return [...new URLSearchParams(text)];
}

/** Whether this content type is one of the two used by forms. */
export function isFormType(contentType: string): boolean {
  return /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType);
}

/**
 * @param contentType the header's value, `""` if it is missing
 * @param maxFields checked by counting before parsing, which costs more
 * @throws RequestError if there are more fields, or a multipart body is malformed
 */
export async function parseForm(body: Buffer, contentType: string, maxFields = Infinity): Promise<Pair[]> {
  if (body.length === 0) return [];
  if (isMultipart(contentType)) {
    const boundary = /boundary="?([^";\s]+)/i.exec(contentType)?.[1] ?? "";
    // The boundary comes before each part and after the last one.
    requireMaxParts(body, `--${boundary}`, maxFields + 1);
    return await parseMultipart(body, contentType);
  }
  const json = rawJsonPair(body.toString("utf8"));
  if (json !== undefined) return json;
  requireMaxParts(body, "&", maxFields - 1);
  return parseQuery(body.toString("utf8"));
}

const isMultipart = (contentType: string): boolean => /^\s*multipart\/form-data\b/i.test(contentType);

function requireMaxParts(body: Buffer, mark: string, max: number): void {
  let count = 0;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    if (++count > max) throw tooManyFields(mark === "&" ? max + 1 : max - 1);
  }
}

/** A single parameter whose value is JSON without percent encoding. */
function rawJsonPair(text: string): Pair[] | undefined {
  const match = /^([A-Za-z_]\w*)=\s*([[{][^]*)$/.exec(text);
  const [, name, value] = match ?? [];
  if (name === undefined || value === undefined) return undefined;
  try {
    JSON.parse(value);
    return [[name, value]];
  } catch {
    // A "{" that starts an encoded or other value: an ordinary form.
    return undefined;
  }
}

async function parseMultipart(body: Buffer, contentType: string): Promise<Pair[]> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { "content-type": contentType } }).formData();
    const pairs: Pair[] = [];
    for (const [name, value] of form) pairs.push([name, typeof value === "string" ? value : await value.text()]);
    return pairs;
  } catch {
    throw new RequestError("The multipart body is not well-formed.");
  }
}
