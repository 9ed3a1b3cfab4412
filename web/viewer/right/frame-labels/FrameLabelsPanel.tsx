/** The available labels with their keys, and their intervals as fields: everything that the timeline's bars can do. */

import { Button, NumberInput, TextInput } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconKeyboard, IconKeyboardOff, IconPencil, IconPlayerTrackNext, IconTrash } from "@tabler/icons-react";
import { useState, type FormEvent } from "react";
import { t } from "../../../base/texts/index.ts";
import { currentKeys } from "../../../commands/keymap.ts";
import type { FrameLabel, LabelName } from "../../../session/display/frame-labels.ts";
import { labelSlotCount } from "../../../session/display/frame-labels.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { StyleEditor } from "../../left/styles/StyleEditor.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./frame-labels.module.css";
import { ToolButton } from "../../parts/ToolButton.tsx";

const icon = { size: 15, stroke: 1.6 };

export function FrameLabelsPanel() {
  useSignals();
  const { editor, workspace } = useViewer();
  const [edited, setEdited] = useState<string | undefined>(undefined);
  const names = editor.frameLabels.names.value;
  const isOff = workspace.editRefusal.value !== undefined;
  const empty = t(isOff ? "frameLabels.emptyReadOnly" : "frameLabels.empty");
  return (
    <div className={classes.panel}>
      <p className={classes.hint}>{names.length === 0 ? empty : t("frameLabels.hint")}</p>
      <ul className={classes.labels} aria-label={t("frameLabels.labels")}>
        {names.map((label) => (
          <Label key={label.name} label={label} onEdit={() => setEdited(label.name)} />
        ))}
      </ul>
      {isOff ? <p className={classes.hint}>{t("frameLabels.readOnly")}</p> : <NewLabel names={names} />}
      {edited !== undefined && (
        <StyleEditor
          key={edited}
          kind="track"
          type={edited}
          isUsed={
            workspace.display.frameLabels.peek().some(({ name }) => name === edited) ||
            workspace.display.types.used.peek().has(edited)
          }
          names={names.map(({ name }) => name)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}

function Label({ label, onEdit }: { readonly label: LabelName; onEdit(): void }) {
  useSignals();
  const { editor, workspace } = useViewer();
  void workspace.configuration.styleVersion.value;
  const { name, slot } = label;
  const intervals = workspace.display.frameLabels.value.filter((each) => each.name === name);
  const open = editor.frameLabels.open.value.get(name);
  const isOff = workspace.editRefusal.value !== undefined;
  const key = slot === undefined ? undefined : currentKeys("frameLabel.toggle")[slot - 1];
  return (
    <li className={classes.label} data-label={name}>
      <div className={classes.line}>
        <span className={classes.swatch} style={{ background: workspace.display.typeStyles.of(name).color }} />
        <CutText className={classes.name}>{name}</CutText>
        <Button
          size="compact-xs"
          variant={open === undefined ? "default" : "filled"}
          aria-label={t(open === undefined ? "frameLabels.begin" : "frameLabels.end", { name })}
          aria-pressed={open !== undefined}
          disabled={isOff}
          onClick={() => editor.frameLabels.toggle(name)}
        >
          {t(open === undefined ? "frameLabels.beginShort" : "frameLabels.endShort")}
        </Button>
        <ToolButton label={t("frameLabels.edit", { name })} icon={<IconPencil {...icon} />} onClick={onEdit} />
        {slot === undefined ? (
          <ToolButton
            label={t("frameLabels.giveKey", { name })}
            icon={<IconKeyboard {...icon} />}
            isOff={isOff}
            onClick={() => void editor.frameLabels.addName(name)}
          />
        ) : (
          <ToolButton
            label={t("frameLabels.removeKey", { name })}
            icon={<IconKeyboardOff {...icon} />}
            isOff={isOff}
            onClick={() => editor.frameLabels.removeName(name)}
          />
        )}
      </div>
      <div className={classes.facts}>
        <span>
          {key === undefined || key === "" ? t("frameLabels.noKey") : <kbd className={classes.key}>{key}</kbd>}
        </span>
        <span>{t("frameLabels.count", { count: intervals.length })}</span>
        {open !== undefined && (
          <span className={classes.open}>{t("frameLabels.openSince", { frame: open.begin })}</span>
        )}
      </div>
      {intervals.length > 0 && (
        <ul className={classes.intervals} aria-label={t("frameLabels.intervals", { name })}>
          {intervals.map((interval) => (
            <Interval key={interval.id} interval={interval} isOff={isOff} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** First and last frame as fields, stored on blur or Enter. */
function Interval({ interval, isOff }: { readonly interval: FrameLabel; readonly isOff: boolean }) {
  const { editor } = useViewer();
  const { id, name, begin, end } = interval;
  return (
    <li className={classes.interval}>
      <FrameField
        label={t("frameLabels.first", { name })}
        frame={begin}
        isOff={isOff}
        onChange={(frame) => editor.frameLabels.setInterval(id, frame, end)}
      />
      <span aria-hidden>–</span>
      <FrameField
        label={t("frameLabels.last", { name })}
        frame={end}
        isOff={isOff}
        onChange={(frame) => editor.frameLabels.setInterval(id, begin, frame)}
      />
      <ToolButton
        label={t("frameLabels.goTo", { frame: begin })}
        icon={<IconPlayerTrackNext {...icon} />}
        onClick={() => editor.player.seek(begin)}
      />
      <ToolButton
        label={t("frameLabels.remove")}
        icon={<IconTrash {...icon} />}
        isOff={isOff}
        onClick={() => editor.frameLabels.delete(id)}
      />
    </li>
  );
}

interface FrameFieldProps {
  readonly label: string;
  readonly frame: number;
  readonly isOff: boolean;
  onChange(frame: number): void;
}

function FrameField({ label, frame, isOff, onChange }: FrameFieldProps) {
  const { editor } = useViewer();
  const [draft, setDraft] = useState<string | number>(frame);
  // The stored value was changed, by this field, the timeline or undo.
  const [stored, setStored] = useState(frame);
  if (stored !== frame) {
    setStored(frame);
    setDraft(frame);
  }
  function commit(): void {
    if (typeof draft === "number" && draft !== frame) onChange(draft);
    else setDraft(frame);
  }
  return (
    <NumberInput
      size="xs"
      className={classes.field ?? ""}
      aria-label={label}
      value={draft}
      min={0}
      max={editor.player.maxFrame}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      disabled={isOff}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
      }}
    />
  );
}

function NewLabel({ names }: { readonly names: readonly LabelName[] }) {
  const { editor } = useViewer();
  const [name, setName] = useState("");
  const wanted = name.trim();
  const isFull = names.filter(({ slot }) => slot !== undefined).length >= labelSlotCount;
  const isTaken = names.some((each) => each.name === wanted);
  function add(event: FormEvent): void {
    event.preventDefault();
    if (!isTaken && editor.frameLabels.addName(wanted)) setName("");
  }
  return (
    <form className={classes.add} onSubmit={add}>
      <TextInput
        size="xs"
        className={classes.field ?? ""}
        label={t("frameLabels.name")}
        value={name}
        disabled={isFull}
        error={isTaken && t("frameLabels.taken")}
        {...(isFull && { description: t("frameLabels.full") })}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" disabled={isFull || isTaken || wanted === ""}>
        {t("frameLabels.add")}
      </Button>
    </form>
  );
}
