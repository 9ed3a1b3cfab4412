/** A job that a dialog waits for: how far it is, and its end. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { Job } from "#schemas/wire";
import { hasEnded } from "#schemas/job-status";
import { jobWords } from "./job-words.ts";
import { jobLogQuery } from "../../queries/jobs.ts";
import { statusProps } from "../../ui/page/announce.ts";

const everyMs = 1000;

interface FollowedJobProps {
  readonly job: Job;
  /** Shown until it says how far it is. */
  readonly waiting: string;
  /** Called once, with its log. */
  onEnd(ended: Job): void;
}

export function FollowedJob({ job, waiting, onEnd }: FollowedJobProps) {
  const { data = job } = useQuery({ ...jobLogQuery(job._id), staleTime: 0, refetchInterval: everyMs });
  const end = useEffectEvent(onEnd);
  const isOver = hasEnded(data);
  useEffect(() => {
    if (isOver) end(data);
  }, [isOver, data]);
  return (
    <Text size="sm" {...statusProps}>
      {jobWords(data.progress?.message ?? "") || waiting}
    </Text>
  );
}
