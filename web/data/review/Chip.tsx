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
import { bestPair, type Edit, editedBoxes, type Pair } from "./edits.ts";

/** How long each box of a track is shown, ms. */
const stepMs = 900;

export interface ChipProps {
  readonly entry: ReviewEntry;
  readonly edit: Edit | undefined;
  readonly pairs: readonly Pair[];
  readonly datasetName: string;
  colorOf(type: string): string;
  readonly isSelected: boolean;
  readonly isGone: boolean;
  readonly isContested: boolean;
  /** The track must not be changed. */
  readonly isReadOnly: boolean;
  readonly isTyping: boolean;
  /** The shown box and its shapes are edited. */
  readonly isShaping: boolean;
  /** The half of the page that its editor may cover. */
  readonly editorSide: "left" | "right";
  onSelect(): void;
  onCorrect(): void;
  onRemove(): void;
  onRestore(): void;
  /** Sorts by likeness to this one. */
  onLike(): void;
  /** @param frame of the shown box */
  onOpen(frame: number): void;
  onTyping(isTyping: boolean): void;
  onType(type: string): void;
  /** @param box that would be edited */
  onShaping(box: ChipBox | undefined): void;
  /** @param box in the editor, not applied yet */
  onDraw(box: ChipBox): void;
  /** @param isKept applies the drawn box */
  onShaped(isKept: boolean): void;
}

export function Chip(props: ChipProps) {
  const { entry, edit, pairs, datasetName, isSelected, isGone, isContested, isTyping, isShaping } = props;
  const cell = useRef<HTMLDivElement>(null);
  const [isHovered, setIsHovered] = useState(false);
  const boxes = useBoxes(editedBoxes(entry, edit), isSelected || isHovered, isShaping);
  const { box } = boxes;
  const best = bestPair(pairs);
  const color = props.colorOf(best?.[0] ?? "");
  const frame = box?.frame ?? entry.begin;
  const isRemoved = isGone || edit?.change.kind === "delete";
  useEffect(() => {
    if (isSelected && !isTyping && !isShaping) cell.current?.focus({ preventScroll: false });
  }, [isSelected, isTyping, isShaping]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Readonly<Record<string, () => void>> = {
      " ": props.onCorrect,
      Enter: props.onCorrect,
      Delete: props.onRemove,
      Escape: props.onRestore,
      o: () => props.onOpen(frame),
      l: props.onLike,
      t: () => props.onTyping(true),
      e: () => props.onShaping(box),
      ",": () => boxes.step(-1),
      ".": () => boxes.step(1),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  const state = stateText({ isRemoved, isGone, isContested, isChanged: edit !== undefined });
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
      onDoubleClick={() => props.onOpen(frame)}
      onContextMenu={(event) => {
        event.preventDefault();
        props.onShaping(box);
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
        {!isShaping && <ChipActions {...props} box={box} />}
      </div>
      <div className={classes.facts}>
        {isTyping ? (
          <TypeField type={best?.[0] ?? ""} onType={props.onType} onTyping={props.onTyping} />
        ) : (
          <TypeButton {...props} type={best?.[0]} color={color} isRemoved={isRemoved} />
        )}
        <PlaceText datasetName={datasetName} entry={entry} frame={frame} />
      </div>
      {isShaping && box !== undefined && (
        <ChipEditor
          key={`editor ${pictureKey(box)}`}
          {...{ entry, box, color }}
          title={[best?.[0], datasetName, placeText(entry, frame)].filter(Boolean).join(" · ")}
          side={props.editorSide}
          onDraw={props.onDraw}
          onShaped={props.onShaped}
        />
      )}
    </div>
  );
}

function ChipActions({ edit, isReadOnly, isGone, box, ...on }: ChipProps & { readonly box: ChipBox | undefined }) {
  return (
    <div className={classes.actions}>
      {!isReadOnly && !isGone && (
        <>
          <ChipButton label={t("review.correct")} Icon={IconCheck} onClick={on.onCorrect} />
          <ChipButton label={t("review.shapes.edit")} Icon={IconVector} onClick={() => on.onShaping(box)} />
          {edit === undefined ? (
            <ChipButton label={t("review.remove")} Icon={IconTrash} onClick={on.onRemove} />
          ) : (
            <ChipButton label={t("review.restore")} Icon={IconArrowBackUp} onClick={on.onRestore} />
          )}
        </>
      )}
      <ChipButton
        label={t("review.open")}
        Icon={IconExternalLink}
        onClick={() => on.onOpen(box?.frame ?? on.entry.begin)}
      />
    </div>
  );
}

interface TypeButtonProps extends ChipProps {
  readonly type: string | undefined;
  readonly color: string;
  readonly isRemoved: boolean;
}

/** The type of the track; a click changes it. */
function TypeButton(props: TypeButtonProps) {
  const { type, color, datasetName, isReadOnly, isContested, isRemoved, onTyping } = props;
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
      <CutText>{type ?? t("review.noType")}</CutText>
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

interface ChipState {
  readonly isRemoved: boolean;
  readonly isGone: boolean;
  readonly isContested: boolean;
  readonly isChanged: boolean;
}

/** `undefined`: as stored. */
function stateText({ isRemoved, isGone, isContested, isChanged }: ChipState): string | undefined {
  if (isRemoved) return t(isGone ? "review.state.deleted" : "review.state.removed");
  if (isContested) return t("review.state.contested");
  return isChanged ? t("review.state.changed") : undefined;
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
