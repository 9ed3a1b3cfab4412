/** The parameter of pipelines that follow boxes. */
import type { PipeParameter } from "#schemas";

export const maxFramesParameter: PipeParameter = {
  key: "mostFrames",
  label: "Frames to follow a box",
  type: "number",
  default: 1000,
  type_props: { min: 1, max: 1_000_000, step: 1 },
};
