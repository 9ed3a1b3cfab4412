/** The possible types of a track with their confidences: accept one, or change, add and remove single ones. */

import { Autocomplete, Button, NumberInput } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconCheck, IconPencil, IconX } from "@tabler/icons-react";
import { useState, type FormEvent } from "react";
import type { ConfidencePair, TrackSummary } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { acceptPair, removePair, setPair } from "../../../editor/edits/pair-edits.ts";
import { confidenceText } from "../../../session/display/shown-pair.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./TrackDetails.module.css";
import { ToolButton } from "../../parts/ToolButton.tsx";

const icon = { size: 14, stroke: 1.6 };
/** Confidence of a type that the user adds: a guess alongside the existing ones. */
const addedConfidence = 0.5;

export function PairList({ track }: { readonly track: TrackSummary }) {
  useSignals();
  const { workspace } = useViewer();
  const [edited, setEdited] = useState<string | undefined>(undefined);
  const [isAdding, setIsAdding] = useState(false);
  const isOff = workspace.editRefusal.value !== undefined;
  return (
    <>
      <ul className={classes.pairs} aria-label={t("viewer.confidencePairs")}>
        {track.pairs.map((pair) => (
          <Pair
            key={pair.type}
            track={track}
            pair={pair}
            isEdited={edited === pair.type && !isOff}
            onEdit={(isEdited) => setEdited(isEdited ? pair.type : undefined)}
          />
        ))}
      </ul>
      {isAdding && !isOff ? (
        <NewPair track={track} onClose={() => setIsAdding(false)} />
      ) : (
        <Button size="compact-xs" variant="subtle" disabled={isOff} onClick={() => setIsAdding(true)}>
          {t("pairs.add")}
        </Button>
      )}
    </>
  );
}

interface PairProps {
  readonly track: TrackSummary;
  readonly pair: ConfidencePair;
  readonly isEdited: boolean;
  onEdit(isEdited: boolean): void;
}

function Pair({ track, pair, isEdited, onEdit }: PairProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  const { type, confidence } = pair;
  const isOff = workspace.editRefusal.value !== undefined;
  const isOnly = track.pairs.length === 1;
  return (
    <li className={classes.pair} data-shown={type === track.shown?.type || undefined}>
      <span className={classes.swatch} style={{ background: workspace.display.typeStyles.of(type).color }} />
      <CutText className={classes.type ?? ""}>{type}</CutText>
      {isEdited ? (
        <Confidence
          type={type}
          confidence={confidence}
          onDone={(next) => {
            if (next !== undefined) setPair(editor, track.id, type, next);
            onEdit(false);
          }}
        />
      ) : (
        <span>{confidenceText(confidence)}</span>
      )}
      <ToolButton
        size={20}
        label={t("pairs.accept", { type })}
        icon={<IconCheck {...icon} />}
        isOff={isOff || (isOnly && confidence === 1)}
        onClick={() => acceptPair(editor, track.id, type)}
      />
      <ToolButton
        size={20}
        label={t("pairs.edit", { type })}
        icon={<IconPencil {...icon} />}
        isOff={isOff}
        onClick={() => onEdit(!isEdited)}
      />
      <ToolButton
        size={20}
        label={t("pairs.remove", { type })}
        icon={<IconX {...icon} />}
        isOff={isOff || isOnly}
        onClick={() => removePair(editor, track.id, type)}
      />
    </li>
  );
}

interface ConfidenceProps {
  readonly type: string;
  readonly confidence: number;
  /** `undefined`: unchanged. */
  onDone(confidence: number | undefined): void;
}

function Confidence({ type, confidence, onDone }: ConfidenceProps) {
  const [draft, setDraft] = useState<string | number>(confidence);
  const value = typeof draft === "number" ? draft : undefined;
  return (
    <NumberInput
      size="xs"
      className={classes.confidence ?? ""}
      aria-label={t("pairs.confidence", { type })}
      data-autofocus
      autoFocus
      min={0}
      max={1}
      step={0.05}
      value={draft}
      onChange={setDraft}
      onBlur={() => onDone(value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") onDone(value);
        if (event.key === "Escape") onDone(undefined);
      }}
    />
  );
}

function NewPair({ track, onClose }: { readonly track: TrackSummary; onClose(): void }) {
  useSignals();
  const { editor, workspace } = useViewer();
  const [type, setType] = useState("");
  const has = new Set(track.pairs.map((pair) => pair.type));
  const known = workspace.display.types.counts.value.map((each) => each.type).filter((each) => !has.has(each));
  const wanted = type.trim();
  const isNew = wanted !== "" && !has.has(wanted);
  function add(event: FormEvent): void {
    event.preventDefault();
    if (!isNew) return;
    setPair(editor, track.id, wanted, addedConfidence);
    onClose();
  }
  return (
    <form className={classes.newPair} onSubmit={add}>
      <Autocomplete
        size="xs"
        className={classes.newType ?? ""}
        aria-label={t("pairs.newType")}
        autoFocus
        data={known}
        limit={20}
        value={type}
        error={has.has(wanted) && t("pairs.has")}
        onChange={setType}
      />
      <Button type="submit" size="compact-sm" disabled={!isNew}>
        {t("pairs.addShort")}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onClose}>
        {t("common.cancel")}
      </Button>
    </form>
  );
}
