/** The Segment tool's source of outlines: a model, where it runs and how fast, or the colors. Opens the choice. */

import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { t } from "../../../base/texts/index.ts";
import { keyOf } from "../../../commands/keymap.ts";
import { commands, runCommand } from "../../../commands/registry.ts";
import type { SegmenterModel } from "../../../editor/assistants.ts";
import { formatNumber } from "../../../ui/text/format.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";
import { CommandTip } from "../../parts/CommandButton.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./NewObjectChips.module.css";

export function SegmenterChip() {
  useSignals();
  const { editor } = useViewer();
  useEffect(() => {
    void import("../../../editor/edits/assist/segment-model.ts").then(({ restoreSegmenter }) =>
      restoreSegmenter(editor),
    );
  }, [editor]);
  const model = editor.assistants?.segmenter.value;
  const command = "segment.model";
  const name = model?.name ?? t("packs.chipColors");
  const { short, long } = model === undefined ? { short: "", long: "" } : detailsOf(model);
  return (
    <span className={classes.chips}>
      <Tip
        label={<CommandTip name={t(commands[command].label)} keys={keyOf(command)} reason={long || undefined} />}
        position="bottom"
      >
        <button
          type="button"
          className={classes.chip}
          aria-label={`${name}${long === "" ? "" : ` · ${long}`}: ${t(commands[command].label)}`}
          onClick={() => void runCommand(editor, command, undefined)}
        >
          <span className={classes.name}>{name}</span>
          <span className={classes.text}>{short}</span>
        </button>
      </Tip>
    </span>
  );
}

/** Known facts: where it runs, how long it takes to process a frame and to answer a click. */
function detailsOf({ backend, seeMs, answerMs }: SegmenterModel): { readonly short: string; readonly long: string } {
  const where = t(backend === "webgpu" ? "packs.gpu" : "packs.processor");
  const frame = seeMs === undefined ? undefined : timeText(seeMs);
  const click = answerMs === undefined ? undefined : timeText(answerMs);
  const times = [frame && t("packs.perFrame", { time: frame }), click && t("packs.perClick", { time: click })];
  const long = [where, ...times].filter((text) => text !== undefined).join(", ");
  const short = [frame, click].filter((text) => text !== undefined).join(" + ");
  return { short: short === "" ? ` · ${where}` : ` · ${where} · ${short}`, long };
}

const timeText = (ms: number): string => (ms < 1000 ? `${formatNumber(ms, 0)} ms` : `${formatNumber(ms / 1000, 1)} s`);
