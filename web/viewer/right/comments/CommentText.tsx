/** One comment: author, time, and the text, which its author can edit. */

import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { Comment } from "#schemas/wire";
import { errorText } from "../../../api/errors.ts";
import { requireUser } from "../../../api/session.ts";
import { t } from "../../../base/texts/index.ts";
import { confirmDialog } from "../../../ui/dialogs/confirm.tsx";
import { formatDate } from "../../../ui/text/format.ts";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import { CommentForm } from "./CommentForm.tsx";
import classes from "./Comments.module.css";

const icon = { size: 14, stroke: 1.6 };

interface CommentTextProps {
  readonly comment: Comment;
  /** Replies are deleted with the comment. */
  readonly replyCount: number;
  readonly canWrite: boolean;
}

export function CommentText({ comment, replyCount, canWrite }: CommentTextProps) {
  const { editor } = useViewer();
  const [isEditing, setEditing] = useState(false);
  const { authorLogin, authorId, created, edited, text } = comment;
  const isOwn = authorId === requireUser()._id;

  async function remove(): Promise<void> {
    const isConfirmed = await confirmDialog({
      title: t("comments.deleteTitle"),
      text: replyCount > 0 ? t("comments.deleteThread", { count: replyCount }) : t("comments.deleteText"),
      positive: t("comments.deleteYes"),
      negative: t("comments.keep"),
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await editor.comments.remove(comment);
    } catch (error) {
      notifications.show({ color: "red", title: t("comments.notChanged"), message: errorText(error) });
    }
  }

  return (
    <div className={classes.comment}>
      <div className={classes.line}>
        <div className={classes.author}>
          <b>{authorLogin}</b>
          <Text c="dimmed" size="xs" component="time" dateTime={created}>
            {formatDate(created)}
            {edited !== undefined && ` (${t("comments.edited")})`}
          </Text>
        </div>
        {canWrite && isOwn && !isEditing && (
          <ToolButton label={t("comments.edit")} icon={<IconPencil {...icon} />} onClick={() => setEditing(true)} />
        )}
        {/* Those who administrate the dataset can delete others' as well; the server says who cannot. */}
        {canWrite && !isEditing && (
          <ToolButton label={t("comments.delete")} icon={<IconTrash {...icon} />} onClick={() => void remove()} />
        )}
      </div>
      {isEditing ? (
        <EditText comment={comment} onDone={() => setEditing(false)} />
      ) : (
        <div className={classes.text}>{text}</div>
      )}
    </div>
  );
}

function EditText({ comment, onDone }: { readonly comment: Comment; onDone(): void }) {
  const { editor } = useViewer();
  return (
    <CommentForm
      label={t("comments.editing")}
      initial={comment.text}
      action={t("comments.save")}
      failed={t("comments.notChanged")}
      send={(text) => editor.comments.changeText(comment, text)}
      onDone={onDone}
    />
  );
}
