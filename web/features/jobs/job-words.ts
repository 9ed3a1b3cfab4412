/**
 * Titles and messages of jobs in the language of the page. The server stores them in English, because clients of api/v1
 * read them, so they are recognized by their wording. Others stay as they are.
 */
import { languageCode, t } from "../../base/texts/index.ts";

/** By text; the placeholders of a text are the groups, in this order. A longer wording goes before a shorter one. */
const wordings = {
  converting: "Converting (.+) to a web friendly format",
  tiles: "Large Image Conversion: (.+)",
  extracting: "Extracting (.+) to folder (.+)",
  tryingImport: "Trying the import of (.+) into folder (.+)",
  importing: "Importing (.+) into folder (.+)",
  trying: "Trying (.+) at (.+)",
  checking: "Checking (.+)",
  batch: "Batch process Dive Batch Postprocess",
  merging: "Consensus of (.+)",
  addon: "Exporting (.+) as an addon",
  onnx: "Exporting (.+) to ONNX",
  joining: "Joining the cameras of (.+)",
  running: "Running (.+) on (.+)",
  drawing: "Drawing annotations into (.+)",
  scoring: "Scoring (.+)",
  training: "Training to create (.+) pipeline",
  upgrading: "Upgrade Pipelines",
  looking: "Looking at (.+)",
  tilesOf: "Making tiles of (.+)",
  convertingOne: "Converting (.+)",
  reading: "Reading (.+)",
  fetching: "Fetching (.+)",
  mergingNow: "Merging",
  importingNow: "Importing",
  comparing: "Comparing",
  done: "Done",
  waiting: "Waiting for ([0-9]+) jobs? ahead in (.+)[.]",
  noWorker: "Waits for a worker of the queue (.+): none is connected[.]",
} as const;

/** @param said a title or a message of a job */
export function jobWords(said: string): string {
  if (languageCode() === "en") return said;
  for (const key of Object.keys(wordings) as (keyof typeof wordings)[]) {
    const parts = new RegExp(`^${wordings[key]}$`, "su").exec(said);
    if (parts !== null)
      return t(`jobs.said.${key}`, { name: parts[1] ?? "", place: parts[2] ?? "", count: Number(parts[1]) });
  }
  return said;
}
