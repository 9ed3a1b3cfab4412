/** Every kind of job. */
import { batchPostprocess } from "./kinds/batch-postprocess.ts";
import { checkMedia } from "./kinds/check-media.ts";
import { checkVideo } from "./kinds/check-video.ts";
import { mergeSets } from "./kinds/consensus.ts";
import { convertImages } from "./kinds/convert-images.ts";
import { convertLargeImage } from "./kinds/convert-large-image.ts";
import { convertVideo } from "./kinds/convert-video.ts";
import { exportModel } from "./kinds/export-model.ts";
import { extractArchive } from "./kinds/extract-archive.ts";
import { importMedia } from "./kinds/import-media.ts";
import { joinCameras } from "./kinds/join-cameras.ts";
import { runPipeline } from "./kinds/pipeline.ts";
import { renderAnnotations } from "./kinds/render.ts";
import { reportVideo } from "./kinds/report-video.ts";
import { scoreDatasets } from "./kinds/score.ts";
import { trainModel } from "./kinds/training.ts";
import { upgradePipelines } from "./kinds/upgrade-pipelines.ts";

export const jobKinds = [
  batchPostprocess,
  checkMedia,
  checkVideo,
  convertImages,
  convertLargeImage,
  convertVideo,
  exportModel,
  extractArchive,
  importMedia,
  joinCameras,
  mergeSets,
  renderAnnotations,
  reportVideo,
  runPipeline,
  scoreDatasets,
  trainModel,
  upgradePipelines,
] as const;
