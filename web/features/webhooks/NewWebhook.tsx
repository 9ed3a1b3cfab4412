/** The form of a new webhook. */
import { Button, Checkbox, Stack, TextInput } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useState, type FormEvent } from "react";
import type { Webhook, WebhookEvent } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../use-submission.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";

/** A test message can always be sent, whatever is selected. */
const offered = [
  "annotations.saved",
  "comment.created",
  "job.ended",
  "dataset.created",
  "dataset.deleted",
  "dataset.shared",
  "task.created",
  "task.handedIn",
  "task.accepted",
  "task.sentBack",
] as const satisfies readonly WebhookEvent[];

interface NewWebhookProps {
  readonly folderId: string | undefined;
  onMade(webhook: Webhook): void;
  onCancel(): void;
}

export function NewWebhook({ folderId, onMade, onCancel }: NewWebhookProps) {
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [events, setEvents] = useState<string[]>(["annotations.saved"]);
  const { isBusy, failure, send } = useSubmission();

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    await send(async () => {
      const body = {
        url: url.trim(),
        events: offered.filter((one) => events.includes(one)),
        description: description.trim(),
        ...(folderId !== undefined && { folderId }),
      };
      const made = await api.call("webhook.create", { body });
      await queryClient.invalidateQueries({ queryKey: keys.webhooks });
      onMade(made);
    });
  }

  return (
    <form onSubmit={(event) => void add(event)}>
      <Stack gap="sm" maw={620}>
        {failure !== undefined && <ErrorAlert text={failure} />}
        <TextInput
          label={t("webhooks.url")}
          description={t("webhooks.urlHint")}
          type="url"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          autoComplete="off"
          required
          data-autofocus
        />
        <TextInput
          label={t("webhooks.description")}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          autoComplete="off"
        />
        <Checkbox.Group label={t("webhooks.events")} value={events} onChange={setEvents}>
          <Stack gap={8} mt={6}>
            {offered.map((one) => (
              <Checkbox key={one} value={one} label={t(`webhooks.event.${one}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isBusy} disabled={url.trim() === "" || events.length === 0}>
            {t("webhooks.add")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
