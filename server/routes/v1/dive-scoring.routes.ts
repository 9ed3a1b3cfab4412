/** `dive_scoring` and `dive_dataset/{id}/scoring`: what can be scored, and the results. `dive_rpc/score` starts one. */
import type { DatasetServices } from "../../services/datasets/dataset-services.ts";
import type { RpcServices } from "../../services/rpc/rpc-services.ts";
import type { RegisterRoute } from "../registry.ts";

export function registerScoringRoutes(
  register: RegisterRoute,
  { scorings, scoringResults }: Pick<RpcServices, "scorings"> & Pick<DatasetServices, "scoringResults">,
): void {
  register("scoring.list", ({ actor, parameters: { limit = 50 } }) => scoringResults.listAll(actor, limit));
  register("dataset.scorings", ({ actor, parameters: { id } }) => scoringResults.list(actor, id));
  register("dataset.scoring", ({ actor, parameters: { id, resultId } }) => scoringResults.get(actor, id, resultId));
  register("dataset.deleteScoring", async ({ actor, parameters: { id, resultId } }) => {
    await scoringResults.remove(actor, id, resultId);
    return null;
  });
  register("dataset.scoringSources", ({ actor, parameters: { id } }) => scorings.sources(actor, id));
}
