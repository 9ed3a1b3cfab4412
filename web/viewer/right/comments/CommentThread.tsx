/** A thread: its place, its comments, and its actions. */

import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import { goToPlace } from "../../../editor/lists/comment-places.ts";
import type { Thread } from "../../../session/comments/threads.ts";
import { useViewer } from "../../viewer-context.ts";
import { CommentForm } from "./CommentForm.tsx";
import { CommentText } from "./CommentText.tsx";
import classes from "./Comments.module.css";
import { placeText } from "./place-text.ts";

interface CommentThreadProps {
  readonly thread: Thread;
  readonly canWrite: boolean;
}

export function CommentThread({ thread, canWrite }: CommentThreadProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  const { comments } = editor;
  const [isReplying, setReplying] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const isShown = comments.shown.value === thread.id;
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  const { anchor, first, replies, isResolved } = thread;
  const place = placeText(anchor, workspace.document.address.setName);

  async function resolve(resolved: boolean): Promise<void> {
    try {
      await comments.resolve(thread, resolved);
    } catch (error) {
      notifications.show({ color: "red", title: t("comments.notChanged"), message: errorText(error) });
    }
  }

  return (
    <li
      ref={row}
      className={classes.thread}
      aria-current={isShown || undefined}
      data-resolved={isResolved || undefined}
    >
      <button
        type="button"
        className={classes.where}
        aria-label={t("comments.goTo", { place })}
        onClick={() => {
          comments.show(thread);
          setMissing(!goToPlace(editor, anchor));
        }}
      >
        {place}
      </button>
      {isMissing && <p className={classes.hint}>{t("comments.notHere", { track: anchor.track ?? 0 })}</p>}
      <CommentText comment={first} replyCount={replies.length} canWrite={canWrite} />
      {replies.length > 0 && (
        <div className={classes.replies}>
          {replies.map((reply) => (
            <CommentText key={reply._id} comment={reply} replyCount={0} canWrite={canWrite} />
          ))}
        </div>
      )}
      {first.resolved !== undefined && (
        <p className={classes.hint}>{t("comments.resolved", { login: first.resolved.byLogin })}</p>
      )}
      {isReplying && <Reply thread={thread} onDone={() => setReplying(false)} />}
      {canWrite && !isReplying && (
        <Group gap={6} mt={4}>
          <Button size="compact-xs" variant="default" onClick={() => setReplying(true)}>
            {t("comments.reply")}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => void resolve(!isResolved)}>
            {t(isResolved ? "comments.reopen" : "comments.resolve")}
          </Button>
        </Group>
      )}
    </li>
  );
}

function Reply({ thread, onDone }: { readonly thread: Thread; onDone(): void }) {
  const { editor } = useViewer();
  return (
    <CommentForm
      label={t("comments.replyTo", { login: thread.first.authorLogin })}
      action={t("comments.reply")}
      failed={t("comments.notSent")}
      send={(text) => editor.comments.reply(thread, text)}
      onDone={onDone}
    />
  );
}
