/**
 * The confidence filter of the top bar: one slider for all types. Thresholds of single types are in the context panel.
 */

import { t } from "../../../base/texts/index.ts";
import { defaultThresholdKey } from "../../../session/display/filters.ts";
import { ThresholdSlider } from "./ThresholdSlider.tsx";
import classes from "./thresholds.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function ConfidenceFilter() {
  return (
    <div className={classes.filter}>
      <Tip label={t("viewer.confidenceFilter")}>
        <span className={classes.label}>{t("viewer.confidence")}</span>
      </Tip>
      <ThresholdSlider type={defaultThresholdKey} label={t("viewer.confidenceFilter")} />
    </div>
  );
}
