/** Comments as threads: the subject of each, their order in the list, and which comes next in time. */
import type { Comment, CommentAnchor } from "#schemas/wire";

export interface Thread {
  /** The id of its first comment. */
  readonly id: string;
  readonly first: Comment;
  readonly replies: readonly Comment[];
  readonly anchor: CommentAnchor;
  readonly isResolved: boolean;
}

/** @param comments oldest first; replies to missing threads are left out */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const replies = Map.groupBy(
    comments.filter(({ _id, threadId }) => _id !== threadId),
    ({ threadId }) => threadId,
  );
  return comments
    .filter(({ _id, threadId }) => _id === threadId)
    .map((first) => ({
      id: first._id,
      first,
      replies: replies.get(first._id) ?? [],
      anchor: first.anchor ?? {},
      isResolved: first.resolved !== undefined,
    }));
}

/** Threads about frames first, by frame, then those about tracks, then those about the dataset; ties by age. */
export function inOrder(threads: readonly Thread[]): Thread[] {
  const rank = ({ anchor }: Thread): number => {
    if (anchor.frame !== undefined) return anchor.frame;
    return anchor.track === undefined ? Infinity : Number.MAX_SAFE_INTEGER;
  };
  // Infinity minus itself is NaN.
  return threads.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/**
 * The thread after the one the user went to last, in list order; without one, the first on a later frame, or the last
 * on an earlier one. Wraps around at the ends.
 */
export function nextThread(
  ordered: readonly Thread[],
  { last, frame, direction }: { last: string | undefined; frame: number; direction: 1 | -1 },
): Thread | undefined {
  const at = ordered.findIndex(({ id }) => id === last);
  if (at >= 0) return ordered.at((at + direction) % ordered.length);
  const frameOf = ({ anchor }: Thread): number => anchor.frame ?? Infinity;
  return direction === 1
    ? (ordered.find((thread) => frameOf(thread) >= frame) ?? ordered[0])
    : (ordered.findLast((thread) => frameOf(thread) <= frame) ?? ordered.at(-1));
}
