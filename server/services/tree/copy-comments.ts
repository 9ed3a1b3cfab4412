/** Copies the comments of a dataset to its copy or clone, with new ids. */
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";

export async function copyComments(
  tx: Repositories,
  { ids }: Pick<Ports, "ids">,
  from: string,
  to: string,
): Promise<void> {
  const comments = await tx.comments.list(from);
  const copyIds = new Map(comments.map(({ id }) => [id, ids.next()]));
  await tx.comments.insertMany(
    comments.map((comment) => ({
      ...comment,
      id: copyIds.get(comment.id) ?? "",
      threadId: copyIds.get(comment.threadId) ?? "",
      datasetId: to,
    })),
  );
}
