/**
 * Chooses or types a type. A changed value is committed a moment after it was chosen or typed; an empty one goes back
 * to what it was. With "Lock Types" on, only types that exist are taken.
 */

import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

/** Typing on within this time is one change. */
const commitMs = 100;

interface TypePickerProps extends Pick<AutocompleteProps, "className" | "classNames" | "variant" | "size"> {
  readonly value: string;
  readonly types: readonly string[];
  readonly label: string;
  /** Shows the label above the field. */
  readonly isLabelVisible?: boolean;
  readonly isLocked: boolean;
  readonly isDisabled?: boolean;
  /** Focuses and selects the text as soon as it is there. */
  readonly autoFocus?: boolean;
  onCommit(type: string): void;
  /** The person is done: Enter, Escape or another place. Without it, the field keeps the focus. */
  onDone?(): void;
}

export function TypePicker(props: TypePickerProps) {
  const {
    value,
    types,
    label,
    isLabelVisible = false,
    isLocked,
    isDisabled = false,
    autoFocus = false,
    onCommit,
    onDone,
    ...look
  } = props;
  const [text, setText] = useState(value);
  const [shownValue, setShownValue] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isEscaped = useRef(false);

  useEffect(() => {
    if (autoFocus) input.current?.select();
  }, [autoFocus]);

  // Changed from outside (an undo): show it.
  if (shownValue !== value) {
    setShownValue(value);
    setText(value);
  }

  function commit(next: string): void {
    const type = next.trim();
    clearTimeout(timer.current);
    if (type === "" || (isLocked && !types.includes(type))) return setText(value);
    if (type !== value) timer.current = setTimeout(() => onCommit(type), commitMs);
  }

  return (
    <Autocomplete
      {...look}
      ref={input}
      {...(isLabelVisible ? { label } : { "aria-label": label })}
      data={[...types]}
      value={text}
      disabled={isDisabled}
      limit={50}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: true, shadow: "md", width: "max-content", position: "bottom-start" }}
      onChange={setText}
      onOptionSubmit={(chosen) => {
        setText(chosen);
        commit(chosen);
      }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => {
        if (isEscaped.current) setText(value);
        else commit(event.currentTarget.value);
        isEscaped.current = false;
        onDone?.();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        // An option that is highlighted is taken by the Enter itself; what follows comes after that.
        const field = event.currentTarget;
        if (onDone === undefined) {
          if (event.key === "Enter") setTimeout(() => commit(field.value), 0);
          return;
        }
        event.stopPropagation();
        if (event.key === "Enter") return void setTimeout(() => field.blur(), 0);
        // At once: the next key is a shortcut.
        isEscaped.current = true;
        field.blur();
      }}
    />
  );
}
