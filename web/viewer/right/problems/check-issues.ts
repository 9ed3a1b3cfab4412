/**
 * Runs all rules on a copy of the annotations. The copy is made once, since that is slow with many tracks; later edits
 * are replayed in it.
 */

import { issueRules, type AnnotationCore, type CoreImage, type IssueFacts, type IssueGroup } from "#core/types";

export interface IssuesCall {
  /** The whole document; sent first, and when the document was replaced. */
  readonly image?: CoreImage | undefined;
  /** Edits since the last call. */
  readonly ops?: Uint8Array<ArrayBuffer> | undefined;
  readonly facts: IssueFacts;
}

export type IssuesReply =
  /** Only the violated rules, in order. */
  | { readonly kind: "found"; readonly found: readonly IssueGroup[] }
  | { readonly kind: "failed"; readonly message: string };

/**
 * @param core holds the annotations of the previous calls; initially empty
 * @returns the violated rules, in order
 */
export async function checkIssues(
  core: AnnotationCore,
  { image, ops, facts }: IssuesCall,
): Promise<readonly IssueGroup[]> {
  if (image !== undefined) await core.reader.putImage(image, () => Promise.resolve());
  if (ops !== undefined && ops.length > 0 && !core.replay(ops)) throw new Error("The edits do not fit.");
  return issueRules.map((rule) => core.listIssues(rule, facts)).filter(({ count }) => count > 0);
}
