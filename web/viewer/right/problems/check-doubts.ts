/**
 * Runs all rules over a copy of the annotations. The copy is made once, since that takes time where there are many tracks;
 * later edits are made in it again.
 */

import { doubtRules, type AnnotationCore, type CoreImage, type DoubtFacts, type Doubts } from "#core/types";

export interface DoubtsCall {
  /** Everything; at first, and where it is another document. */
  readonly image?: CoreImage | undefined;
  /** Edits since the last call. */
  readonly ops?: Uint8Array<ArrayBuffer> | undefined;
  readonly facts: DoubtFacts;
}

export type DoubtsReply =
  /** Of the rules that are broken, in their order. */
  { readonly kind: "found"; readonly found: readonly Doubts[] } | { readonly kind: "failed"; readonly message: string };

/**
 * @param core what the annotations were put into by the calls before; an empty one at first
 * @returns those of the rules that are broken, in their order
 */
export async function checkDoubts(core: AnnotationCore, { image, ops, facts }: DoubtsCall): Promise<readonly Doubts[]> {
  if (image !== undefined) await core.putImage(image, () => Promise.resolve());
  if (ops !== undefined && ops.length > 0 && !core.replay(ops)) throw new Error("The edits do not fit.");
  return doubtRules.map((rule) => core.listDoubts(rule, facts)).filter(({ count }) => count > 0);
}
