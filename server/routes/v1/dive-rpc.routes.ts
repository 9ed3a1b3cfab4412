/** `dive_rpc/*`: jobs on datasets. */
import type { PostprocessServices } from "../../services/postprocess/postprocess-services.ts";
import type { RpcServices } from "../../services/rpc/rpc-services.ts";
import { jobDocument } from "../../services/jobs/job-document.ts";
import type { PipelineRequest } from "../../services/pipelines/pipeline-request.ts";
import type { RegisterRoute } from "../registry.ts";
import { wireFolder } from "./wire.ts";

export function registerRpcRoutes(
  register: RegisterRoute,
  {
    pipelines,
    postprocess,
    rpc,
    renderings,
    scorings,
    trainings,
  }: Pick<RpcServices, "pipelines" | "renderings" | "rpc" | "scorings" | "trainings"> &
    Pick<PostprocessServices, "postprocess">,
): void {
  register("rpc.postprocess", async ({ actor, parameters }) => {
    const { id, skipJobs = false, additive = false, additivePrepend = "", set = "" } = parameters;
    const result = await postprocess.run(actor, id, { skipJobs, additive, typePrefix: additivePrepend, setName: set });
    return {
      folder: wireFolder(result.folder),
      warnings: result.warnings,
      entries: [...result.entries],
      job_ids: result.jobIds,
      configurationHierarchyWrite: result.hierarchyWrite,
    };
  });
  register("rpc.pipeline", async ({ actor, parameters }) => {
    const { folderId, forceTranscoded = false, pipeline, pipelineParams } = parameters;
    const { record, level } = await pipelines.run(actor, {
      folderId,
      forceTranscoded,
      pipeline: pipeline as PipelineRequest["pipeline"],
      pipelineParams: pipelineParams as PipelineRequest["pipelineParams"],
    });
    return jobDocument(record, level);
  });
  register("rpc.train", async ({ actor, parameters, body }) => {
    const { pipelineName, config, annotatedFramesOnly = false, forceTranscoded = false } = parameters;
    const { record, level } = await trainings.train(actor, {
      pipelineName,
      config,
      annotatedFramesOnly,
      forceTranscoded,
      body,
    });
    return jobDocument(record, level);
  });
  register("rpc.render", async ({ actor, body }) => {
    const { record, level } = await renderings.start(actor, body);
    return jobDocument(record, level);
  });
  register("rpc.score", async ({ actor, body }) => {
    const { record, level } = await scorings.start(actor, body);
    return jobDocument(record, level);
  });
  register("rpc.export", async ({ actor, parameters: { modelFolderId, exportFolderId } }) => {
    const { record, level } = await trainings.exportModel(actor, modelFolderId, exportFolderId);
    return jobDocument(record, level);
  });
  register("rpc.convertLargeImage", ({ actor, parameters }) => rpc.convertLargeImage(actor, parameters.id));
  register("rpc.convertDive", async ({ actor, parameters: { id, skipJobs = false } }) =>
    rpc.convertToDataset(actor, id, { skipJobs }),
  );
  register("rpc.batchPostprocess", async ({ actor, parameters: { id, skipJobs = false, limit = 100 } }) => {
    await rpc.startBatch(actor, id, { skipJobs, limit });
    return null;
  });
}
