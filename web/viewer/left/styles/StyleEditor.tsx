/**
 * The dialog that edits a type or a group type: name, style, deletion. It previews the style in the dialog and on the
 * picture below; nothing is changed before Save.
 */

import { Button, Group, Stack, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState, type FormEvent } from "react";
import { t } from "../../../base/texts/index.ts";
import {
  deleteEmptyType,
  possibleParents,
  restyleType,
  stylingOf,
  type StyledKind,
} from "../../../editor/edits/type-edits.ts";
import { confirmDialog } from "../../../ui/dialogs/confirm.tsx";
import { useViewer } from "../../viewer-context.ts";
import { isFormValid, nameOf, toForm, toStoredStyle, type StyleForm } from "./style-form.ts";
import classes from "./StyleEditor.module.css";
import { DrawnSwitches, LookFields, ParentField } from "./StyleFields.tsx";
import { StylePreview } from "./StylePreview.tsx";
import { Tip } from "../../../ui/tips/Tip.tsx";
import { MountedModal } from "../../../ui/dialogs/MountedModal.tsx";

interface StyleEditorProps {
  readonly kind: StyledKind;
  readonly type: string;
  /** In use by an annotation, so it cannot be deleted. */
  readonly isUsed: boolean;
  /** All existing names of this kind. */
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the stored style does not change under an open dialog
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
    <MountedModal
      onClose={onClose}
      closeOnEscape={!isAsking}
      title={t(kind === "track" ? "lists.typeEditor" : "lists.groupTypeEditor")}
      size={560}
      // Light enough to show the preview on the picture below the dialog.
      overlayProps={{ backgroundOpacity: 0.2 }}
    >
      <form onSubmit={save}>
        <div className={classes.columns}>
          <LookFields
            {...{ form, isReadOnly, change }}
            isNameMissing={name === ""}
            isNameTaken={name !== type && names.includes(name)}
          />
          <Stack gap="sm">
            {kind === "track" && (
              <ParentField
                parent={parent}
                possible={possibleParents(type, names, hierarchy)}
                isReadOnly={isReadOnly}
                onChange={setParent}
              />
            )}
            <StylePreview form={form} />
            <DrawnSwitches {...{ form, isReadOnly, change }} hasSuppress={kind === "track"} />
          </Stack>
        </div>
        {isReadOnly && (
          <Text size="sm" c="dimmed" mt="sm">
            {t("refusals.readOnly")}
          </Text>
        )}
        <Buttons
          isUsed={isUsed}
          isReadOnly={isReadOnly}
          isSaveable={isValid && !isReadOnly}
          onDelete={() => void remove()}
          onClose={onClose}
        />
      </form>
    </MountedModal>
  );
}

interface ButtonsProps {
  readonly isUsed: boolean;
  readonly isReadOnly: boolean;
  readonly isSaveable: boolean;
  onDelete(): void;
  onClose(): void;
}

function Buttons({ isUsed, isReadOnly, isSaveable, onDelete, onClose }: ButtonsProps) {
  const isKept = isUsed || isReadOnly;
  return (
    <Group mt="lg" gap="xs">
      <Tip label={isUsed ? t("lists.deleteTypeUsed") : t("refusals.readOnly")} disabled={!isKept}>
        <Button
          variant="outline"
          color="red"
          aria-disabled={isKept}
          {...(isKept && { "data-disabled": true })}
          onClick={() => {
            if (!isKept) onDelete();
          }}
        >
          {t("lists.deleteType")}
        </Button>
      </Tip>
      <span className={classes.spacer} />
      <Button variant="default" onClick={onClose}>
        {t("common.cancel")}
      </Button>
      <Button type="submit" disabled={!isSaveable}>
        {t("lists.save")}
      </Button>
    </Group>
  );
}
