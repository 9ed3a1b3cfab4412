/** The available pipelines and trainings: pipelines by category, training configurations, and base models. */
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

export const pipelinesQuery = question({
  queryKey: [...keys.models, "pipelines"],
  queryFn: ({ signal }) => api.call("configuration.pipelines", {}, { signal }),
});

export interface BaseModel {
  readonly name: string;
  /** Undefined: it belongs to the installation. */
  readonly folderId: string | undefined;
  /** In the server's terms; sent back to it unchanged. */
  readonly document: Readonly<Record<string, unknown>>;
}

export interface TrainingChoices {
  readonly configurations: readonly string[];
  /** Undefined: none is preferred. */
  readonly preferred: string | undefined;
  readonly models: readonly BaseModel[];
}

export const trainingQuery = question({
  queryKey: [...keys.models, "training"],
  async queryFn({ signal }): Promise<TrainingChoices> {
    const { training, models } = await api.call("configuration.trainingConfigs", {}, { signal });
    return {
      configurations: training.configs,
      preferred: training.configs.find((name) => name === training.default),
      models: Object.entries(models).map(([key, model]) => toBaseModel(key, model)),
    };
  },
});

function toBaseModel(key: string, model: unknown): BaseModel {
  const document = (typeof model === "object" && model !== null ? model : {}) as Record<string, unknown>;
  const { name, folderId } = document;
  return {
    name: typeof name === "string" ? name : key,
    folderId: typeof folderId === "string" ? folderId : undefined,
    document,
  };
}
