/** The "Rendering" tab: whether, where and how an attribute is drawn at the boxes. */

import { NumberInput, SegmentedControl, Select, Stack, Switch, TagsInput, Text, TextInput } from "@mantine/core";
import type { AttributeRender, Extent } from "#schemas";
import { t } from "../../../base/texts/index.ts";
import { autoColor, defaultColor, defaultRender, withBoxBackground } from "../../../session/attributes/definition.ts";
import { numberOf } from "../../../session/attributes/definition-rules.ts";
import classes from "./AttributeDialog.module.css";
import { ColorButton } from "./ColorButton.tsx";

interface RenderingTabProps {
  readonly name: string;
  readonly render: AttributeRender | undefined;
  /** All existing types. */
  readonly types: readonly string[];
  onChange(render: AttributeRender | undefined): void;
}

export function RenderingTab({ name, render, types, onChange }: RenderingTabProps) {
  return (
    <Stack gap="sm" className={classes.tab ?? ""}>
      <Switch
        label={t("attributes.render")}
        checked={render !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? defaultRender(name) : undefined)}
      />
      {render !== undefined && <Fields render={render} types={types} onChange={onChange} />}
    </Stack>
  );
}

interface FieldsProps extends Pick<RenderingTabProps, "types"> {
  readonly render: AttributeRender;
  onChange(render: AttributeRender): void;
}

function Fields({ render, types, onChange }: FieldsProps) {
  const change = (part: Partial<AttributeRender>) => onChange({ ...render, ...part });
  const number = (key: "order" | "displayTextSize" | "valueTextSize" | "boxThickness", label: string, min?: number) => (
    <NumberInput
      size="xs"
      label={label}
      {...(min !== undefined && { min })}
      {...(key.endsWith("TextSize") && { description: t("attributes.sizeHint") })}
      value={render[key] ?? ""}
      onChange={(value) => {
        const next = numberOf(value);
        if (next !== undefined) change({ [key]: next });
      }}
    />
  );
  const toggle = (key: "selected" | "hideEmpty" | "box", label: string) => (
    <Switch
      label={label}
      checked={render[key] === true}
      onChange={(event) => change({ [key]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      <div className={classes.pair}>
        {toggle("selected", t("attributes.onlySelected"))}
        {toggle("hideEmpty", t("attributes.hideEmpty"))}
      </div>
      <div className={classes.pair}>
        <TagsInput
          size="xs"
          label={t("attributes.typeFilter")}
          description={t("attributes.typeFilterHint")}
          value={[...(render.typeFilter ?? [])]}
          data={["all", ...types.filter((type) => type !== "all")]}
          onChange={(typeFilter) => change({ typeFilter })}
        />
        {number("order", t("attributes.order"))}
      </div>
      <TextInput
        size="xs"
        label={t("attributes.displayName")}
        value={render.displayName ?? ""}
        onChange={(event) => change({ displayName: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        {number("displayTextSize", t("attributes.displayTextSize"), -1)}
        {number("valueTextSize", t("attributes.valueTextSize"), -1)}
        <AutoColor
          label={t("attributes.displayColor")}
          color={render.displayColor}
          onChange={(displayColor) => change({ displayColor })}
        />
        <AutoColor
          label={t("attributes.valueColor")}
          color={render.valueColor}
          onChange={(valueColor) => change({ valueColor })}
        />
      </div>
      <Choice
        label={t("attributes.location")}
        value={render.location ?? "outside"}
        data={[
          { value: "inside", label: t("attributes.inside") },
          { value: "outside", label: t("attributes.outside") },
        ]}
        onChange={(location) => change({ location })}
      />
      <Choice
        label={t("attributes.layout")}
        value={render.layout ?? "horizontal"}
        data={[
          { value: "horizontal", label: t("attributes.horizontal") },
          { value: "vertical", label: t("attributes.vertical") },
        ]}
        onChange={(layout) => change({ layout })}
      />
      <Choice
        label={t("attributes.corner")}
        value={render.corner ?? "SE"}
        data={[
          { value: "SE", label: "SE" },
          { value: "SW", label: "SW" },
          { value: "NW", label: "NW" },
        ]}
        onChange={(corner) => change({ corner })}
      />
      <div className={classes.pair}>
        <ExtentField
          label={t("attributes.displayWidth")}
          unitLabel={t("attributes.widthUnit")}
          units={["%", "px"]}
          extent={render.displayWidth ?? { type: "%", val: 10 }}
          onChange={(displayWidth) => change({ displayWidth })}
        />
        <ExtentField
          label={t("attributes.displayHeight")}
          unitLabel={t("attributes.heightUnit")}
          units={["px", "%", "auto"]}
          extent={render.displayHeight ?? { type: "auto", val: 10 }}
          onChange={(displayHeight) => change({ displayHeight })}
        />
      </div>
      {toggle("box", t("attributes.box"))}
      {render.box === true && (
        <>
          <div className={classes.pair}>
            <AutoColor
              label={t("attributes.boxColor")}
              color={render.boxColor}
              onChange={(boxColor) => change({ boxColor })}
            />
            {number("boxThickness", t("attributes.boxThickness"), 0)}
          </div>
          <Switch
            label={t("attributes.boxBackground")}
            checked={render.boxBackground !== undefined}
            onChange={(event) => onChange(withBoxBackground(render, event.currentTarget.checked))}
          />
          {render.boxBackground !== undefined && (
            <div className={classes.pair}>
              <div className={classes.rowCenter}>
                <ColorButton
                  color={render.boxBackground}
                  label={t("attributes.boxBackgroundColor")}
                  onChange={(boxBackground) => change({ boxBackground })}
                />
                <Text>{t("attributes.boxBackgroundColor")}</Text>
              </div>
              <NumberInput
                size="xs"
                label={t("attributes.boxOpacity")}
                min={0}
                max={1}
                step={0.1}
                value={render.boxOpacity ?? 0}
                onChange={(value) => change({ boxOpacity: Math.min(1, Math.max(0, numberOf(value) ?? 0)) })}
              />
            </div>
          )}
        </>
      )}
    </>
  );
}

interface AutoColorProps {
  readonly label: string;
  readonly color: string | undefined;
  onChange(color: string): void;
}

function AutoColor({ label, color = autoColor, onChange }: AutoColorProps) {
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

function Choice<V extends string>({ label, value, data, onChange }: ChoiceProps<V>) {
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

function ExtentField({ label, unitLabel, units, extent, onChange }: ExtentFieldProps) {
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
