/** The attribute track filters that are marked for the top bar. In a narrow window they are only in their panel. */

import { Switch } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./track-filters.module.css";
import { hasUsedValue, UsedValue } from "./UsedValue.tsx";

export function PrimaryFilters() {
  useSignals();
  const { workspace } = useViewer();
  const primary = workspace.display.trackFilters.all.value.filter(({ filter }) => filter.primaryDisplay === true);
  if (primary.length === 0) return null;
  return (
    <div className={classes.primary} role="group" aria-label={t("filters.primaryFilters")}>
      {primary.map((used) => {
        const { name } = used.filter;
        return (
          <div key={name} className={classes.row}>
            <Switch
              aria-label={t("filters.use", { name })}
              checked={used.isEnabled}
              onChange={(event) =>
                workspace.display.trackFilters.choose(name, { isEnabled: event.currentTarget.checked })
              }
            />
            <CutText className={classes.primaryName}>{name}</CutText>
            {hasUsedValue(used) && (
              <div className={classes.primaryValue}>
                <UsedValue used={used} />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}
