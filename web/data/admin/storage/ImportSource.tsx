/** Imports a media source, or a folder in it, into a folder of the site, and shows the job's log. */
import { Button, Stack, TextInput } from "@mantine/core";
import { DialogButtons } from "../../../ui/dialogs/DialogButtons.tsx";
import { useState } from "react";
import type { Assetstore, Folder, Job } from "#schemas/wire";
import { api } from "../../../api/client.ts";
import { t } from "../../../base/texts/index.ts";
import { useSubmission } from "../../../features/use-submission.ts";
import { DestinationBrowser } from "../../../features/clone/DestinationBrowser.tsx";
import { keys } from "../../../queries/keys.ts";
import { queryClient } from "../../../queries/query-client.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { SourceJob } from "./SourceJob.tsx";

export function ImportSource({ source }: { readonly source: Assetstore }) {
  const [path, setPath] = useState("");
  const [destination, setDestination] = useState<Folder>();
  const [started, setStarted] = useState<Job>();
  const [isTrial, setTrial] = useState(false);
  const { isBusy, failure, send } = useSubmission();

  async function start(into: Folder, dryRun: boolean): Promise<void> {
    setTrial(dryRun);
    await send(async () => {
      const request = { id: source._id, destinationId: into._id, importPath: path.trim(), dryRun };
      setStarted(await api.call("assetstore.import", request));
      await queryClient.invalidateQueries({ queryKey: keys.jobs });
      return "open";
    });
  }

  function back(): void {
    setStarted(undefined);
    // Ask for the destination again, so that the listing starts over.
    setDestination(undefined);
  }

  if (started !== undefined) return <SourceJob job={started} onBack={back} />;
  return (
    <Stack gap="sm">
      {failure !== undefined && <ErrorAlert text={failure} />}
      <TextInput
        label={t("storage.path")}
        description={t("storage.pathHint")}
        value={path}
        onChange={({ currentTarget }) => setPath(currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <DestinationBrowser onChange={setDestination} />
      <DialogButtons>
        <Button
          variant="default"
          loading={isBusy && isTrial}
          disabled={destination === undefined || isBusy}
          onClick={() => destination !== undefined && void start(destination, true)}
        >
          {t("storage.tryFirst")}
        </Button>
        <Button
          maw={360}
          loading={isBusy && !isTrial}
          disabled={destination === undefined || isBusy}
          onClick={() => destination !== undefined && void start(destination, false)}
        >
          {destination === undefined ? t("storage.start") : t("storage.startInto", { folder: destination.name })}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
