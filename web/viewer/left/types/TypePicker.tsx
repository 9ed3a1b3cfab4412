/**
 * Chooses a type with few keys. It opens with all types, those with a digit first. A digit chooses while the field is
 * empty; Enter takes the best match. A new type is only made explicitly: by its own option, or by Enter when nothing
 * matches. Leaving the field empty or with a partial name changes nothing.
 */

import { Combobox, Kbd, ScrollArea, Text, TextInput, type TextInputProps } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconPlus } from "@tabler/icons-react";
import { useLayoutEffect, useRef } from "react";
import { t } from "../../../base/texts/index.ts";
import { matchTypes, type TypeChoice } from "../../../editor/lists/type-choices.ts";
import type { TypeStyles } from "../../../session/display/type-styles.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./TypePicker.module.css";
import { useTypeField } from "./use-type-field.ts";

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
  const input = useRef<HTMLInputElement>(null);
  const typing = useTypeField({ value, choices, onCommit, onDone });
  const { text, newType } = typing;
  const canCreate = newType !== "" && !isLocked && !choices.some(({ type }) => type === newType);

  useLayoutEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  return (
    <Combobox
      store={typing.combobox}
      withinPortal={!isInPopover}
      shadow="md"
      width="max-content"
      position="bottom-start"
      onOptionSubmit={(option) => typing.choose(option === createOption ? newType : option.slice(typeOption.length))}
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
          onFocus={typing.open}
          onClick={typing.open}
          onChange={(event) => typing.type(event.currentTarget.value)}
          onBlur={typing.leave}
          onKeyDown={typing.onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown ?? ""}>
        <TypeOptions
          {...{ label, value, isLocked }}
          matches={matchTypes(choices, text ?? "")}
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
