/** Starts a training on datasets. Missing requirements are reported here in the user's terms. */
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { applyJobStatus } from "../../queries/jobs.ts";
import type { BaseModel, TrainingChoices } from "../../queries/pipelines.ts";

export interface TrainingRequest {
  readonly datasetIds: readonly string[];
  readonly modelName: string;
  readonly configuration: string;
  readonly annotatedFramesOnly: boolean;
  /** Content of a labels file; empty: the labels of the annotations. */
  readonly labelText: string;
  readonly baseModel: BaseModel | undefined;
}

/** Missing requirements that no field of the form can provide. */
export function trainingRefusal(
  datasetIds: readonly string[],
  choices: Pick<TrainingChoices, "configurations">,
): string | undefined {
  if (datasetIds.length === 0) return t("run.noDatasets");
  return choices.configurations.length === 0 ? t("run.noConfigurations") : undefined;
}

export function canTrain({ datasetIds, modelName, configuration }: TrainingRequest): boolean {
  return datasetIds.length > 0 && modelName.trim() !== "" && configuration !== "";
}

export async function startTraining(request: TrainingRequest): Promise<void> {
  const { annotatedFramesOnly, baseModel, configuration, datasetIds, labelText, modelName } = request;
  const job = await api.call("rpc.train", {
    pipelineName: modelName.trim(),
    config: configuration,
    annotatedFramesOnly,
    body: {
      folderIds: [...datasetIds],
      ...(labelText !== "" && { labelText }),
      ...(baseModel !== undefined && { fineTuneModel: baseModel.document }),
    },
  });
  applyJobStatus(job);
}
