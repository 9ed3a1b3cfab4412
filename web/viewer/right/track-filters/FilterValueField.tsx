/** The field for a filter's operand, by operator and data type. */

import { NumberInput, Select, TagsInput, TextInput } from "@mantine/core";
import { t } from "../../../base/texts/index.ts";
import type { Datatype } from "../../../session/attributes/definition.ts";
import { numberOf } from "../../../session/attributes/definition-rules.ts";
import type { FilterValue } from "../../../session/display/track-filters.ts";
import type { Operator } from "./filter-draft.ts";
import classes from "./track-filters.module.css";

interface FilterValueFieldProps {
  readonly operator: Operator;
  readonly datatype: Datatype;
  readonly value: FilterValue;
  readonly label: string;
  /** The label is for screen readers only. */
  readonly isCompact?: boolean;
  readonly error?: string | undefined;
  onLeave?(): void;
  onChange(value: FilterValue): void;
}

export function FilterValueField(props: FilterValueFieldProps) {
  const { operator, datatype, value, label, isCompact = false, error, onLeave, onChange } = props;
  const naming = isCompact ? { "aria-label": label, size: "xs" as const } : { label, size: "sm" as const };
  const [first = "", second = ""] = typeof value === "object" ? value : [value];
  if (operator === "range") {
    const end = (at: 0 | 1, text: string) => (
      <NumberInput
        {...naming}
        {...(isCompact ? { "aria-label": `${label}: ${text}` } : { label: text })}
        value={Number(at === 0 ? first : second)}
        onChange={(next) => {
          const number = numberOf(next);
          if (number !== undefined) onChange(at === 0 ? [number, Number(second)] : [Number(first), number]);
        }}
      />
    );
    return (
      <div className={classes.pair}>
        {end(0, t("filters.from"))}
        {end(1, t("filters.to"))}
      </div>
    );
  }
  if (operator === "in") {
    return (
      <TagsInput
        {...naming}
        {...(!isCompact && { description: t("filters.valueHint") })}
        value={(typeof value === "object" ? value : value === "" ? [] : [value]).map(String)}
        onChange={(values) => onChange(values)}
      />
    );
  }
  if (datatype === "boolean") {
    return (
      <Select
        {...naming}
        value={first === "" ? null : String(first)}
        data={["true", "false"]}
        onChange={(next) => onChange(next === "true")}
      />
    );
  }
  if (datatype === "number") {
    return (
      <NumberInput
        {...naming}
        withAsterisk={!isCompact}
        error={error}
        onBlur={onLeave}
        value={typeof first === "boolean" ? "" : first}
        onChange={(next) => onChange(numberOf(next) ?? "")}
      />
    );
  }
  return <TextInput {...naming} value={String(first)} onChange={(event) => onChange(event.currentTarget.value)} />;
}
