/**
 * Capabilities that a job may need and not every worker has. A job names at most one when it is created, workers name
 * all of theirs, and a job is assigned only to a worker that has its capability.
 */
export const capability = {
  pipeline: (pipe: string): string => `pipeline ${pipe}`,
  training: (configuration: string): string => `train ${configuration}`,
  /** Can run models trained by programs. */
  trained: "run trained",
  /** Can make ONNX files of models trained by programs. */
  exporting: "export trained",
  /** Can draw annotations into media. */
  rendering: "render",
} as const;

/** For people. */
export function capabilityText(needed: string): string {
  if (needed === capability.trained) return "that runs trained pipelines";
  if (needed === capability.exporting) return "that exports trained pipelines";
  if (needed === capability.rendering) return "that has ffmpeg";
  const [kind = "", name = ""] = [needed.slice(0, needed.indexOf(" ")), needed.slice(needed.indexOf(" ") + 1)];
  return kind === "train" ? `that trains ${name}` : `that has ${name}`;
}
