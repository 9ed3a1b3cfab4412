/** What a job has written to its log; read again while it runs, and followed as long as its end is in view. */
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import type { Job } from "#schemas/wire";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { isFinished, jobLogQuery } from "../../queries/jobs.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import classes from "./JobLog.module.css";

/** Lines come without a message of their own. */
const everyMs = 1500;

export function JobLog({ job }: { readonly job: Job }) {
  const { data, error } = useQuery({
    ...jobLogQuery(job._id),
    // The job that was handed in may have ended since.
    refetchInterval: ({ state }) => (isFinished(state.data ?? job) ? false : everyMs),
  });
  if (error !== null) return <ErrorAlert text={errorText(error)} />;
  if (data === undefined) return <Skeleton h={40} />;
  const text = data.log?.join("") ?? "";
  if (text === "") return <Text c="dimmed">{t("jobs.log.empty")}</Text>;
  return <Log text={text} label={t("jobs.log.of", { title: job.title })} />;
}

/** CSS pixels from the end at which somebody still reads there. */
const nearEndPx = 24;

function Log({ text, label }: { readonly text: string; readonly label: string }) {
  const log = useRef<HTMLPreElement>(null);
  const follows = useRef(true);
  // Whenever it is drawn, which is when there is more of it.
  useLayoutEffect(() => {
    const element = log.current;
    if (element !== null && follows.current) element.scrollTop = element.scrollHeight;
  });
  return (
    <pre
      ref={log}
      className={classes.log}
      tabIndex={0}
      aria-label={label}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
        (follows.current = scrollTop + clientHeight > scrollHeight - nearEndPx)
      }
    >
      {text}
    </pre>
  );
}
