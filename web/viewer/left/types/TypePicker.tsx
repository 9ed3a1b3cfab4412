/**
 * Chooses a type with few keys. It opens with all types, those with a digit first. A digit chooses while the field is
 * empty; Enter takes the best match. A new type is only made explicitly: by its own option, or by Enter when nothing
 * matches. Leaving the field empty or with a partial name changes nothing.
 */

import { Combobox, Kbd, ScrollArea, Text, TextInput, useCombobox, type TextInputProps } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { t } from "../../../base/texts/index.ts";
import { keyReadings } from "../../../commands/keys.ts";
import { findType, matchTypes, type TypeChoice } from "../../../editor/lists/type-choices.ts";
import type { TypeStyles } from "../../../session/display/type-styles.ts";
import { toKeyInput } from "../../../ui/commands/keyboard.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { useViewer } from "../../viewer-context.ts";
import { commitSoon } from "./commit-soon.ts";
import classes from "./TypePicker.module.css";

/** Maximum number of rendered options; typing finds the others. */
const maxChoices = 100;

interface TypePickerProps extends Pick<TextInputProps, "className" | "classNames" | "variant" | "size"> {
  readonly value: string;
  readonly label: string;
  /** Shows the label above the field. */
  readonly isLabelVisible?: boolean;
  /** Replaces the dataset's types, in this order. */
  readonly choices?: readonly TypeChoice[];
  /** Source of the colors; defaults to the type styles. */
  readonly styles?: TypeStyles;
  readonly isDisabled?: boolean;
  /** Renders the list inside a surrounding popover, so that a click on it does not close the popover. */
  readonly isInPopover?: boolean;
  /** Takes the focus once mounted. */
  readonly autoFocus?: boolean;
  onCommit(type: string): void;
  /** Called when the user has chosen or left. Without it, the field keeps the focus. */
  onDone?(): void;
}

export function TypePicker(props: TypePickerProps) {
  useSignals();
  const {
    value,
    label,
    isLabelVisible = false,
    isDisabled = false,
    autoFocus = false,
    onCommit,
    onDone,
    ...rest
  } = props;
  const { choices: given, styles, isInPopover = false, ...look } = rest;
  const { editor, workspace } = useViewer();
  const choices = given ?? editor.types.choices.value;
  const isLocked = workspace.settings.settings.value.typeSettings.lockTypes;
  const [text, setText] = useState<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  /** Set once chosen or left, so that the following blur is ignored. */
  const isOver = useRef(false);
  const cancel = useRef<() => void>(undefined);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });

  const matches = matchTypes(choices, text ?? "");
  const newType = text?.trim() ?? "";
  const canCreate = newType !== "" && !isLocked && !choices.some(({ type }) => type === newType);

  useLayoutEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  // Enter takes the best match; with nothing typed it takes nothing.
  const isTyped = newType !== "";
  useEffect(() => {
    if (isTyped) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store is a new object at each draw
  }, [newType, isTyped]);

  function choose(type: string): void {
    cancel.current?.();
    if (type !== value) cancel.current = commitSoon(() => onCommit(type));
    close();
  }

  function close(): void {
    isOver.current = true;
    setText(undefined);
    combobox.closeDropdown();
    onDone?.();
  }

  function open(): void {
    isOver.current = false;
    setText((before) => before ?? "");
    combobox.openDropdown();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const isOpen = combobox.dropdownOpened;
    if (isOpen && (text ?? "") === "") {
      const digit = Number(keyReadings(toKeyInput(event.nativeEvent))[0]);
      const choice = Number.isInteger(digit) && choices.find((each) => each.digit === digit);
      if (choice) {
        event.preventDefault();
        return choose(choice.type);
      }
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

  return (
    <Combobox
      store={combobox}
      withinPortal={!isInPopover}
      shadow="md"
      width="max-content"
      position="bottom-start"
      onOptionSubmit={(option) => choose(option === createOption ? newType : option.slice(typeOption.length))}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...look}
          ref={input}
          {...(isLabelVisible ? { label } : { "aria-label": label })}
          value={text ?? value}
          placeholder={value}
          disabled={isDisabled}
          autoComplete="off"
          spellCheck={false}
          onFocus={open}
          onClick={open}
          onChange={(event) => {
            isOver.current = false;
            setText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onBlur={() => {
            if (isOver.current) return;
            const named = findType(choices, text ?? "");
            if (named === undefined) close();
            else choose(named.type);
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown ?? ""}>
        <TypeOptions
          {...{ label, value, matches, isLocked }}
          newName={newType}
          canCreate={canCreate}
          styles={styles ?? workspace.display.typeStyles}
        />
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Prefixes of option values: a type may have any name, even that of the "new type" option. */
const typeOption = "type:";
const createOption = "create";

interface TypeOptionsProps {
  readonly label: string;
  /** The current type. */
  readonly value: string;
  readonly matches: readonly TypeChoice[];
  /** The typed text, trimmed. */
  readonly newName: string;
  readonly canCreate: boolean;
  readonly isLocked: boolean;
  readonly styles: TypeStyles;
}

function TypeOptions({ label, value, matches, newName, canCreate, isLocked, styles }: TypeOptionsProps) {
  return (
    <Combobox.Options aria-label={label}>
      <ScrollArea.Autosize mah={320} type="auto" scrollbars="y">
        {matches.slice(0, maxChoices).map((choice) => (
          <Combobox.Option key={choice.type} value={typeOption + choice.type} active={choice.type === value}>
            <Choice choice={choice} isDigitShown={newName === ""} styles={styles} />
          </Combobox.Option>
        ))}
        {canCreate && (
          <Combobox.Option value={createOption}>
            <span className={classes.choice}>
              <IconPlus size={13} />
              <span className={classes.name}>{t("viewer.createType", { type: newName })}</span>
            </span>
          </Combobox.Option>
        )}
        {matches.length > maxChoices && (
          <Text size="xs" c="dimmed" px="xs" py={4}>
            {t("viewer.moreTypes", { count: matches.length - maxChoices })}
          </Text>
        )}
        {matches.length === 0 && !canCreate && (
          <Combobox.Empty>
            {isLocked && newName !== "" ? t("viewer.typesLocked") : t("viewer.typesEmpty")}
          </Combobox.Empty>
        )}
      </ScrollArea.Autosize>
    </Combobox.Options>
  );
}

interface ChoiceProps {
  readonly choice: TypeChoice;
  readonly isDigitShown: boolean;
  readonly styles: TypeStyles;
}

function Choice({ choice, isDigitShown, styles }: ChoiceProps) {
  useSignals();
  const { type, count, digit } = choice;
  return (
    <span className={classes.choice}>
      <span className={classes.swatch} style={{ background: styles.of(type).color }} />
      <CutText className={classes.name ?? ""}>{type}</CutText>
      <span className={classes.count}>{count}</span>
      <span className={classes.digit}>{isDigitShown && digit !== undefined && <Kbd size="xs">{digit}</Kbd>}</span>
    </span>
  );
}
