/** The comment threads: open ones, or all. */

import { SegmentedControl, Skeleton, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { t } from "../../../base/texts/index.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./Comments.module.css";
import { CommentThread } from "./CommentThread.tsx";

export default function CommentList({ canWrite }: { readonly canWrite: boolean }) {
  useSignals();
  const { comments } = useViewer().editor;
  const [which, setWhich] = useState<"open" | "all">("open");
  // Without a picture nothing else has requested the comments.
  useEffect(() => {
    if (comments.threads.peek() === undefined) void comments.load();
  }, [comments]);
  const all = comments.threads.value;
  const open = comments.open.value;
  const error = comments.error.value;
  // The thread that the user was taken to is shown even if it is resolved.
  const shown = comments.shown.value;
  const listed = (all ?? []).filter(({ id, isResolved }) => which === "all" || !isResolved || id === shown);
  return (
    <>
      {error !== undefined && (
        <ErrorAlert
          title={t("comments.failed")}
          text={error.message}
          action={{ label: t("common.retry"), onClick: () => void comments.load() }}
        />
      )}
      {all === undefined && error === undefined && <Skeleton h={60} />}
      {all !== undefined && all.length > open.length && (
        <SegmentedControl
          size="xs"
          aria-label={t("comments.which")}
          value={which}
          onChange={(value) => setWhich(value as typeof which)}
          data={[
            { value: "open", label: t("comments.open", { count: open.length }) },
            { value: "all", label: t("comments.all", { count: all.length }) },
          ]}
        />
      )}
      {all !== undefined && listed.length === 0 && (
        <Text c="dimmed">{t(all.length === 0 ? "comments.none" : "comments.noneOpen")}</Text>
      )}
      <ul className={classes.list} aria-label={t("comments.list")}>
        {listed.map((thread) => (
          <CommentThread key={thread.id} thread={thread} canWrite={canWrite} />
        ))}
      </ul>
    </>
  );
}
