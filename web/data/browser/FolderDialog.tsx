/** The dialog that creates a folder or collection, and that renames or describes a folder, collection or file. */
import { Button, ScrollArea, Stack, Textarea, TextInput } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { FormEvent } from "react";
import type { Collection, Folder, Item, ParentType } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { LazyMarkdown } from "../../ui/text/LazyMarkdown.tsx";

const dialogId = "folder-dialog";

/** `onCreated` receives the new folder. */
export function openNewFolderDialog(
  parent: { type: ParentType; id: string; name: string },
  onCreated?: (folder: Folder) => void,
): void {
  async function create(name: string, description: string): Promise<string> {
    const folder = await api.call("folder.create", { parentType: parent.type, parentId: parent.id, name, description });
    onCreated?.(folder);
    return t("browse.newFolder.done", { name: folder.name });
  }
  dialogs.open({
    modalId: dialogId,
    title: t("browse.newFolder.title", { parent: parent.name }),
    children: <FolderForm name="" description="" action={t("browse.newFolder.create")} onSubmit={create} />,
  });
}

export function openNewCollectionDialog(): void {
  async function create(name: string, description: string): Promise<string> {
    const collection = await api.call("collection.create", { name, description });
    return t("browse.newCollection.done", { name: collection.name });
  }
  dialogs.open({
    modalId: dialogId,
    title: t("browse.newCollection"),
    children: <FolderForm name="" description="" action={t("browse.newFolder.create")} onSubmit={create} />,
  });
}

export function openRenameDialog(entry: Folder | Collection | Item): void {
  async function update(name: string, description: string): Promise<string> {
    if (entry._modelType === "folder") await api.call("folder.update", { id: entry._id, name, description });
    else if (entry._modelType === "collection") {
      await api.call("collection.update", { id: entry._id, name, description });
    } else await api.call("item.update", { id: entry._id, name });
    return t("browse.rename.done", { name });
  }
  dialogs.open({
    modalId: dialogId,
    title: t("browse.rename.title", { name: entry.name }),
    children: (
      <FolderForm
        name={entry.name}
        description={entry._modelType === "item" ? undefined : entry.description}
        action={t("common.save")}
        onSubmit={update}
      />
    ),
  });
}

interface FolderFormProps {
  readonly name: string;
  /** Undefined: has no description. */
  readonly description: string | undefined;
  readonly action: string;
  /** Performs the change and resolves to the success message. */
  onSubmit(name: string, description: string): Promise<string>;
}

function FolderForm(props: FolderFormProps) {
  const [name, setName] = useState(props.name);
  const [description, setDescription] = useState(props.description ?? "");
  const { isBusy, failure, setFailure, send } = useSubmission();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "") return setFailure(t("browse.error.required"));
    await send(async () => {
      const message = await props.onSubmit(name.trim(), description.trim());
      dialogs.close(dialogId);
      notifications.show({ message, color: "teal" });
      await queryClient.invalidateQueries({ queryKey: keys.places });
    });
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t("browse.newFolder.name")}
          data-autofocus
          value={name}
          error={failure}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFailure(undefined);
          }}
        />
        {props.description !== undefined && <DescriptionField value={description} onChange={setDescription} />}
        <DialogButtons>
          <Button variant="default" onClick={() => dialogs.close(dialogId)}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isBusy}>
            {props.action}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface DescriptionFieldProps {
  readonly value: string;
  onChange(value: string): void;
}

/** Edits the description, or previews it. */
function DescriptionField({ value, onChange }: DescriptionFieldProps) {
  const [isPreview, setPreview] = useState(false);
  return (
    <div>
      <Textarea
        label={t("browse.newFolder.description")}
        description={t("browse.newFolder.descriptionHint")}
        autosize
        minRows={4}
        maxRows={10}
        value={value}
        display={isPreview ? "none" : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isPreview && (
        <ScrollArea.Autosize mah={240} role="region" aria-label={t("browse.newFolder.preview")}>
          <LazyMarkdown text={value} />
        </ScrollArea.Autosize>
      )}
      <Button
        variant="subtle"
        size="compact-xs"
        mt={4}
        disabled={value.trim() === ""}
        onClick={() => setPreview(!isPreview)}
      >
        {t(isPreview ? "browse.newFolder.write" : "browse.newFolder.preview")}
      </Button>
    </div>
  );
}
