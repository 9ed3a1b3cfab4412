/** On the start page, until dismissed or the tour was started: explains the tour and starts it. */
import { ActionIcon, Button } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconX } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import { endHint, isHintGone } from "./tour-state.ts";
import classes from "./TourHint.module.css";

export function TourHint() {
  useSignals();
  if (isHintGone("tour")) return null;
  return (
    <div className={classes.hint} role="note">
      <span>{t("browse.tour.hint")}</span>
      <Button
        size="compact-xs"
        variant="light"
        flex="none"
        onClick={() => void import("./start-tour.tsx").then(({ startTour }) => startTour())}
      >
        {t("browse.tour.start")}
      </Button>
      <ActionIcon size="sm" flex="none" aria-label={t("browse.tour.dismiss")} onClick={() => endHint("tour")}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}
