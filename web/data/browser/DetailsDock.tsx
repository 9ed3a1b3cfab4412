/** The details next to the list, with a splitter, or over it in a narrow window. */
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import type { Entry } from "../../queries/places.ts";
import { Splitter } from "../../ui/page/Splitter.tsx";
import { detailsWidthPx } from "../preferences.ts";
import classes from "./BrowserPage.module.css";
import { DetailsPanel } from "./DetailsPanel.tsx";
import { useDetails } from "./use-details.ts";
import type { ShownPlace } from "./use-place.ts";

const minWidthPx = 220;
const maxWidthPx = 520;

interface DetailsDockProps {
  readonly shown: ShownPlace;
  onDelete(entries: readonly Entry[]): void;
}

export function DetailsDock({ shown, onDelete }: DetailsDockProps) {
  useSignals();
  const details = useDetails();
  if (!details.isShown) return null;
  const { here, rows, rights, isKnown, failure } = shown;
  const entries = rows.selected.length > 0 ? rows.selected : here === undefined ? [] : [here];
  return (
    <>
      <div
        className={classes.details}
        data-over={details.isDrawer || undefined}
        style={{ width: detailsWidthPx.value }}
      >
        {(here !== undefined || (isKnown && failure === null)) && (
          <DetailsPanel entries={entries} placeLevel={rights.level} onDelete={onDelete} />
        )}
      </div>
      {!details.isDrawer && (
        <Splitter
          label={t("browse.details.width")}
          orientation="vertical"
          value={detailsWidthPx.value}
          min={minWidthPx}
          max={maxWidthPx}
          step={20}
          valueAt={(start, moved) => start + moved}
          onChange={(width) => (detailsWidthPx.value = width)}
        />
      )}
    </>
  );
}
