/**
 * The input for one value: text with suggestions, number, slider, or blank/true/false. Enter or leaving the field
 * commits; Escape reverts.
 */

import { Autocomplete, SegmentedControl, Select, Slider, TextInput } from "@mantine/core";
import { useRef, useState, type KeyboardEvent } from "react";
import type { AttributeDefinition } from "#schemas";
import { t } from "../../../base/texts/index.ts";
import { defaultSlider } from "../../../session/attributes/definition.ts";
import { parseValue, valueText, type AttributeScalar } from "../../../session/attributes/values.ts";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import classes from "./attributes.module.css";

interface AttributeFieldProps {
  readonly definition: AttributeDefinition;
  readonly value: unknown;
  /** The selected tracks have different values. */
  readonly isMixed: boolean;
  readonly isDisabled: boolean;
  /** Suggested texts. */
  readonly choices: readonly string[];
  onCommit(value: AttributeScalar | undefined): void;
}

export function AttributeField(props: AttributeFieldProps) {
  const { definition } = props;
  if (definition.datatype === "boolean") return <BooleanField {...props} />;
  if (definition.datatype === "number" && definition.editor?.type === "slider") return <SliderField {...props} />;
  if (definition.datatype === "text" && definition.editor?.type === "locked") return <LockedField {...props} />;
  return <TypedField {...props} />;
}

function TypedField({ definition, value, isMixed, isDisabled, choices, onCommit }: AttributeFieldProps) {
  const [typed, showTyped] = useState<string | undefined>(undefined);
  /** A ref, because Enter and Escape blur the field in the same tick, and the blur handler reads it. */
  const pending = useRef<string | undefined>(undefined);
  /** The last text that was not a value. */
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const shown = typed ?? valueText(value);

  function setTyped(text: string | undefined): void {
    pending.current = text;
    showTyped(text);
    setRefused(undefined);
  }

  function commit(text: string | undefined = pending.current): void {
    // Leaving the field after Enter commits nothing, and keeps the message.
    if (text === undefined) return;
    setTyped(undefined);
    const parsed = parseValue(definition.datatype, text);
    if (parsed === "invalid") setRefused(text);
    else onCommit(parsed);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") setTyped(undefined);
    if (event.key === "Enter") commit();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Reverts only the field; the editor's mode stays as it is.
    event.nativeEvent.stopImmediatePropagation();
    focusCanvas();
  }

  const shared = {
    size: "xs" as const,
    "aria-label": definition.name,
    value: shown,
    disabled: isDisabled,
    placeholder: isMixed ? t("attributes.several") : "",
    error: refused === undefined ? undefined : t("attributes.notANumber", { text: refused }),
    autoComplete: "off",
    spellCheck: false,
    onBlur: () => commit(),
    onKeyDown,
  };
  if (definition.datatype === "number") {
    return <TextInput {...shared} inputMode="decimal" onChange={(event) => setTyped(event.currentTarget.value)} />;
  }
  return <Autocomplete {...shared} data={[...choices]} onChange={setTyped} onOptionSubmit={(text) => commit(text)} />;
}

function LockedField({ definition, value, isMixed, isDisabled, choices, onCommit }: AttributeFieldProps) {
  const text = valueText(value);
  const data = [...new Set([...choices, ...(text === "" ? [] : [text])])];
  return (
    <Select
      aria-label={definition.name}
      value={text === "" ? null : text}
      data={data}
      clearable
      searchable
      disabled={isDisabled}
      placeholder={isMixed ? t("attributes.several") : ""}
      onChange={(next) => onCommit(next ?? undefined)}
    />
  );
}

function BooleanField({ definition, value, isMixed, isDisabled, onCommit }: AttributeFieldProps) {
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={definition.name}
      value={isMixed ? "mixed" : valueText(value)}
      disabled={isDisabled}
      data={[
        { value: "", label: <span aria-label={t("attributes.blank")}>–</span> },
        { value: "true", label: "true" },
        { value: "false", label: "false" },
      ]}
      onChange={(text) => {
        const parsed = parseValue("boolean", text);
        if (parsed !== "invalid") onCommit(parsed);
      }}
    />
  );
}

/** A slider cannot show a missing value, so a number field next to it does. */
function SliderField(props: AttributeFieldProps) {
  const { definition, value, isMixed, isDisabled, onCommit } = props;
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const [min, max] = definition.editor?.range ?? defaultSlider.range;
  const step = definition.editor?.steps ?? defaultSlider.steps;
  const stored = typeof value === "number" ? value : undefined;
  return (
    <div className={classes.slider}>
      <Slider
        size="xs"
        min={min}
        max={max}
        step={step}
        label={null}
        thumbLabel={definition.name}
        disabled={isDisabled}
        value={dragged ?? stored ?? min}
        onChange={setDragged}
        onChangeEnd={(next) => {
          setDragged(undefined);
          onCommit(next);
        }}
      />
      <TypedField {...props} value={dragged ?? stored} isMixed={isMixed} />
    </div>
  );
}
