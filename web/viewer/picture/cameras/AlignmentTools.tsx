/**
 * Part of Multi-camera tools: aligns the cameras in time. The user picks the source of the picture times, an offset per
 * camera, and an instant visible on two of them; the effect on the shown pictures is displayed before anything is
 * stored.
 */

import { Button, NumberInput, Select } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { TimeAlignment } from "#schemas";
import { api } from "../../../api/client.ts";
import { t } from "../../../base/texts/index.ts";
import { useSubmission } from "../../../features/use-submission.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { useViewer } from "../../viewer-context.ts";
import {
  canAlignByNumber,
  differencesAt,
  possibleModes,
  withDrift,
  withMode,
  withOffset,
  withSameInstant,
  type AlignedCamera,
  type SharedView,
} from "./align-edit.ts";
import classes from "./cameras.module.css";
import { differenceText } from "./difference-text.ts";

export function AlignmentTools() {
  useSignals();
  const { editor, workspace } = useViewer();
  const stored = workspace.dataset.timeAlignment;
  const cameras = workspace.cameras.flatMap(({ name, source }): AlignedCamera[] =>
    source.value === undefined ? [] : [{ name, source: source.value }],
  );
  const [draft, setDraft] = useState<TimeAlignment | undefined>(stored);
  const [mark, setMark] = useState<SharedView>();
  const { isBusy, failure, send } = useSubmission();
  const isReadOnly = workspace.readOnly.value !== undefined;
  const active = workspace.active.value;
  const activeFrame = active.shown.value;
  const alignment = draft ?? withMode("frame", cameras);
  const rows =
    activeFrame === undefined || cameras.length < workspace.cameras.length
      ? []
      : differencesAt(alignment, cameras, { camera: active.name, frame: activeFrame });

  function pick(camera: string, frame: number | undefined): void {
    if (frame === undefined) return;
    const picked = { camera, frame };
    if (mark === undefined || mark.camera === camera) return setMark(picked);
    const base = draft ?? withMode(stored?.mode ?? "manual", cameras);
    setDraft(withSameInstant(base, cameras, [mark, picked]));
    setMark(undefined);
  }

  async function store(): Promise<void> {
    await send(async () => {
      // Reopens the viewer, since the slots change.
      await editor.save();
      if (workspace.cameras.some(({ document }) => !document.peek().isClean)) return "open";
      // `null` removes the stored alignment.
      const body = { timeAlignment: draft ?? null } as { timeAlignment: TimeAlignment };
      await api.call("dataset.update", { id: workspace.dataset.id, body });
      location.reload();
      // The reload asks first if an upload is under way, and may not happen.
      return "open";
    });
  }

  return (
    <section className={classes.alignment} aria-label={t("cameras.alignment")}>
      <h2 className={classes.title}>{t("cameras.alignment")}</h2>
      <Select
        size="xs"
        label={t("cameras.alignmentMode")}
        data={(["none", ...possibleModes(cameras)] as const).map((mode) => ({
          value: mode,
          label: t(`cameras.alignment.${mode}`),
          disabled: mode === "none" && !canAlignByNumber(cameras),
        }))}
        value={draft?.mode ?? "none"}
        disabled={isReadOnly}
        allowDeselect={false}
        onChange={(mode) => {
          setMark(undefined);
          if (mode === "none") setDraft(undefined);
          else if (mode !== null) setDraft(withMode(mode as TimeAlignment["mode"], cameras));
        }}
      />
      <p className={classes.span}>
        {mark === undefined ? t("cameras.sameInstantHint") : t("cameras.sameInstantNext", { name: mark.camera })}
      </p>
      <ul className={classes.list}>
        {workspace.cameras.map(({ name, shown }) => (
          <CameraRow
            key={name}
            name={name}
            time={alignment.cameras[name]}
            difference={rows.find((row) => row.name === name)}
            isMarked={mark?.camera === name}
            canMark={!isReadOnly && shown.value !== undefined}
            isReadOnly={isReadOnly}
            onMark={() => pick(name, shown.peek())}
            onOffset={(seconds) => setDraft(withOffset(alignment, name, seconds))}
            onDrift={(drift) => setDraft(withDrift(alignment, name, drift))}
          />
        ))}
      </ul>
      {failure !== undefined && <ErrorAlert title={t("cameras.alignmentFailed")} text={failure} />}
      <Button
        size="xs"
        variant="default"
        disabled={isReadOnly || JSON.stringify(draft) === JSON.stringify(stored)}
        loading={isBusy}
        onClick={() => void store()}
      >
        {t("cameras.storeAlignment")}
      </Button>
    </section>
  );
}

interface CameraRowProps {
  readonly name: string;
  readonly time: TimeAlignment["cameras"][string] | undefined;
  /** `undefined`: the cameras are not all loaded. */
  readonly difference: ReturnType<typeof differencesAt>[number] | undefined;
  /** Whether the instant to be found on another camera was picked on this one. */
  readonly isMarked: boolean;
  readonly canMark: boolean;
  readonly isReadOnly: boolean;
  onMark(): void;
  onOffset(seconds: number): void;
  /** Seconds of drift per second. */
  onDrift(drift: number): void;
}

function CameraRow(props: CameraRowProps) {
  const { name, time, difference: row, isMarked, canMark, isReadOnly, onMark, onOffset, onDrift } = props;
  return (
    <li className={classes.alignmentRow} data-aligned={name}>
      <span className={classes.name}>{name}</span>
      <NumberInput
        size="xs"
        label={t("cameras.offsetShort")}
        aria-label={t("cameras.offset", { name })}
        suffix=" s"
        decimalScale={6}
        step={0.01}
        disabled={isReadOnly}
        value={time?.offset ?? 0}
        onChange={(value) => {
          if (typeof value === "number") onOffset(value);
        }}
      />
      <Button
        size="compact-xs"
        variant={isMarked ? "filled" : "default"}
        disabled={!canMark}
        onClick={onMark}
        aria-label={t("cameras.sameInstant", { name })}
      >
        {t("cameras.sameInstantShort")}
      </Button>
      <NumberInput
        size="xs"
        className={classes.drift ?? ""}
        label={t("cameras.driftShort")}
        aria-label={t("cameras.drift", { name })}
        suffix=" ms/s"
        decimalScale={6}
        step={0.01}
        disabled={isReadOnly}
        value={millisecondsOf(time?.drift ?? 0)}
        onChange={(value) => {
          if (typeof value === "number") onDrift(value / 1000);
        }}
      />
      <span className={classes.difference}>
        {row?.difference === undefined
          ? t("cameras.noneThen")
          : t("cameras.thenFrame", { frame: row.frame ?? 0, difference: differenceText(row.difference) })}
      </span>
    </li>
  );
}

/** Rounded so that 0.0123 s is shown as 12.3 ms. */
const millisecondsOf = (seconds: number): number => Math.round(seconds * 1e9) / 1e6;
