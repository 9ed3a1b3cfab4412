/** The "Rendering" tab: whether, where and how an attribute is drawn at the boxes. */

import { NumberInput, Stack, Switch, TagsInput, Text, TextInput } from "@mantine/core";
import type { AttributeRender } from "#schemas";
import { t } from "../../../base/texts/index.ts";
import { defaultRender, withBoxBackground } from "../../../session/attributes/definition.ts";
import { numberOf } from "../../../session/attributes/definition-rules.ts";
import classes from "./AttributeDialog.module.css";
import { ColorButton } from "./ColorButton.tsx";
import { AutoColor, Choice, ExtentField } from "./render-fields.tsx";

interface RenderingTabProps {
  readonly name: string;
  readonly render: AttributeRender | undefined;
  /** All existing types. */
  readonly types: readonly string[];
  onChange(render: AttributeRender | undefined): void;
}

export function RenderingTab({ name, render, types, onChange }: RenderingTabProps) {
  const change = (part: Partial<AttributeRender>) => render !== undefined && onChange({ ...render, ...part });
  return (
    <Stack gap="sm" className={classes.tab ?? ""}>
      <Switch
        label={t("attributes.render")}
        checked={render !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? defaultRender(name) : undefined)}
      />
      {render !== undefined && (
        <>
          <ShownFields {...{ render, change, types }} />
          <TextFields {...{ render, change }} />
          <PlaceFields {...{ render, change }} />
          <BoxFields {...{ render, change, onChange }} />
        </>
      )}
    </Stack>
  );
}

interface FieldsProps {
  readonly render: AttributeRender;
  change(part: Partial<AttributeRender>): void;
}

/** Where the attribute is shown at all. */
function ShownFields({ types, ...props }: FieldsProps & Pick<RenderingTabProps, "types">) {
  const { render, change } = props;
  return (
    <>
      <div className={classes.pair}>
        <ToggleField {...props} field="selected" label={t("attributes.onlySelected")} />
        <ToggleField {...props} field="hideEmpty" label={t("attributes.hideEmpty")} />
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
        <NumberField {...props} field="order" label={t("attributes.order")} />
      </div>
    </>
  );
}

/** Its name and value as text. */
function TextFields(props: FieldsProps) {
  const { render, change } = props;
  return (
    <>
      <TextInput
        size="xs"
        label={t("attributes.displayName")}
        value={render.displayName ?? ""}
        onChange={(event) => change({ displayName: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NumberField {...props} field="displayTextSize" label={t("attributes.displayTextSize")} min={-1} />
        <NumberField {...props} field="valueTextSize" label={t("attributes.valueTextSize")} min={-1} />
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
    </>
  );
}

/** Its place at the box. */
function PlaceFields({ render, change }: FieldsProps) {
  return (
    <>
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
    </>
  );
}

/** The box around it. */
function BoxFields({ onChange, ...props }: FieldsProps & Pick<RenderingTabProps, "onChange">) {
  const { render, change } = props;
  return (
    <>
      <ToggleField {...props} field="box" label={t("attributes.box")} />
      {render.box === true && (
        <>
          <div className={classes.pair}>
            <AutoColor
              label={t("attributes.boxColor")}
              color={render.boxColor}
              onChange={(boxColor) => change({ boxColor })}
            />
            <NumberField {...props} field="boxThickness" label={t("attributes.boxThickness")} min={0} />
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

interface ToggleFieldProps extends FieldsProps {
  readonly field: "selected" | "hideEmpty" | "box";
  readonly label: string;
}

function ToggleField({ field, label, render, change }: ToggleFieldProps) {
  return (
    <Switch
      label={label}
      checked={render[field] === true}
      onChange={(event) => change({ [field]: event.currentTarget.checked })}
    />
  );
}

interface NumberFieldProps extends FieldsProps {
  readonly field: "order" | "displayTextSize" | "valueTextSize" | "boxThickness";
  readonly label: string;
  readonly min?: number;
}

function NumberField({ field, label, min, render, change }: NumberFieldProps) {
  return (
    <NumberInput
      size="xs"
      label={label}
      {...(min !== undefined && { min })}
      {...(field.endsWith("TextSize") && { description: t("attributes.sizeHint") })}
      value={render[field] ?? ""}
      onChange={(value) => {
        const next = numberOf(value);
        if (next !== undefined) change({ [field]: next });
      }}
    />
  );
}
