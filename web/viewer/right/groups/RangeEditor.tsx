/** One range of a member: its first and last frame. Stored on blur or Enter, once it is valid. */

import { ActionIcon, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef, useState, type KeyboardEvent } from "react";
import type { FrameNumber, FrameRange } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import classes from "./groups.module.css";
import { beginProblem, endProblem, parseFrame, type FrameLimits } from "./range-rules.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

interface RangeEditorProps {
  readonly range: FrameRange;
  readonly limits: FrameLimits;
  readonly isReadOnly: boolean;
  onChange(range: FrameRange): void;
  /** Leaves the field and whatever contains it. */
  onEscape(): void;
  /** Missing for the only range. */
  readonly onRemove?: (() => void) | undefined;
}

export function RangeEditor({ range, limits, isReadOnly, onChange, onEscape, onRemove }: RangeEditorProps) {
  const [draft, setDraft] = useState({ begin: String(range[0]), end: String(range[1]) });
  // The stored value has changed: by this field, by undo, or by another user.
  const [stored, setStored] = useState(range);
  if (stored[0] !== range[0] || stored[1] !== range[1]) {
    setStored(range);
    setDraft({ begin: String(range[0]), end: String(range[1]) });
  }
  const isDropped = useRef(false);
  const begin = parseFrame(draft.begin);
  const end = parseFrame(draft.end);
  const wrongBegin = beginProblem(begin, end, limits);
  const wrongEnd = endProblem(begin, end, limits);

  function commit(): void {
    if (isDropped.current || wrongBegin !== undefined || wrongEnd !== undefined) return;
    if (begin !== range[0] || end !== range[1]) onChange([begin as FrameNumber, end as FrameNumber]);
    else setDraft({ begin: String(begin), end: String(end) });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "Enter") commit();
    if (event.key !== "Escape") return;
    // The draft is discarded and must not be stored by the blur that follows.
    isDropped.current = true;
    setDraft({ begin: String(range[0]), end: String(range[1]) });
    onEscape();
    isDropped.current = false;
  }

  const shared = { size: "xs", inputMode: "numeric", disabled: isReadOnly, onBlur: commit, onKeyDown } as const;
  return (
    <div className={classes.range}>
      <TextInput
        {...shared}
        label={t("lists.rangeBegin")}
        value={draft.begin}
        error={wrongBegin && t(wrongBegin)}
        onChange={(event) => setDraft({ ...draft, begin: event.currentTarget.value })}
      />
      <TextInput
        {...shared}
        label={t("lists.rangeEnd")}
        value={draft.end}
        error={wrongEnd && t(wrongEnd)}
        onChange={(event) => setDraft({ ...draft, end: event.currentTarget.value })}
      />
      {onRemove !== undefined && (
        <Tip label={t("lists.removeRange")}>
          <ActionIcon
            size={24}
            className={classes.removeRange ?? ""}
            aria-label={t("lists.removeRange")}
            disabled={isReadOnly}
            onClick={onRemove}
          >
            <IconX size={14} />
          </ActionIcon>
        </Tip>
      )}
    </div>
  );
}
