/**
 * The log of a job, refreshed while it runs. The end stays in view until the user scrolls up; a button (or the End key)
 * returns to it.
 */
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import type { Job } from "#schemas/wire";
import { hasEnded } from "#schemas/job-status";
import { t } from "../../base/texts/index.ts";
import { jobWords } from "./job-words.ts";
import { Answer } from "../Answer.tsx";
import { jobLogQuery } from "../../queries/jobs.ts";
import classes from "./JobLog.module.css";
import { statusProps } from "../../ui/page/announce.ts";

/** New lines are not announced by live messages. */
const everyMs = 1500;

export function JobLog({ job }: { readonly job: Job }) {
  const log = useQuery({
    ...jobLogQuery(job._id),
    // The job passed in may have finished since.
    refetchInterval: ({ state }) => (hasEnded(state.data ?? job) ? false : everyMs),
  });
  return (
    <Stack gap="sm">
      <Answer of={log} waiting={<Skeleton h={40} {...statusProps} aria-label={t("common.loading")} />}>
        {({ log: lines = [] }) =>
          lines.some((line) => line !== "") ? (
            <Log text={lines.join("")} label={t("jobs.log.of", { title: jobWords(job.title) })} />
          ) : (
            <Text c="dimmed">{t("jobs.log.empty")}</Text>
          )
        }
      </Answer>
    </Stack>
  );
}

/** Within this distance from the end the user counts as reading there, CSS pixels. */
const nearEndPx = 24;

const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean =>
  scrollTop + clientHeight > scrollHeight - nearEndPx;

/** These keys scroll the log while it has the focus; elsewhere some of them are commands. */
const scrollKeys = new Set(["Home", "End", "PageUp", "PageDown", "ArrowUp", "ArrowDown"]);

function Log({ text, label }: { readonly text: string; readonly label: string }) {
  const log = useRef<HTMLPreElement>(null);
  const lastTop = useRef(0);
  const [follows, setFollows] = useState(true);
  const scrollTo = (edge: "start" | "end"): void => {
    const element = log.current;
    if (element === null) return;
    element.scrollTop = edge === "end" ? element.scrollHeight : 0;
    lastTop.current = element.scrollTop;
  };
  // After every render, which happens when there are more lines.
  useLayoutEffect(() => {
    if (follows) scrollTo("end");
  });
  const goTo = (edge: "start" | "end"): void => {
    scrollTo(edge);
    setFollows(edge === "end" || (log.current !== null && isAtEnd(log.current)));
  };
  // The event arrives later, when the log may have another height: being off the end alone is not scrolling up.
  const noteScroll = (element: HTMLElement): void => {
    if (isAtEnd(element)) setFollows(true);
    else if (element.scrollTop < lastTop.current) setFollows(false);
    lastTop.current = element.scrollTop;
  };
  const noteKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (!scrollKeys.has(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.stopPropagation();
    if (event.key !== "Home" && event.key !== "End") return;
    // At once: smooth scrolling for one key could outlast the other key.
    event.preventDefault();
    goTo(event.key === "Home" ? "start" : "end");
  };
  return (
    <div className={classes.frame}>
      <pre
        ref={log}
        className={classes.log}
        tabIndex={0}
        aria-label={label}
        onKeyDown={noteKey}
        onScroll={({ currentTarget }) => noteScroll(currentTarget)}
      >
        {text}
      </pre>
      {!follows && (
        <Button
          className={classes.toEnd ?? ""}
          size="compact-sm"
          leftSection={<IconArrowDown size={14} stroke={1.75} />}
          onClick={() => {
            goTo("end");
            // The button disappears; focus the log, so that the scroll keys keep working.
            log.current?.focus();
          }}
        >
          {t("jobs.log.toEnd")}
        </Button>
      )}
    </div>
  );
}
