/** The fields of the style dialog: a type's name, look and parent. */

import { ColorInput, NumberInput, Select, Slider, Stack, Switch, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../../../base/texts/index.ts";
import { formatFixed } from "../../../base/texts/numbers.ts";
import { typePalette } from "#core/type-colors";
import classes from "./StyleEditor.module.css";
import { isThicknessValid, shownThickness, type StyleForm } from "./style-form.ts";

interface FieldsProps {
  readonly form: StyleForm;
  readonly isReadOnly: boolean;
  change(part: Partial<StyleForm>): void;
}

interface LookFieldsProps extends FieldsProps {
  /** The name is empty. */
  readonly isNameMissing: boolean;
  /** Another type has this name: saving merges the two. */
  readonly isNameTaken: boolean;
}

/** Name, color, thickness and opacity. */
export function LookFields({ form, isReadOnly, isNameMissing, isNameTaken, change }: LookFieldsProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label={t("lists.typeName")}
        data-autofocus
        value={form.name}
        disabled={isReadOnly}
        error={isNameMissing && t("lists.typeNameMissing")}
        {...(isNameTaken && { description: t("lists.typeNameTaken") })}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <ColorInput
        label={t("lists.color")}
        format="hex"
        value={form.color}
        disabled={isReadOnly}
        swatches={[...typePalette]}
        swatchesPerRow={6}
        popoverProps={{ withinPortal: true }}
        onChange={(color) => change({ color })}
      />
      <NumberInput
        label={t("lists.thickness")}
        {...(form.thickness === undefined && { description: t("lists.thicknessStandard") })}
        value={shownThickness(form)}
        disabled={isReadOnly}
        error={!isThicknessValid(form) && t("lists.thicknessTooSmall")}
        onChange={(thickness) => {
          // Mantine also calls onChange with the initial value.
          if (form.thickness !== undefined || thickness !== shownThickness(form)) change({ thickness });
        }}
      />
      <Opacity form={form} isReadOnly={isReadOnly} change={change} />
    </Stack>
  );
}

function Opacity({ form, isReadOnly, change }: FieldsProps) {
  return (
    <div>
      <Text size="sm" fw={500} id="style-opacity">
        {t("lists.opacity")}
      </Text>
      <div className={classes.opacity}>
        <Slider
          className={classes.slider ?? ""}
          min={0}
          max={1}
          step={0.01}
          label={null}
          value={form.opacity}
          disabled={isReadOnly}
          thumbProps={{ "aria-labelledby": "style-opacity" }}
          onChange={(opacity) => change({ opacity })}
        />
        <span className={classes.number}>{formatFixed(form.opacity, 2)}</span>
      </div>
    </div>
  );
}

interface ParentFieldProps {
  readonly parent: string | null;
  /** Types that can be the parent without creating a cycle. */
  readonly possible: readonly string[];
  readonly isReadOnly: boolean;
  onChange(parent: string | null): void;
}

/** The parent type. */
export function ParentField({ parent, possible, isReadOnly, onChange }: ParentFieldProps) {
  return (
    <Select
      label={t("lists.parentType")}
      description={t("lists.parentTypeHint")}
      placeholder={t("lists.noParentType")}
      // The stored parent may have no tracks.
      data={[...new Set([...possible, ...(parent === null ? [] : [parent])])]}
      value={parent}
      disabled={isReadOnly}
      clearable
      searchable
      comboboxProps={{ withinPortal: true }}
      onChange={onChange}
    />
  );
}

/** Which parts of the type are drawn; for track types also whether its regions suppress others. */
export function DrawnSwitches({
  form,
  isReadOnly,
  change,
  hasSuppress,
}: FieldsProps & { readonly hasSuppress: boolean }) {
  const toggle = (
    field: "fill" | "showLabel" | "showConfidence" | "suppress",
    label: string,
    description?: string,
  ): ReactNode => (
    <Switch
      label={label}
      {...(description !== undefined && { description })}
      checked={form[field]}
      disabled={isReadOnly}
      onChange={(event) => change({ [field]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      {toggle("fill", t("lists.fill"))}
      {toggle("showLabel", t("lists.showLabel"))}
      {toggle("showConfidence", t("lists.showConfidence"))}
      {hasSuppress && toggle("suppress", t("lists.suppress"), t("lists.suppressHint"))}
    </>
  );
}
