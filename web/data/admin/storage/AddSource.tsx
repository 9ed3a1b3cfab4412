/** Registers a folder of the server, or a bucket, as a media source. */
import { Button, Stack, TextInput } from "@mantine/core";
import { DialogButtons } from "../../../ui/dialogs/DialogButtons.tsx";
import { notifications } from "@mantine/notifications";
import { useState, type FormEvent } from "react";
import { sourceParameters } from "#schemas/source-location";
import { api } from "../../../api/client.ts";
import { t } from "../../../base/texts/index.ts";
import { useSubmission } from "../../../features/use-submission.ts";
import { keys } from "../../../queries/keys.ts";
import { queryClient } from "../../../queries/query-client.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";

export function AddSource({ onDone }: { onDone(): void }) {
  const [location, setLocation] = useState("");
  const [name, setName] = useState("");
  const { isBusy, failure, send } = useSubmission();

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    await send(async () => {
      const source = await api.call("assetstore.create", {
        name: name.trim() || location.trim(),
        ...sourceParameters(location.trim()),
      });
      notifications.show({ message: t("storage.added", { name: source.name }), color: "teal" });
      await queryClient.invalidateQueries({ queryKey: keys.admin });
      onDone();
    });
  }

  return (
    <form onSubmit={(event) => void add(event)}>
      <Stack gap="sm">
        {failure !== undefined && <ErrorAlert text={failure} />}
        <TextInput
          label={t("storage.location")}
          description={t("storage.locationHint")}
          value={location}
          onChange={({ currentTarget }) => setLocation(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          required
          data-autofocus
        />
        <TextInput
          label={t("storage.name")}
          description={t("storage.nameHint")}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          autoComplete="off"
        />
        <DialogButtons>
          <Button type="submit" loading={isBusy} disabled={location.trim() === ""}>
            {t("storage.add")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
