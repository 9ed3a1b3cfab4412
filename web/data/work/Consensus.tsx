/** The dialog that merges annotation sets of a dataset into a new set, and undoes that. */
import { Button, Checkbox, Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { DialogButtons } from "../../ui/dialogs/DialogButtons.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { JobStatus } from "#schemas/job-status";
import { ApiError } from "#schemas/client";
import type { Folder, Job } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { FollowedJob } from "../../features/jobs/FollowedJob.tsx";
import { allSetsQuery } from "../../queries/annotations.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { navigateTo } from "../../ui/page/navigation.ts";
import { ListAnswer } from "../ListAnswer.tsx";
import { statusProps } from "../../ui/page/announce.ts";

const modalId = "consensus";

export function openConsensus(dataset: Folder): void {
  dialogs.open({
    modalId,
    title: t("team.consensus.title", { name: dataset.name }),
    closeButtonProps: { "aria-label": t("common.close") },
    children: <Consensus dataset={dataset} />,
  });
}

function Consensus({ dataset: { _id: id } }: { readonly dataset: Folder }) {
  const sets = useQuery({ ...allSetsQuery(id), staleTime: 0, gcTime: 0 });
  return <ListAnswer of={sets}>{(names) => <Choice datasetId={id} names={names} />}</ListAnswer>;
}

type State =
  | { readonly kind: "choosing"; readonly failure?: string; readonly isTaken?: boolean }
  | { readonly kind: "requesting" }
  | { readonly kind: "running"; readonly job: Job }
  | { readonly kind: "done"; readonly log: string }
  | { readonly kind: "removed" };

function Choice({ datasetId, names }: { readonly datasetId: string; readonly names: readonly string[] }) {
  const [chosen, setChosen] = useState(names);
  const [into, setInto] = useState(t("team.consensus.name"));
  const [people, setPeople] = useState<number | "">("");
  const [state, setState] = useState<State>({ kind: "choosing" });
  const sets = chosen.filter((name) => name !== into.trim());

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (state.kind === "requesting" || state.kind === "running") return;
    setState({ kind: "requesting" });
    const body = { sets, into: into.trim(), ...(people !== "" && { leastPeople: people }) };
    try {
      setState({ kind: "running", job: await api.call("task.consensus", { id: datasetId, body }) });
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === "set-exists";
      setState({ kind: "choosing", failure: errorText(error), isTaken });
    }
  }

  function onEnd({ status, log = [] }: Job): void {
    const text = log.join("").trim();
    setState(
      status === JobStatus.success
        ? { kind: "done", log: text }
        : { kind: "choosing", failure: text.split("\n").at(-1) || t("team.consensus.failed") },
    );
  }

  async function remove(): Promise<void> {
    try {
      await api.call("annotation.removeSet", { folderId: datasetId, set: into.trim() });
      setState({ kind: "removed" });
    } catch (error) {
      setState({ kind: "choosing", failure: errorText(error) });
    }
    void queryClient.invalidateQueries({ queryKey: keys.annotationSets(datasetId) });
  }

  if (names.length < 2) return <Text size="sm">{t("team.consensus.tooFew")}</Text>;
  if (state.kind === "done") {
    return <Done log={state.log} datasetId={datasetId} set={into.trim()} onUndo={() => void remove()} />;
  }
  return (
    <form onSubmit={(event) => void start(event)} noValidate>
      <Stack gap="sm">
        <Text size="sm">{t("team.consensus.about")}</Text>
        <Checkbox.Group label={t("team.consensus.sets")} value={[...chosen]} onChange={(values) => setChosen(values)}>
          <Stack gap={6} mt={4}>
            {names.map((name) => (
              <Checkbox key={name} value={name} label={name === "" ? t("team.consensus.default") : name} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group grow align="flex-start">
          <TextInput
            size="xs"
            label={t("team.consensus.into")}
            value={into}
            onChange={(event) => setInto(event.currentTarget.value)}
          />
          <NumberInput
            size="xs"
            label={t("team.consensus.people")}
            placeholder={t("team.consensus.half")}
            min={1}
            max={chosen.length}
            allowDecimal={false}
            value={people}
            onChange={(value) => setPeople(value === "" ? "" : Number(value))}
          />
        </Group>
        <Progress state={state} set={into.trim()} onUndo={() => void remove()} onEnd={onEnd} />
        <DialogButtons>
          <Button variant="default" onClick={() => dialogs.close(modalId)}>
            {t("common.cancel")}
          </Button>
          <Button
            type="submit"
            loading={state.kind === "requesting" || state.kind === "running"}
            disabled={sets.length < 2 || into.trim() === ""}
          >
            {t("team.consensus.merge")}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface ProgressProps {
  readonly state: State;
  readonly set: string;
  onUndo(): void;
  onEnd(job: Job): void;
}

/** How far it is, or why it failed: if the set exists already, it can be removed. */
function Progress({ state, set, onUndo, onEnd }: ProgressProps) {
  if (state.kind === "removed") {
    return (
      <Text size="sm" {...statusProps}>
        {t("team.consensus.removed")}
      </Text>
    );
  }
  if (state.kind === "choosing" && state.failure !== undefined) {
    const action = { label: t("team.consensus.undo", { name: set }), onClick: onUndo };
    return (
      <ErrorAlert title={t("team.consensus.failed")} text={state.failure} {...(state.isTaken === true && { action })} />
    );
  }
  if (state.kind !== "running") return null;
  return <FollowedJob key={state.job._id} job={state.job} waiting={t("team.consensus.waiting")} onEnd={onEnd} />;
}

interface DoneProps {
  readonly log: string;
  readonly datasetId: string;
  readonly set: string;
  onUndo(): void;
}

function Done({ log, datasetId, set, onUndo }: DoneProps) {
  return (
    <Stack gap="sm">
      <Text size="sm" {...statusProps} style={{ whiteSpace: "pre-line" }}>
        {log}
      </Text>
      <DialogButtons>
        <Button variant="default" onClick={onUndo}>
          {t("team.consensus.undo", { name: set })}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            dialogs.close(modalId);
            navigateTo(`/viewer/${datasetId}/set/${encodeURIComponent(set)}`);
          }}
        >
          {t("team.consensus.open")}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
