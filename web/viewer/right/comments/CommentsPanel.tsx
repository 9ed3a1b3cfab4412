/** The comments on the dataset. A new one can be typed while the list is loading. */

import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./Comments.module.css";
import { NewComment } from "./NewComment.tsx";

const CommentList = lazyPart(async () => (await import("./CommentList.tsx")).default);

export function CommentsPanel() {
  useSignals();
  const canWrite = useViewer().workspace.readOnly.value !== "access";
  return (
    <div className={classes.panel}>
      {canWrite ? <NewComment /> : <p className={classes.hint}>{t("comments.readOnly")}</p>}
      <CommentList canWrite={canWrite} />
    </div>
  );
}
