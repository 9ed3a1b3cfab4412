/**
 * The number of problems found, on the panel's icon. For a large dataset the check takes a while, so it only runs once
 * the panel is opened.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
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
  const { found } = useIssues();
  const count = found.reduce((sum, { count: ofRule }) => sum + ofRule, 0);
  return <PanelBadge count={count} label={t("problems.badge", { count })} isProblem />;
}
