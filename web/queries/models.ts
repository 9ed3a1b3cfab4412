/** Trained models: folders with the files of a pipeline trained by a user. */
import type { TrainingRecord } from "#schemas/wire";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

/** As the api's clients know it. Without a folder it came with the installation. */
export interface TrainedModel {
  readonly name: string;
  readonly ownerLogin: string;
  readonly folderId: string | null;
  /** Undefined: nothing was recorded when it was trained, or it came with the installation. */
  readonly training: TrainingRecord | undefined;
}

/** What the server adds to the name of the model. */
const kinds = ["tracker", "detector"];

/** A training makes pipelines of several kinds in one folder; they are one model. */
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
