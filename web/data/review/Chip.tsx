/** One track of a review: its boxes as pictures, its type, and the user's verdict. */
import { ActionIcon } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconExternalLink,
  IconLock,
  IconTrash,
  IconVector,
} from "@tabler/icons-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { ReviewEntry } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { formatFixed } from "../../base/texts/numbers.ts";
import { formatNumber } from "../../ui/text/format.ts";
import { CutText } from "../../ui/text/CutText.tsx";
import { Tip } from "../../ui/tips/Tip.tsx";
import { ChipEditor, ChipPicture, NoPicture } from "./ChipPicture.tsx";
import { type ChipBox, pictureKey } from "./chip-place.ts";
import classes from "./Review.module.css";
import { bestPair, type Edit, editedBoxes, editedPairs, keyOf, type Pair } from "./edits.ts";
import type { Review } from "./review.ts";

/** How long each box of a track is shown, ms. */
const stepMs = 900;

interface ChipProps {
  readonly review: Review;
  readonly entry: ReviewEntry;
  readonly isSelected: boolean;
  readonly isTyping: boolean;
  /** The shown box and its shapes are edited. */
  readonly isShaping: boolean;
  /** The half of the page that its editor may cover. */
  readonly editorSide: "left" | "right";
  onSelect(): void;
  /** Sorts by likeness to this one. */
  onLike(): void;
  onTyping(isTyping: boolean): void;
  /** @param box that would be edited */
  onShaping(box: ChipBox | undefined): void;
  /** @param isKept applies the drawn box */
  onShaped(isKept: boolean): void;
  /** Does the work, or reports why nothing can be changed. */
  ifAllowed(work: () => unknown): void;
}

export function Chip(props: ChipProps) {
  useSignals();
  const { review, entry, isSelected, isTyping } = props;
  const shown = shownChip(review, entry);
  const { best, color, datasetName, edit, isContested, isGone, isRemoved } = shown;
  const isShaping = props.isShaping && !isGone;
  const cell = useRef<HTMLDivElement>(null);
  const [isHovered, setIsHovered] = useState(false);
  const boxes = useBoxes(editedBoxes(entry, edit), isSelected || isHovered, isShaping);
  const { box } = boxes;
  const frame = box?.frame ?? entry.begin;
  const actions: ChipActions = {
    correct: () => props.ifAllowed(() => review.edits.markCorrect([entry])),
    remove: () => props.ifAllowed(() => review.edits.remove([entry])),
    restore: () => review.edits.restore([entry]),
    shape: () => props.onShaping(box),
    open: () => openInViewer(review, entry, frame),
  };
  useEffect(() => {
    if (isSelected && !isTyping && !isShaping) cell.current?.focus({ preventScroll: false });
  }, [isSelected, isTyping, isShaping]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Readonly<Record<string, () => void>> = {
      " ": actions.correct,
      Enter: actions.correct,
      Delete: actions.remove,
      Escape: actions.restore,
      o: actions.open,
      l: props.onLike,
      t: () => props.onTyping(true),
      e: actions.shape,
      ",": () => boxes.step(-1),
      ".": () => boxes.step(1),
    };
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  const state = stateText(shown);
  const name = t("review.chip", {
    type: best?.[0] ?? t("review.noType"),
    dataset: datasetName,
    track: entry.trackId,
    state: state ?? t("review.state.stored"),
  });
  return (
    <div
      ref={cell}
      role="gridcell"
      aria-label={name}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      className={classes.chip}
      data-removed={isRemoved || undefined}
      data-changed={edit !== undefined || undefined}
      data-contested={isContested || undefined}
      onKeyDown={onKeyDown}
      onClick={props.onSelect}
      onDoubleClick={actions.open}
      onContextMenu={(event) => {
        event.preventDefault();
        actions.shape();
      }}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
    >
      <div className={classes.picture}>
        {box === undefined ? (
          <NoPicture text={t("review.noBox")} />
        ) : (
          <ChipPicture key={pictureKey(box)} {...{ entry, box, color }} />
        )}
        {best !== undefined && <span className={classes.confidence}>{formatFixed(best[1], 2)}</span>}
        {state !== undefined && <span className={classes.state}>{state}</span>}
        {boxes.count > 1 && !isShaping && (
          <span className={classes.step} aria-hidden>
            {boxes.at + 1}/{boxes.count}
          </span>
        )}
        {!isShaping && <ChipButtons shown={shown} actions={actions} />}
      </div>
      <div className={classes.facts}>
        {isTyping ? (
          <TypeField
            type={best?.[0] ?? ""}
            onType={(type) => review.edits.retype([entry], type)}
            onTyping={props.onTyping}
          />
        ) : (
          <TypeButton shown={shown} onTyping={props.onTyping} />
        )}
        <PlaceText datasetName={datasetName} entry={entry} frame={frame} />
      </div>
      {isShaping && box !== undefined && (
        <ChipEditor
          key={`editor ${pictureKey(box)}`}
          {...{ entry, box, color }}
          title={[best?.[0], datasetName, placeText(entry, frame)].filter(Boolean).join(" · ")}
          side={props.editorSide}
          onDraw={(drawn) => review.edits.draw(entry, drawn)}
          onShaped={props.onShaped}
        />
      )}
    </div>
  );
}

interface ShownChip {
  readonly edit: Edit | undefined;
  readonly best: Pair | undefined;
  readonly color: string;
  readonly datasetName: string;
  /** Deleted, here or by others. */
  readonly isGone: boolean;
  /** Deleted, or with the next save. */
  readonly isRemoved: boolean;
  readonly isContested: boolean;
  /** The track must not be changed. */
  readonly isReadOnly: boolean;
}

function shownChip(review: Review, entry: ReviewEntry): ShownChip {
  const key = keyOf(entry);
  const edits = review.edits.all.value;
  const edit = edits.get(key);
  const best = bestPair(editedPairs(entry, edits));
  const isGone = review.edits.gone.value.has(key);
  return {
    edit,
    best,
    color: review.colorOf(entry, best?.[0] ?? ""),
    datasetName: review.datasets.value.get(entry.datasetId)?.name ?? "",
    isGone,
    isRemoved: isGone || edit?.change.kind === "delete",
    isContested: review.edits.contested.value.has(key),
    isReadOnly: !review.mayWrite(entry),
  };
}

/** Of its buttons and keys. */
interface ChipActions {
  correct(): void;
  remove(): void;
  restore(): void;
  /** Edits the shown box. */
  shape(): void;
  open(): void;
}

interface ChipButtonsProps {
  readonly shown: ShownChip;
  readonly actions: ChipActions;
}

function ChipButtons({ shown: { edit, isGone, isReadOnly }, actions }: ChipButtonsProps) {
  return (
    <div className={classes.actions}>
      {!isReadOnly && !isGone && (
        <>
          <ChipButton label={t("review.correct")} Icon={IconCheck} onClick={actions.correct} />
          <ChipButton label={t("review.shapes.edit")} Icon={IconVector} onClick={actions.shape} />
          {edit === undefined ? (
            <ChipButton label={t("review.remove")} Icon={IconTrash} onClick={actions.remove} />
          ) : (
            <ChipButton label={t("review.restore")} Icon={IconArrowBackUp} onClick={actions.restore} />
          )}
        </>
      )}
      <ChipButton label={t("review.open")} Icon={IconExternalLink} onClick={actions.open} />
    </div>
  );
}

interface TypeButtonProps {
  readonly shown: ShownChip;
  onTyping(isTyping: boolean): void;
}

/** The type of the track; a click changes it. */
function TypeButton({ shown, onTyping }: TypeButtonProps) {
  const { best, color, datasetName, isContested, isReadOnly, isRemoved } = shown;
  return (
    <button
      type="button"
      className={classes.type}
      tabIndex={-1}
      disabled={isReadOnly || isRemoved}
      onClick={() => onTyping(true)}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <span className={classes.swatch} style={{ background: color }} />
      <CutText>{best?.[0] ?? t("review.noType")}</CutText>
      {isReadOnly && (
        <Tip label={t("review.readOnly", { name: datasetName })}>
          <IconLock size={13} aria-label={t("review.readOnly", { name: datasetName })} />
        </Tip>
      )}
      {isContested && <IconAlertTriangle size={13} aria-hidden />}
    </button>
  );
}

interface PlaceTextProps {
  readonly datasetName: string;
  readonly entry: ReviewEntry;
  readonly frame: number;
}

function PlaceText({ datasetName, entry, frame }: PlaceTextProps) {
  return (
    <span className={classes.where}>
      <CutText>{datasetName}</CutText>
      <span>{placeText(entry, frame)}</span>
    </span>
  );
}

function placeText(entry: ReviewEntry, frame: number): string {
  const frames =
    entry.frameCount === 1
      ? t("review.frame", { frame: formatNumber(frame) })
      : t("review.frames", { count: entry.frameCount });
  return t("review.where", { track: entry.trackId, frames });
}

/** `undefined`: as stored. */
function stateText({ edit, isContested, isGone, isRemoved }: ShownChip): string | undefined {
  if (isRemoved) return t(isGone ? "review.state.deleted" : "review.state.removed");
  if (isContested) return t("review.state.contested");
  return edit === undefined ? undefined : t("review.state.changed");
}

/** Opens the viewer in another tab, so that the review stays. */
function openInViewer(review: Review, { datasetId, trackId }: ReviewEntry, frame: number): void {
  const rig = review.datasets.value.get(datasetId)?.rig;
  const query = new URLSearchParams({ frame: String(frame), track: String(trackId) });
  if (rig !== undefined) query.set("camera", rig.camera);
  const set = review.set === "" ? "" : `/set/${encodeURIComponent(review.set)}`;
  window.open(`/viewer/${rig?.id ?? datasetId}${set}?${query}`, "_blank", "noopener");
}

/** Picks the shown box: the first, then each in turn while `isActive`, until the user steps. */
function useBoxes(boxes: readonly ChipBox[], isActive: boolean, isHeld: boolean) {
  const [at, setAt] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const count = boxes.length;
  const runs = isActive && !isPaused && !isHeld && count > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setAt((now) => (now + 1) % count), stepMs);
    return () => clearInterval(timer);
  }, [runs, count]);
  return {
    at: Math.min(at, count - 1),
    count,
    box: boxes[Math.min(at, count - 1)],
    step(by: number) {
      setIsPaused(true);
      if (count > 0) setAt((now) => (now + by + count) % count);
    },
  };
}

interface TypeFieldProps {
  readonly type: string;
  onType(type: string): void;
  onTyping(isTyping: boolean): void;
}

/** Enter assigns the type; Escape and blur leave it unchanged. */
function TypeField({ type, onType, onTyping }: TypeFieldProps) {
  return (
    <input
      className={classes.typeField}
      aria-label={t("review.type")}
      defaultValue={type}
      list="review-types"
      autoFocus
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => onTyping(false)}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        const typed = event.currentTarget.value.trim();
        if (event.key === "Enter" && typed !== "" && typed !== type) onType(typed);
        if (event.key === "Enter" || event.key === "Escape") {
          event.preventDefault();
          onTyping(false);
        }
      }}
    />
  );
}

interface ChipButtonProps {
  readonly label: string;
  readonly Icon: typeof IconCheck;
  onClick(): void;
}

function ChipButton({ label, Icon, onClick }: ChipButtonProps) {
  return (
    <Tip label={label}>
      <ActionIcon
        size={26}
        variant="default"
        tabIndex={-1}
        aria-label={label}
        onClick={(event) => {
          event.stopPropagation();
          onClick();
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <Icon size={15} stroke={1.75} />
      </ActionIcon>
    </Tip>
  );
}
