/** Fields of the "Rendering" tab: a color that may be automatic, a choice of a few, a length with its unit. */

import { NumberInput, SegmentedControl, Select, Switch, Text } from "@mantine/core";
import type { Extent } from "#schemas";
import { t } from "../../../base/texts/index.ts";
import { autoColor, defaultColor } from "../../../session/attributes/definition.ts";
import { numberOf } from "../../../session/attributes/definition-rules.ts";
import classes from "./AttributeDialog.module.css";
import { ColorButton } from "./ColorButton.tsx";

interface AutoColorProps {
  readonly label: string;
  readonly color: string | undefined;
  onChange(color: string): void;
}

export function AutoColor({ label, color = autoColor, onChange }: AutoColorProps) {
  const isAuto = color === autoColor;
  return (
    <div role="group" aria-label={label}>
      <Text size="xs" fw={500}>
        {label}
      </Text>
      <div className={classes.rowCenter}>
        <Switch
          label={t("attributes.auto")}
          checked={isAuto}
          onChange={(event) => onChange(event.currentTarget.checked ? autoColor : defaultColor)}
        />
        {!isAuto && <ColorButton color={color} label={label} onChange={onChange} />}
      </div>
    </div>
  );
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly data: readonly { readonly value: V; readonly label: string }[];
  onChange(value: V): void;
}

export function Choice<V extends string>({ label, value, data, onChange }: ChoiceProps<V>) {
  return (
    <div className={classes.pair}>
      <Text size="xs" fw={500} lh="28px">
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={label}
        value={value}
        data={[...data]}
        onChange={(next) => onChange(next as V)}
      />
    </div>
  );
}

interface ExtentFieldProps {
  readonly label: string;
  readonly unitLabel: string;
  readonly units: readonly Extent["type"][];
  readonly extent: Extent;
  onChange(extent: Extent): void;
}

export function ExtentField({ label, unitLabel, units, extent, onChange }: ExtentFieldProps) {
  return (
    <div className={classes.extent}>
      <NumberInput
        size="xs"
        label={label}
        min={0}
        disabled={extent.type === "auto"}
        value={extent.val}
        onChange={(value) => {
          const val = numberOf(value);
          if (val !== undefined) onChange({ ...extent, val });
        }}
      />
      <Select
        aria-label={unitLabel}
        value={extent.type}
        data={[...units]}
        onChange={(type) => type !== null && onChange({ ...extent, type: type as Extent["type"] })}
      />
    </div>
  );
}
