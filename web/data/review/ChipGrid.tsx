/** One page of chips in a grid with keyboard navigation; the user chooses the numbers of columns and rows. */
import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import type { ReviewEntry } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { CutText } from "../../ui/text/CutText.tsx";
import { Chip } from "./Chip.tsx";
import { isRotated } from "./chip-shapes.ts";
import { keyOf } from "./edits.ts";
import classes from "./Review.module.css";
import { maxDigits, type Review } from "./review.ts";

interface ChipGridProps {
  readonly review: Review;
  readonly entries: readonly ReviewEntry[];
  readonly columns: number;
  readonly rows: number;
  readonly at: number;
  onAt(at: number): void;
  /** Sorts by likeness to this entry. */
  onLike(entry: ReviewEntry): void;
  /** Turns by this many pages, if they exist. */
  onTurn(by: number): void;
  /** Reports why nothing can be changed. */
  onRefused(entry: ReviewEntry): void;
  /** Reports that a rotated box cannot be edited here. */
  onRotated(): void;
}

export function ChipGrid({ review, entries, columns, rows, at, onAt, ...on }: ChipGridProps) {
  useSignals();
  const [typing, setTyping] = useState<string>();
  const [shaping, setShaping] = useState<string>();
  const types = review.types.value;
  const allowed = (entry: ReviewEntry, work: () => unknown) => {
    if (review.mayWrite(entry)) work();
    else on.onRefused(entry);
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      Home: 0,
      End: entries.length - 1,
    };
    const to = moves[event.key];
    const entry = entries[at];
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1] ?? /^Numpad([1-9])$/.exec(event.code)?.[1];
    const type = digit === undefined || event.shiftKey ? undefined : types[Number(digit) - 1];
    if (to !== undefined) {
      if (to >= 0 && to < entries.length) onAt(to);
    } else if (event.key === "PageDown") on.onTurn(1);
    else if (event.key === "PageUp") on.onTurn(-1);
    else if (type !== undefined && entry !== undefined) allowed(entry, () => review.edits.retype([entry], type));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={classes.frame}>
      <div
        role="grid"
        aria-label={t("review.grid")}
        className={classes.grid}
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridTemplateRows: `repeat(${rows}, minmax(150px, 1fr))`,
        }}
        onKeyDown={onKeyDown}
      >
        {Array.from({ length: Math.ceil(entries.length / columns) }, (_, row) => (
          <div key={row} role="row" className={classes.row}>
            {entries.slice(row * columns, (row + 1) * columns).map((entry, column) => {
              const key = keyOf(entry);
              const index = row * columns + column;
              const ifAllowed = (work: () => unknown): void => allowed(entry, work);
              return (
                <Chip
                  key={key}
                  {...{ review, entry, ifAllowed }}
                  isSelected={index === at}
                  isTyping={typing === key}
                  isShaping={shaping === key}
                  editorSide={2 * column < columns ? "right" : "left"}
                  onSelect={() => onAt(index)}
                  onLike={() => on.onLike(entry)}
                  onTyping={(isTyping) => {
                    if (isTyping) onAt(index);
                    if (!isTyping) setTyping(undefined);
                    else if (!review.edits.gone.value.has(key)) ifAllowed(() => setTyping(key));
                  }}
                  onShaping={(box) => {
                    if (box === undefined || shaping === key || !review.edits.keepDrawn()) return;
                    onAt(index);
                    if (isRotated(box)) on.onRotated();
                    else if (!review.edits.gone.value.has(key)) ifAllowed(() => setShaping(key));
                  }}
                  onShaped={(isKept) => {
                    if (!isKept) review.edits.dropDrawn();
                    if (review.edits.keepDrawn()) setShaping(undefined);
                  }}
                />
              );
            })}
          </div>
        ))}
        <datalist id="review-types">
          {types.map((type) => (
            <option key={type} value={type} />
          ))}
        </datalist>
      </div>
    </div>
  );
}

/** Shows which digit assigns which type. */
export function DigitTypes({ review }: { readonly review: Review }) {
  useSignals();
  const types = review.types.value.slice(0, maxDigits);
  if (types.length === 0) return null;
  return (
    <ol className={classes.digits} aria-label={t("review.digits")}>
      {types.map((type, n) => (
        <li key={type}>
          <kbd>{n + 1}</kbd>
          <CutText>{type}</CutText>
        </li>
      ))}
    </ol>
  );
}
