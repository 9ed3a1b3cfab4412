/** Trained models: folders with the files of a pipeline that a user has trained. */
import type { TrainingRecord } from "#schemas/wire";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

/** In the terms of API clients. Without a folder it belongs to the installation. */
export interface TrainedModel {
  readonly name: string;
  readonly ownerLogin: string;
  readonly folderId: string | null;
  /** Undefined if nothing was recorded, or if it belongs to the installation. */
  readonly training: TrainingRecord | undefined;
}

/** Suffixes that the server appends to a model's name. */
const kinds = ["tracker", "detector"];

/** A training creates pipelines of several kinds in one folder; they are one model. */
export const trainedModelsQuery = question({
  queryKey: [...keys.models],
  queryFn: async ({ signal }): Promise<TrainedModel[]> => {
    const { trained } = await api.call("configuration.pipelines", {}, { signal });
    const models = new Map<string, TrainedModel>();
    for (const { name, pipe, ownerLogin = "", folderId, training } of trained?.pipes ?? []) {
      const kind = kinds.find((one) => pipe.endsWith(`${one}.pipe`) && name.endsWith(` ${one}`));
      const ownName = kind === undefined ? name : name.slice(0, -kind.length - 1);
      const key = folderId ?? name;
      if (!models.has(key)) models.set(key, { name: ownName, ownerLogin, folderId, training });
    }
    return [...models.values()];
  },
});
