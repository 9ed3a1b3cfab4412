/** The context panel with the threshold for all types, and below it one slider per type. */

import { Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { defaultThresholdKey } from "../../../session/display/filters.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { useViewer } from "../../viewer-context.ts";
import { ThresholdSlider } from "./ThresholdSlider.tsx";
import classes from "./thresholds.module.css";

export function ThresholdControls() {
  useSignals();
  const { workspace } = useViewer();
  const { thresholds } = workspace.display.filters.value;
  // All types: one that its threshold hides completely must stay in reach.
  const types = workspace.display.types.counts.value.map(({ type }) => type);
  return (
    <div className={classes.panel}>
      <div className={classes.row}>
        <Text fw={600} className={classes.type ?? ""}>
          {t("viewer.allTypes")}
        </Text>
        <ThresholdSlider type={defaultThresholdKey} label={t("viewer.confidenceOfAll")} />
      </div>
      <Text c="dimmed" size="xs" mb={6}>
        {t("viewer.confidenceHint")}
      </Text>
      {types.length === 0 && <Text c="dimmed">{t("viewer.typesEmpty")}</Text>}
      <ul className={classes.list} aria-label={t("viewer.confidenceByType")}>
        {types.map((type) => (
          <li key={type} className={classes.row}>
            <span className={classes.swatch} style={{ background: workspace.display.typeStyles.of(type).color }} />
            <CutText className={classes.type ?? ""} data-own={Object.hasOwn(thresholds, type) || undefined}>
              {type}
            </CutText>
            <ThresholdSlider type={type} label={t("viewer.confidenceOf", { type })} />
          </li>
        ))}
      </ul>
    </div>
  );
}
