/**
 * Query strings and form bodies as `name, value` pairs, in the encodings that clients really send: urlencoded, multipart,
 * and the web client's `metadata={"fps":10}` that is declared as a form but not encoded.
 */
import { RequestError } from "../base/errors.ts";

export type Pair = readonly [name: string, value: string];

export function parseQuery(text: string): Pair[] {
  return [...new URLSearchParams(text)];
}

/** Is this content type one of the two that forms use? */
export function isFormType(contentType: string): boolean {
  return /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType);
}

/**
 * @param contentType the header's value, `""` when it is missing
 * @throws RequestError for a multipart body that does not hold together
 */
export async function parseForm(body: Buffer, contentType: string): Promise<Pair[]> {
  if (body.length === 0) return [];
  if (/^\s*multipart\/form-data\b/i.test(contentType)) return await parseMultipart(body, contentType);
  const text = body.toString("utf8");
  return rawJsonPair(text) ?? parseQuery(text);
}

/** One parameter whose value is JSON as it is, without percent encoding. */
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
