/**
 * The number of problems found, on the panel's icon: those that are hardly ever intended, and not those of the selected
 * tracks, which are still being drawn. For a large dataset the check takes a while, so it only runs once the panel is
 * opened.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { optionalIssueRules, type IssueGroup, type TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { PanelBadge } from "../../docks/PanelBadge.tsx";
import { useViewer } from "../../viewer-context.ts";
import { useIssues } from "./use-issues.ts";

/** Up to this many objects are checked in well under a second. */
const maxUnasked = 20_000;
/** Lets the opening of the viewer finish first. */
const afterOpeningMs = 1500;

export function ProblemsBadge() {
  useSignals();
  const { workspace } = useViewer();
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), afterOpeningMs);
    return () => clearTimeout(timer);
  }, []);
  return isTime && workspace.display.objectCount.value <= maxUnasked ? <Count /> : null;
}

function Count() {
  useSignals();
  const { selection } = useViewer().workspace;
  const { found } = useIssues();
  const count = countProblems(found, selection.value.tracks);
  return <PanelBadge count={count} label={t("problems.badge", { count })} isProblem />;
}

function countProblems(found: readonly IssueGroup[], selected: ReadonlySet<TrackId>): number {
  const certain = found.filter(({ rule }) => !optionalIssueRules.includes(rule));
  return certain.reduce(
    (sum, { count, places }) => sum + count - places.filter(({ trackId }) => selected.has(trackId)).length,
    0,
  );
}
