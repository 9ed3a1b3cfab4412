/**
 * The dialog that edits a type or a group type: its name, how it looks, and deleting it. What it would look like shows in the
 * dialog and on the picture behind it; nothing is changed before Save.
 */

import {
  Button,
  ColorInput,
  Group,
  Modal,
  NumberInput,
  Select,
  Slider,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState, type FormEvent } from "react";
import { t } from "../../base/texts/index.ts";
import { deleteEmptyType, possibleParents, restyleType, stylingOf, type StyledKind } from "../../editor/type-edits.ts";
import { typePalette } from "../../session/type-styles.ts";
import { confirmDialog } from "../../ui/confirm.tsx";
import { useViewer } from "../viewer-context.ts";
import {
  isFormValid,
  isThicknessValid,
  nameOf,
  shownThickness,
  toForm,
  toStoredStyle,
  type StyleForm,
} from "./style-form.ts";
import classes from "./StyleEditor.module.css";
import { StylePreview } from "./StylePreview.tsx";
import { formatFixed } from "../../ui/format.ts";
import { Tip } from "../../ui/Tip.tsx";

interface StyleEditorProps {
  readonly kind: StyledKind;
  readonly type: string;
  /** Some annotation has it: it cannot be deleted. */
  readonly isUsed: boolean;
  /** All names of this kind. */
  readonly names: readonly string[];
  onClose(): void;
}

export function StyleEditor({ kind, type, isUsed, names, onClose }: StyleEditorProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  const isReadOnly = workspace.readOnly.value !== undefined;
  const field = stylingOf[kind];
  const [before] = useState(() =>
    kind === "track"
      ? toForm(type, workspace.display.typeStyles.of(type), workspace.display.suppressing.peek().includes(type))
      : toForm(type, workspace.display.groupStyles.of(type)),
  );
  const [form, setForm] = useState(before);
  const hierarchy = workspace.configuration.values.value.typeHierarchy;
  const storedParent = Object.hasOwn(hierarchy, type) ? (hierarchy[type] ?? null) : null;
  const [parent, setParent] = useState(storedParent);
  const [isAsking, setIsAsking] = useState(false);
  const change = (part: Partial<StyleForm>) => setForm((now) => ({ ...now, ...part }));
  const storedStyles = workspace.configuration.values.value[field];
  const stored = Object.hasOwn(storedStyles, type) ? (storedStyles[type] ?? {}) : {};
  const isValid = isFormValid(form, before);
  const name = nameOf(form, before);

  useEffect(() => {
    if (form !== before) workspace.display.previewStyle({ field, type, style: toStoredStyle(form, stored) });
    return () => workspace.display.previewStyle(undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is stored does not change under an open dialog
  }, [form]);

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!isValid || isReadOnly) return;
    restyleType(editor, kind, type, name, toStoredStyle(form, stored), ...(parent === storedParent ? [] : [parent]));
    onClose();
  }

  async function remove(): Promise<void> {
    setIsAsking(true);
    const title = t("lists.deleteTypeTitle");
    const text = [t("lists.deleteTypeBody"), type];
    const isSure = await confirmDialog({ title, text, positive: t("common.delete"), danger: true });
    setIsAsking(false);
    if (!isSure) return;
    deleteEmptyType(editor, kind, type);
    onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!isAsking}
      title={t(kind === "track" ? "lists.typeEditor" : "lists.groupTypeEditor")}
      size={560}
      // The picture behind shows what is tried out.
      overlayProps={{ backgroundOpacity: 0.2 }}
    >
      <form onSubmit={save}>
        <div className={classes.columns}>
          <Stack gap="sm">
            <TextInput
              label={t("lists.typeName")}
              data-autofocus
              value={form.name}
              disabled={isReadOnly}
              error={name === "" && t("lists.typeNameMissing")}
              {...(name !== type && names.includes(name) && { description: t("lists.typeNameTaken") })}
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
                // The field says what it shows first, too.
                if (form.thickness !== undefined || thickness !== shownThickness(form)) change({ thickness });
              }}
            />
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
          </Stack>
          <Stack gap="sm">
            {kind === "track" && (
              <Select
                label={t("lists.parentType")}
                description={t("lists.parentTypeHint")}
                placeholder={t("lists.noParentType")}
                // The one that is stored may be of no track.
                data={[...new Set([...possibleParents(type, names, hierarchy), ...(parent === null ? [] : [parent])])]}
                value={parent}
                disabled={isReadOnly}
                clearable
                searchable
                comboboxProps={{ withinPortal: true }}
                onChange={setParent}
              />
            )}
            <StylePreview form={form} />
            <Toggle label={t("lists.fill")} checked={form.fill} onChange={(fill) => change({ fill })} />
            <Toggle
              label={t("lists.showLabel")}
              checked={form.showLabel}
              onChange={(showLabel) => change({ showLabel })}
            />
            <Toggle
              label={t("lists.showConfidence")}
              checked={form.showConfidence}
              onChange={(showConfidence) => change({ showConfidence })}
            />
            {kind === "track" && (
              <Toggle
                label={t("lists.suppress")}
                description={t("lists.suppressHint")}
                checked={form.suppress}
                onChange={(suppress) => change({ suppress })}
              />
            )}
          </Stack>
        </div>
        {isReadOnly && (
          <Text size="sm" c="dimmed" mt="sm">
            {t("refusals.readOnly")}
          </Text>
        )}
        <Group mt="lg" gap="xs">
          <Tip label={isUsed ? t("lists.deleteTypeUsed") : t("refusals.readOnly")} disabled={!isUsed && !isReadOnly}>
            <Button
              variant="outline"
              color="red"
              aria-disabled={isUsed || isReadOnly}
              {...((isUsed || isReadOnly) && { "data-disabled": true })}
              onClick={() => {
                if (!isUsed && !isReadOnly) void remove();
              }}
            >
              {t("lists.deleteType")}
            </Button>
          </Tip>
          <span className={classes.spacer} />
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" disabled={!isValid || isReadOnly}>
            {t("lists.save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly description?: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
}

function Toggle({ label, description, checked, onChange }: ToggleProps) {
  useSignals();
  const { workspace } = useViewer();
  return (
    <Switch
      label={label}
      {...(description !== undefined && { description })}
      checked={checked}
      disabled={workspace.readOnly.value !== undefined}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
