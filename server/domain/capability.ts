/**
 * What a job takes that not every worker has, in a word. A job names one or none when it is made, workers name all that they
 * have, and a job goes only to a worker that has what it names.
 */
export const capability = {
  pipeline: (pipe: string): string => `pipeline ${pipe}`,
  training: (configuration: string): string => `train ${configuration}`,
  /** A program that runs what programs have trained. */
  trained: "run trained",
  /** A program that makes ONNX files of what programs have trained. */
  exporting: "export trained",
} as const;

/** For people. */
export function capabilityText(needed: string): string {
  if (needed === capability.trained) return "that runs trained pipelines";
  if (needed === capability.exporting) return "that exports trained pipelines";
  const [kind = "", name = ""] = [needed.slice(0, needed.indexOf(" ")), needed.slice(needed.indexOf(" ") + 1)];
  return kind === "train" ? `that trains ${name}` : `that has ${name}`;
}
