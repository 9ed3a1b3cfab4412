/** The form that starts a training: name, configuration, labels, base model. Loaded on first use. */
import { Button, Checkbox, FileInput, Select, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { t } from "../../base/texts/index.ts";
import { Answer } from "../Answer.tsx";
import { trainingQuery, type TrainingChoices } from "../../queries/pipelines.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { launchJob } from "../jobs/JobLaunchDialog.tsx";
import { modelOrigin } from "../model-origin.ts";
import { useBrand } from "../site.ts";
import type { RunTarget } from "./run-target.ts";
import { canTrain, startTraining, trainingRefusal, type TrainingRequest } from "./run-training.ts";

interface TrainingFormProps {
  readonly targets: readonly RunTarget[];
  onStart(): void;
}

export default function TrainingForm({ targets, onStart }: TrainingFormProps) {
  const ids = targets.map(({ id }) => id);
  return (
    <Answer of={useQuery(trainingQuery)} title={t("run.trainingFailed")}>
      {(choices) => {
        const refusal = trainingRefusal(ids, choices);
        return refusal === undefined ? <Form {...{ targets, onStart, choices }} /> : <ErrorAlert text={refusal} />;
      }}
    </Answer>
  );
}

function Form({ targets, onStart, choices }: TrainingFormProps & { readonly choices: TrainingChoices }) {
  const { trainingMessage } = useBrand();
  const [modelName, setModelName] = useState("");
  const [configuration, setConfiguration] = useState(choices.preferred ?? "");
  const [annotatedFramesOnly, setAnnotatedFramesOnly] = useState(false);
  const [labels, setLabels] = useState<File | null>(null);
  const [base, setBase] = useState<string | null>(null);
  const request: Omit<TrainingRequest, "labelText"> = {
    datasetIds: targets.map(({ id }) => id),
    modelName,
    configuration,
    annotatedFramesOnly,
    baseModel: base === null ? undefined : choices.models[Number(base)],
  };
  const isComplete = canTrain({ ...request, labelText: "" });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isComplete) return;
    onStart();
    void launchJob({
      title: t("run.trainingOf", { name: modelName.trim() }),
      success: trainingMessage ?? t("run.trainingMessage"),
      start: async () => startTraining({ ...request, labelText: (await labels?.text()) ?? "" }),
    });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t("run.modelName")}
          withAsterisk
          data-autofocus
          value={modelName}
          onChange={(event) => setModelName(event.currentTarget.value)}
        />
        <Select
          size="sm"
          label={t("run.configuration")}
          withAsterisk
          data={[...choices.configurations]}
          value={configuration === "" ? null : configuration}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => setConfiguration(value ?? "")}
        />
        {choices.models.length > 0 && (
          <Select
            size="sm"
            label={t("run.baseModel")}
            description={t("run.baseModelHint")}
            clearable
            clearButtonProps={{ "aria-label": t("run.noBaseModel") }}
            data={choices.models.map((model, index) => ({
              value: `${index}`,
              label: `${model.name} (${modelOrigin(model)})`,
            }))}
            value={base}
            comboboxProps={{ withinPortal: false }}
            onChange={setBase}
          />
        )}
        <FileInput
          size="sm"
          label={t("run.labels")}
          description={t("run.labelsHint")}
          accept=".txt,text/plain"
          clearable
          clearButtonProps={{ "aria-label": t("run.noLabels") }}
          value={labels}
          onChange={setLabels}
        />
        <Checkbox
          label={t("run.annotatedFramesOnly")}
          checked={annotatedFramesOnly}
          onChange={(event) => setAnnotatedFramesOnly(event.currentTarget.checked)}
        />
        <Button type="submit" disabled={!isComplete}>
          {t("run.train", { count: targets.length })}
        </Button>
      </Stack>
    </form>
  );
}
