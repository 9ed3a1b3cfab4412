/** `measurement_length`: measures objects linked on two calibrated cameras, using their head-tail lines. */
import { createCore, createStereoRig, linkedTracks, measureTrack, storeLengths, type LinkedLength } from "#core";

import { PipelineError } from "../../../ports/pipeline-engine.ts";
import { type BuiltinPairPipeline, numberParameter } from "./builtin-pipeline.ts";

const label = "measure";

export const measurementLength: BuiltinPairPipeline = {
  description: {
    pipe: "measurement_length.pipe",
    description:
      "Measures the lines from head to tail that a track has on both cameras, in the unit of the calibration.",
    parameters: [
      numberParameter("mostRms", "Pixels that a line may be off its counterpart", 10, { min: 0, max: 1000, step: 0.5 }),
    ],
  },
  async run({ annotations, calibration, parameters, progress, log }) {
    const rig = await createStereoRig(calibration);
    if (rig === undefined) throw new PipelineError("The calibration of the dataset has no matrices R and T.");
    const [left, right] = await Promise.all([createCore(), createCore()]);
    left.reader.readDiveJson(annotations.left);
    right.reader.readDiveJson(annotations.right);
    const maxRms = parameters.number("mostRms");
    const tracks = linkedTracks(left, right);
    const lengths: LinkedLength[] = [];
    let apartCount = 0;
    for (const [index, id] of tracks.entries()) {
      const measurements = measureTrack(rig, { left, right }, id);
      const near = measurements.filter(({ measured }) => measured.rms <= maxRms);
      apartCount += measurements.length - near.length;
      lengths.push(...near);
      progress(index + 1, tracks.length, "Measuring linked tracks");
    }
    for (const core of [left, right]) storeLengths(core, lengths, label);
    const measured = new Set(lengths.map(({ trackId }) => trackId)).size;
    log(`${lengths.length} lengths of ${measured} tracks; ${tracks.length} tracks are linked.`);
    if (apartCount > 0) log(`${apartCount} lines were more than ${maxRms} pixels off their counterparts.`);
    return { left: left.writer.writeDiveJson().bytes, right: right.writer.writeDiveJson().bytes };
  },
};
