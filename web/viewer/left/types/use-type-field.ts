/** The text, the list and the keys of the field in which a type is chosen: see `TypePicker.tsx`. */

import { useCombobox } from "@mantine/core";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { keyReadings } from "../../../commands/keys.ts";
import { findType, type TypeChoice } from "../../../editor/lists/type-choices.ts";
import { toKeyInput } from "../../../ui/commands/keyboard.ts";
import { commitSoon } from "./commit-soon.ts";

interface TypeFieldOptions {
  readonly value: string;
  readonly choices: readonly TypeChoice[];
  onCommit(type: string): void;
  onDone: (() => void) | undefined;
}

export function useTypeField({ value, choices, onCommit, onDone }: TypeFieldOptions) {
  /** `undefined`: nothing is being typed, and the field shows the value. */
  const [text, setText] = useState<string | undefined>(undefined);
  /** Set once chosen or left, so that the following blur is ignored. */
  const isOver = useRef(false);
  const cancel = useRef<() => void>(undefined);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });

  // Enter takes the best match; with nothing typed it takes nothing.
  const newType = text?.trim() ?? "";
  const isTyped = newType !== "";
  useEffect(() => {
    if (isTyped) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store is a new object at each draw
  }, [newType, isTyped]);

  function open(): void {
    isOver.current = false;
    setText((before) => before ?? "");
    combobox.openDropdown();
  }

  function type(next: string): void {
    isOver.current = false;
    setText(next);
    combobox.openDropdown();
  }

  function choose(chosen: string): void {
    cancel.current?.();
    if (chosen !== value) cancel.current = commitSoon(() => onCommit(chosen));
    close();
  }

  function close(): void {
    isOver.current = true;
    setText(undefined);
    combobox.closeDropdown();
    onDone?.();
  }

  function leave(): void {
    if (isOver.current) return;
    const named = findType(choices, text ?? "");
    if (named === undefined) close();
    else choose(named.type);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const isOpen = combobox.dropdownOpened;
    const byDigit = isOpen && (text ?? "") === "" ? choiceOfDigit(choices, event) : undefined;
    if (byDigit !== undefined) {
      event.preventDefault();
      return choose(byDigit.type);
    }
    // If an option is highlighted, the combobox handles Enter itself.
    if (event.key === "Enter" && isOpen && combobox.getSelectedOptionIndex() === -1) {
      event.preventDefault();
      close();
    }
    if (event.key === "Escape" && (isOpen || onDone !== undefined)) {
      // Closes only the list, not what surrounds it.
      event.preventDefault();
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      close();
    }
  }

  return { combobox, text, newType, open, type, choose, leave, onKeyDown };
}

function choiceOfDigit(choices: readonly TypeChoice[], { nativeEvent }: KeyboardEvent): TypeChoice | undefined {
  const digit = Number(keyReadings(toKeyInput(nativeEvent))[0]);
  return Number.isInteger(digit) ? choices.find((each) => each.digit === digit) : undefined;
}
