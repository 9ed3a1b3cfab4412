/** Changes a media source: its name, where its files are, and how they are read; says what that means for its datasets. */
import { Button, Stack, Switch, Text, TextInput } from "@mantine/core";
import { DialogButtons } from "../../../ui/dialogs/DialogButtons.tsx";
import { notifications } from "@mantine/notifications";
import { useState, type FormEvent } from "react";
import { bytesAt, readingOf, sourceParameters } from "#schemas/source-location";
import type { Assetstore, Job } from "#schemas/wire";
import { api } from "../../../api/client.ts";
import { t } from "../../../base/texts/index.ts";
import { useSubmission } from "../../../features/use-submission.ts";
import { keys } from "../../../queries/keys.ts";
import { queryClient } from "../../../queries/query-client.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { SourceJob } from "./SourceJob.tsx";
import { statusProps } from "../../../ui/page/announce.ts";

interface Props {
  readonly source: Assetstore;
  onDone(): void;
}

export function EditSource({ source: { _id: id, name: oldName, root = "" }, onDone }: Props) {
  const old = { location: bytesAt(root), credentials: "", signs: true, ...readingOf(root) };
  const [name, setName] = useState(oldName);
  const [location, setLocation] = useState(old.location);
  const [credentials, setCredentials] = useState(old.credentials);
  const [signs, setSigns] = useState(old.signs);
  const [job, setJob] = useState<{ readonly of: Job; readonly isTrial: boolean }>();
  const [isTrial, setTrial] = useState(false);
  const { isBusy, failure, send } = useSubmission();
  const isBucket = location.trim().startsWith("s3:");
  const moves = location.trim() !== old.location || (isBucket && credentials.trim() !== old.credentials);
  const place = {
    ...(location.trim() !== old.location && sourceParameters(location.trim())),
    ...(isBucket && credentials.trim() !== old.credentials && { credentials: credentials.trim() }),
    ...(isBucket && signs !== old.signs && { sign: signs }),
  };

  async function run(asTrial: boolean): Promise<void> {
    setTrial(asTrial);
    await send(async () => {
      await (asTrial ? attempt() : save());
      await queryClient.invalidateQueries({ queryKey: keys.jobs });
      return "open";
    });
  }

  const attempt = async (): Promise<void> =>
    setJob({ of: await api.call("assetstore.check", { id, ...place }), isTrial: true });

  async function save(): Promise<void> {
    const { name: now, hasFiles, checkJob } = await api.call("assetstore.update", { id, name: name.trim(), ...place });
    const isUnchecked = moves && hasFiles && checkJob === undefined;
    if (isUnchecked) notifications.show({ message: t("storage.unchecked", { name: now }), color: "yellow" });
    else notifications.show({ message: t("storage.changed", { name: now }), color: "teal" });
    await queryClient.invalidateQueries({ queryKey: keys.admin });
    if (checkJob === undefined) onDone();
    else setJob({ of: await api.call("job.get", { id: checkJob }), isTrial: false });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void run(false);
  }

  if (job !== undefined) {
    return <SourceJob job={job.of} {...(job.isTrial && { onBack: () => setJob(undefined) })} />;
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {failure !== undefined && <ErrorAlert text={failure} />}
        <TextInput
          label={t("storage.name")}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          autoComplete="off"
          required
          data-autofocus
        />
        <TextInput
          label={t("storage.location")}
          description={t("storage.locationHint")}
          value={location}
          onChange={({ currentTarget }) => setLocation(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          required
        />
        {isBucket && (
          <>
            <TextInput
              label={t("storage.credentials")}
              description={t("storage.credentialsHint")}
              value={credentials}
              onChange={({ currentTarget }) => setCredentials(currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
            />
            <Switch
              label={t("storage.signs")}
              description={t("storage.signsHint")}
              checked={signs}
              onChange={({ currentTarget }) => setSigns(currentTarget.checked)}
            />
          </>
        )}
        <Text size="sm" {...statusProps}>
          {t(moves ? "storage.moves" : "storage.stays")}
        </Text>
        <DialogButtons>
          <Button
            variant="default"
            loading={isBusy && isTrial}
            disabled={!moves || isBusy}
            onClick={() => void run(true)}
          >
            {t("storage.tryChange")}
          </Button>
          <Button type="submit" loading={isBusy && !isTrial} disabled={isBusy}>
            {t("common.save")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
