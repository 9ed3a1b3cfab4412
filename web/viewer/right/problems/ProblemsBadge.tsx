/**
 * How many problems the rules find, on the icon of their panel. A large dataset has none: looking through it takes a while,
 * and is done when the panel is opened.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { t } from "../../../base/texts/index.ts";
import { PanelBadge } from "../../docks/PanelBadge.tsx";
import { useViewer } from "../../viewer-context.ts";
import { useDoubts } from "./use-doubts.ts";

/** Objects that are looked through in well under a second. */
const mostUnasked = 20_000;
/** What a person has opened the viewer for goes first. */
const afterOpeningMs = 1500;

export function ProblemsBadge() {
  useSignals();
  const { workspace } = useViewer();
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), afterOpeningMs);
    return () => clearTimeout(timer);
  }, []);
  return isTime && workspace.display.objectCount.value <= mostUnasked ? <Count /> : null;
}

function Count() {
  const { found } = useDoubts();
  const count = found.reduce((sum, { count: ofRule }) => sum + ofRule, 0);
  return <PanelBadge count={count} label={t("problems.badge", { count })} isProblem />;
}
