/** The dialog for a new or existing attribute definition. Saving makes a pending change of the dataset. */

import { Alert, Button, Group, Tabs } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useState, type FormEvent } from "react";
import type { AttributeDefinition } from "#schemas";
import { t } from "../../../base/texts/index.ts";
import { modeOf, newDefinition, type AttributeOwner } from "../../../session/attributes/definition.ts";
import { isTaken } from "../../../session/attributes/definition-rules.ts";
import { confirmDialog } from "../../../ui/dialogs/confirm.tsx";
import { MountedModal } from "../../../ui/dialogs/MountedModal.tsx";
import { useViewer } from "../../viewer-context.ts";
import {
  draftOf,
  draftProblems,
  draftWithDatatype,
  hasProblems,
  toDefinition,
  type AttributeDraft,
} from "./attribute-draft.ts";
import { MainTab } from "./MainTab.tsx";
import { RenderingTab } from "./RenderingTab.tsx";
import { shortcutProblems } from "./shortcut-rules.ts";
import { storedValues } from "./stored-values.ts";
import { usedTexts } from "./used-texts.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { ValueColorsTab } from "./ValueColorsTab.tsx";

interface AttributeDialogProps {
  /** The definition to edit, or what a new attribute belongs to. */
  readonly of: AttributeDefinition | AttributeOwner;
  onClose(): void;
}

export function AttributeDialog({ of, onClose }: AttributeDialogProps) {
  const title =
    typeof of === "string"
      ? t("attributes.newTitle", { mode: t(`viewer.mode${modeOf(of)}`) })
      : t("attributes.editTitle", { name: of.name });
  return (
    <MountedModal onClose={onClose} title={title} size="lg">
      <Form of={of} onClose={onClose} />
    </MountedModal>
  );
}

function Form({ of, onClose }: AttributeDialogProps) {
  useSignals();
  const { workspace } = useViewer();
  const { configuration } = workspace;
  const isNew = typeof of === "string";
  const before = isNew ? newDefinition(of) : of;
  const [draft, setDraft] = useState(() => draftOf(before));
  const [values] = useState(() => storedValues(workspace, before));
  const shortcuts = useShortcuts(isNew ? undefined : before.key);
  const keyProblems = shortcutProblems(shortcuts.drafts, shortcuts.others, draft.datatype);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const problems = draftProblems(draft);
  const isInvalid = hasProblems(problems) || keyProblems.some((problem) => problem !== undefined);
  const isReadOnly = workspace.editRefusal.value !== undefined;

  function change(part: Partial<AttributeDraft>): void {
    setFailure(undefined);
    setDraft((now) => ({ ...now, ...part }));
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    if (isInvalid) return;
    if (isNew && isTaken(draft, configuration.values.peek().attributes)) {
      return setFailure(t("attributes.nameTaken"));
    }
    const definition = toDefinition(draft, before);
    if (attempt({ [definition.key]: definition })) shortcuts.store(definition.key, shortcuts.drafts);
  }

  async function remove(): Promise<void> {
    const isSure = await confirmDialog({
      title: t("attributes.deleteTitle"),
      text: [
        t("attributes.deleteQuestion"),
        ...(values.total > 0 ? [t("attributes.valuesKept", { count: values.total })] : []),
      ].join(" "),
      positive: t("attributes.delete"),
      danger: true,
    });
    if (isSure && attempt({ [before.key]: null })) shortcuts.store(before.key, []);
  }

  /** Reports a definition that cannot be stored, and keeps the dialog open. */
  function attempt(attributes: Readonly<Record<string, AttributeDefinition | null>>): boolean {
    try {
      if (workspace.editRefusal.peek() !== undefined) throw new Error(t("attributes.readOnly"));
      configuration.change({ attributes });
      onClose();
      return true;
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  return (
    <form onSubmit={save}>
      {failure !== undefined && (
        <Alert color="red" mb="sm" role="alert">
          {failure}
        </Alert>
      )}
      <Tabs defaultValue="main">
        <Tabs.List>
          <Tabs.Tab value="main">{t("attributes.main")}</Tabs.Tab>
          <Tabs.Tab value="rendering">{t("attributes.rendering")}</Tabs.Tab>
          <Tabs.Tab value="colors">{t("attributes.valueColors")}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="main">
          <MainTab
            draft={draft}
            problems={problems}
            isNew={isNew}
            stored={values}
            change={change}
            setDatatype={(datatype) => change(draftWithDatatype(draft, datatype, before))}
            shortcuts={shortcuts.drafts}
            shortcutProblems={keyProblems}
            setShortcuts={shortcuts.setDrafts}
          />
        </Tabs.Panel>
        <Tabs.Panel value="rendering">
          <RenderingTab
            name={draft.name}
            render={draft.render}
            types={workspace.core.types()}
            onChange={(render) => change({ render })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="colors">
          <ValueColorsTab
            draft={draft}
            problems={problems}
            usedValues={usedTexts(workspace.core, before)}
            change={change}
          />
        </Tabs.Panel>
      </Tabs>
      <Buttons
        canDelete={!isNew}
        isReadOnly={isReadOnly}
        isSaveable={!isReadOnly && !isInvalid}
        onDelete={() => void remove()}
        onClose={onClose}
      />
    </form>
  );
}

interface ButtonsProps {
  readonly canDelete: boolean;
  readonly isReadOnly: boolean;
  readonly isSaveable: boolean;
  onDelete(): void;
  onClose(): void;
}

function Buttons({ canDelete, isReadOnly, isSaveable, onDelete, onClose }: ButtonsProps) {
  return (
    <Group justify="space-between" mt="md">
      {canDelete ? (
        <Button variant="subtle" color="red" disabled={isReadOnly} onClick={onDelete}>
          {t("attributes.delete")}
        </Button>
      ) : (
        <span />
      )}
      <Group gap="xs">
        <Button variant="default" onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" disabled={!isSaveable}>
          {t("attributes.save")}
        </Button>
      </Group>
    </Group>
  );
}
