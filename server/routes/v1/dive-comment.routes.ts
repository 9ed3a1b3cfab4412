/** `dive_dataset/{id}/comment`: comments on a dataset. */
import type { DatasetServices } from "../../services/datasets/dataset-services.ts";
import type { RegisterRoute } from "../registry.ts";

export function registerCommentRoutes(register: RegisterRoute, { comments }: Pick<DatasetServices, "comments">): void {
  register("comment.list", ({ actor, parameters: { id } }) => comments.list(actor, id));
  register("comment.create", ({ actor, parameters: { id }, body }) => comments.create(actor, id, body));
  register("comment.update", ({ actor, parameters: { id, commentId }, body }) =>
    comments.update(actor, id, commentId, body),
  );
  register("comment.delete", async ({ actor, parameters: { id, commentId } }) => {
    await comments.remove(actor, id, commentId);
    return null;
  });
}
