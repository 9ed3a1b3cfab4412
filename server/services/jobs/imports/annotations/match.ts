/** Which planned datasets an annotation file belongs to. */
import type { NamedBytes } from "#core/formats/sources/source";

import type { PlannedAnnotations, PlannedDataset } from "../planned-dataset.ts";

/** How many of a dataset's picture names are searched for in a file. */
const maxSearchedNames = 200;
/** Longer texts are searched without decoding. */
const maxDecodedBytes = 64 * 1024 * 1024;

/** By the picture names it contains; without any, by its own name or place, if that is unambiguous. */
export function matchDatasets(
  { about, areLabels }: Pick<PlannedAnnotations, "about" | "areLabels">,
  content: Uint8Array | readonly NamedBytes[],
): PlannedDataset[] {
  const [best, second] = about;
  if (best === undefined) return [];
  if (areLabels || about.length === 1) return [best.of];
  const parts = content instanceof Uint8Array ? [content] : content.map(({ bytes }) => bytes);
  const texts = parts.map(searchable);
  const hits = about.map(({ of, score }) => {
    const names = [...of.files.keys()].slice(0, maxSearchedNames);
    return { of, score, count: names.filter((name) => texts.some((has) => has(name))).length };
  });
  const max = Math.max(...hits.map(({ count }) => count));
  if (max > 0) {
    const named = hits.filter(({ count }) => count > 0);
    // The same names in several folders: the place decides.
    const areAlike = named.every(({ count }) => count === max) && named.length > 1;
    if (!areAlike) return named.map(({ of }) => of);
    const nearest = Math.max(...named.map(({ score }) => score));
    return named.filter(({ score }) => score === nearest).map(({ of }) => of);
  }
  return best.score > (second?.score ?? 0) && best.score >= 40 ? [best.of] : [];
}

/** JSON may escape letters as numbers, and accents have two forms. */
function searchable(bytes: Uint8Array): (name: string) => boolean {
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length > maxDecodedBytes) return (name) => plain.includes(name);
  let text: string | undefined;
  return (name) => {
    if (plain.includes(name)) return true;
    if (/^[\u0020-\u007e]*$/.test(name)) return false;
    text ??= plain
      .toString("utf8")
      .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .normalize("NFC");
    return text.includes(name.normalize("NFC"));
  };
}
