/** The dialog that clones a dataset: annotations and configuration are copied, media are shared. */
import { Alert, Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Folder } from "#schemas/wire";
import { AccessLevel } from "#schemas/access-level";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../use-submission.ts";
import { Answer } from "../Answer.tsx";
import { folderQuery } from "../../queries/places.ts";
import { navigateTo } from "../../ui/page/navigation.ts";
import { cloneButtonText, cloneDataset, defaultCloneName, privacyHint } from "./clone-dataset.ts";
import { DestinationBrowser } from "./DestinationBrowser.tsx";

const dialogId = "clone-dataset";
/** CSS pixels. */
const dialogWidth = 800;

export interface CloneSource {
  readonly id: string;
  /** A past revision; default: the newest. */
  readonly revision?: number | undefined;
}

export function openCloneDialog(source: CloneSource): void {
  dialogs.open({
    modalId: dialogId,
    title: t("clone.title"),
    size: dialogWidth,
    children: <CloneForm {...source} />,
  });
}

function CloneForm({ id, revision }: CloneSource) {
  return (
    <Answer of={useQuery(folderQuery(id))} title={t("clone.sourceFailed")}>
      {(source) => <Form source={source} revision={revision} />}
    </Answer>
  );
}

function Form({ source, revision }: { readonly source: Folder; readonly revision: number | undefined }) {
  const [name, setName] = useState(defaultCloneName(source.name, revision));
  const [destination, setDestination] = useState<Folder>();
  const { isBusy, failure, setFailure, send } = useSubmission();
  const isWritable = destination !== undefined && destination._accessLevel >= AccessLevel.write;
  const isNamed = name.trim() !== "";
  const privacy = destination === undefined ? undefined : privacyHint(source, destination);
  const canClone = isWritable && isNamed && destination.name !== "";

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!canClone) return;
    await send(async () => {
      const request = { sourceId: source._id, revision, parentFolderId: destination._id, name: name.trim() };
      const { _id } = await cloneDataset(request);
      dialogs.close(dialogId);
      navigateTo(`/viewer/${_id}`);
    });
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        {failure !== undefined && <Failure text={failure} onDismiss={() => setFailure(undefined)} />}
        <Stack gap={2}>
          <Text size="sm" fw={500}>
            {t("clone.source")}
          </Text>
          <Text data-testid="clone-source" style={{ overflowWrap: "anywhere" }}>
            {revision === undefined ? source.name : t("clone.sourceRevision", { name: source.name, revision })}
          </Text>
          {source.foreign_media_id !== undefined && (
            <Text c="dimmed" size="sm">
              {t("clone.reference")}{" "}
              <Anchor href={`/viewer/${source.foreign_media_id}`} target="_blank" fz="inherit">
                {t("clone.mediaSource")}
              </Anchor>
              .
            </Text>
          )}
          <Text c="dimmed" size="sm">
            {t("clone.defaultSet")}
          </Text>
        </Stack>
        <TextInput
          label={t("clone.name")}
          data-autofocus
          value={name}
          error={isNamed ? undefined : t("clone.nameRequired")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DestinationBrowser onChange={setDestination} />
        {destination !== undefined && !isWritable && (
          <Text c="var(--mantine-color-error)" size="sm">
            {t("clone.noWriteAccess")}
          </Text>
        )}
        {privacy !== undefined && <Text size="sm">{t(privacy)}</Text>}
        <DialogButtons>
          <Button variant="default" onClick={() => dialogs.close(dialogId)}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!canClone} maw={420}>
            {cloneButtonText(destination)}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function Failure({ text, onDismiss }: { readonly text: string; onDismiss(): void }) {
  return (
    <Alert
      color="red"
      role="alert"
      title={t("clone.failed")}
      icon={<IconAlertTriangle size={16} />}
      withCloseButton
      closeButtonLabel={t("clone.dismiss")}
      onClose={onDismiss}
    >
      <Text style={{ overflowWrap: "anywhere" }}>{text}</Text>
    </Alert>
  );
}
