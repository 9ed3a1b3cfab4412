/** The attribute track filters that may hide tracks now, as chips above the track list; the cross turns one off. */

import { Pill } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { useViewer } from "../../viewer-context.ts";
import { describeFilter } from "./filter-draft.ts";
import classes from "./track-filters.module.css";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function FilterChips() {
  useSignals();
  const { workspace } = useViewer();
  const active = workspace.display.trackFilters.all.value.filter(({ isActive }) => isActive);
  if (active.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t("filters.activeFilters")}>
      {active.map(({ filter, value }) => (
        <li key={filter.name}>
          <Tip label={filter.name}>
            <Pill
              withRemoveButton
              // Mantine hides the remove button from keyboards and screen readers.
              removeButtonProps={{
                "aria-label": t("filters.takeOff", { name: filter.name }),
                "aria-hidden": false,
                tabIndex: 0,
              }}
              onRemove={() => workspace.display.trackFilters.choose(filter.name, { isEnabled: false })}
            >
              {describeFilter(filter, value)}
            </Pill>
          </Tip>
        </li>
      ))}
    </ul>
  );
}
