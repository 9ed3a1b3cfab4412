/** The save button, which also shows the saving state: "Saved 12:41", "3 changes", "Offline: kept on this machine". */

import { Button } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconCheck, IconCloudOff, IconDeviceFloppy } from "@tabler/icons-react";
import { localeCode, t } from "../../base/texts/index.ts";
import { keyOf } from "../../commands/keymap.ts";
import { refusalOf, runCommand } from "../../commands/registry.ts";
import type { Keeping } from "../../session/saving/journal.ts";
import type { SaveState } from "../../session/saving/saver.ts";
import { CommandTip } from "../parts/CommandButton.tsx";
import classes from "./SaveButton.module.css";
import { useViewer } from "../viewer-context.ts";
import { Tip } from "../../ui/tips/Tip.tsx";

const icon = { size: 15, stroke: 1.75 };

export function SaveButton() {
  useSignals();
  const { editor, saver } = useViewer();
  const state = saver.state.value;
  const refusal = refusalOf(editor, "dataset.save");
  const isUnsaved = state.kind !== "saved";
  const keeping = isUnsaved ? saver.keeping.value : undefined;
  const nextRetry = saver.nextRetry.value;
  const texts = [
    state.kind === "postponed" ? t(`viewer.postponed.${state.code}`) : undefined,
    nextRetry && t("viewer.nextRetry", { time: clockText(nextRetry, { second: "2-digit" }) }),
    keeping && t(`viewer.keeping.${keeping}`),
  ];
  const detail = texts.filter((text) => text !== undefined).join(" ") || undefined;
  return (
    <Tip label={<CommandTip name={t("commands.save")} keys={keyOf("dataset.save")} reason={detail} />}>
      <Button
        className={classes.save ?? ""}
        variant={state.kind === "saved" ? "default" : "filled"}
        {...((state.kind === "offline" || state.kind === "postponed" || keeping === "failed") && { color: "orange.9" })}
        loading={state.kind === "saving"}
        disabled={refusal !== undefined}
        leftSection={<StateIcon kind={state.kind} />}
        aria-label={`${t("commands.save")}: ${stateText(state, keeping)}`}
        aria-description={detail}
        data-testid="save"
        data-keeping={keeping}
        onClick={() => void runCommand(editor, "dataset.save")}
      >
        {stateText(state, keeping)}
      </Button>
    </Tip>
  );
}

function StateIcon({ kind }: { readonly kind: SaveState["kind"] }) {
  if (kind === "saved") return <IconCheck {...icon} />;
  return kind === "offline" ? <IconCloudOff {...icon} /> : <IconDeviceFloppy {...icon} />;
}

function clockText(at: Date, more: Intl.DateTimeFormatOptions = {}): string {
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...more } as const;
  return new Intl.DateTimeFormat(localeCode(), format).format(at);
}

function stateText(state: SaveState, keeping: Keeping | undefined): string {
  switch (state.kind) {
    case "saved": {
      if (state.at === undefined) return t("viewer.saved");
      return t("viewer.savedAt", { time: clockText(state.at) });
    }
    case "saving":
      return t("viewer.saving");
    case "offline":
      return t(keeping === "failed" ? "viewer.offlineUnkept" : "viewer.offline");
    case "postponed":
      return t(`viewer.postponedShort.${state.code}`);
    case "dirty":
      return t("viewer.unsaved", { count: state.count });
  }
}
