/**
 * The plan of a conversion of pictures: which items are pictures, the names of their converted copies, and, once each was
 * decoded, what becomes of it: a frame as it is, a frame with another content, or none.
 */
import type { DatasetType } from "#schemas";
import { stemOf } from "#schemas/media-files";

import { kindOfFile } from "../../../../domain/file-kinds.ts";
import { itemFactsOf } from "../../../../domain/item-facts.ts";
import type { ItemRecord } from "../../../../ports/records.ts";

type Picture = Pick<ItemRecord, "id" | "name">;

/** The result of decoding a picture. Texts follow its name: "is cut off." */
export type DecodedPicture<P extends Picture = ItemRecord> = { readonly item: P } & (
  | { readonly kind: "shown"; readonly problem: string | undefined; readonly white?: number | undefined }
  /** The copy is stored, and the original archived. */
  | { readonly kind: "converted"; readonly problem: string | undefined }
  | { readonly kind: "broken"; readonly reason: string }
);

export interface BrokenPicture<P extends Picture = ItemRecord> {
  readonly item: P;
  readonly reason: string;
}

/** The last step, after all pictures were decoded. */
export interface PictureResult<P extends Picture = ItemRecord> {
  readonly broken: readonly BrokenPicture<P>[];
  /** No picture can be shown: the job fails. */
  readonly areAllBroken: boolean;
  /** Problems of pictures that are shown as they are, by name. */
  readonly problems: ReadonlyMap<string, string>;
}

export function resultOf<P extends Picture>(decoded: readonly DecodedPicture<P>[]): PictureResult<P> {
  const broken = decoded.flatMap((one) => (one.kind === "broken" ? [{ item: one.item, reason: one.reason }] : []));
  const problems = decoded.flatMap((one): [string, string][] =>
    one.kind === "shown" && one.problem !== undefined ? [[one.item.name, one.problem]] : [],
  );
  return { broken, areAllBroken: broken.length === decoded.length, problems: new Map(problems) };
}

/** Pictures are shown as stored. */
const fullWhite = 65_535;

/**
 * The PNGs of 16 bits to be brightened, and the value that is white in all of them, so that the pictures of a sequence
 * stay comparable: none if one of the folder needs all its bits. Copies that an earlier run has made stay as they are.
 */
export function darkPictures<P extends Pick<ItemRecord, "meta">>(
  looked: readonly { readonly item: P; readonly white?: number | undefined }[],
): { readonly dark: ReadonlySet<P>; readonly white: number } {
  const isCopy = (item: P): boolean => itemFactsOf(item).originalName !== undefined;
  const needed = looked.map(({ item, white }) => (isCopy(item) ? itemFactsOf(item).shownWhite : white) ?? 0);
  const white = needed.reduce((most, one) => Math.max(most, one), 0);
  const dark = looked.flatMap((one) => (one.white === undefined || isCopy(one.item) ? [] : [one.item]));
  return { dark: new Set(white < fullWhite ? dark : []), white };
}

/** The pictures among the items of a folder, in the same order. */
export function picturesOf<P extends Picture>(items: readonly P[], type: DatasetType | undefined): P[] {
  const kinds = type === "image-sequence" ? ["image", "large-image"] : ["image"];
  return items.filter(({ name }) => kinds.includes(kindOfFile(name)));
}

/**
 * Names of pictures converted to PNG: `a.bmp` becomes `a.png`, or `a.bmp.png` if another picture would get the same
 * name. Some systems treat letter case, or the two forms of accents, as equal.
 */
export class ConvertedNames {
  readonly #counts = new Map<string, number>();

  constructor(pictures: readonly Picture[]) {
    for (const { name } of pictures) {
      const key = keyOf(stemOf(name));
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  of({ name }: Picture): string {
    const stem = stemOf(name);
    return (this.#counts.get(keyOf(stem)) ?? 0) > 1 ? `${name}.png` : `${stem}.png`;
  }
}

const keyOf = (stem: string): string => stem.normalize("NFC").toLowerCase();
