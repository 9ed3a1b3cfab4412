/** The parameters of pipelines that draw polygons around the objects in boxes. */
import type { PipeParameter } from "#schemas";

export const polygonParameters: readonly PipeParameter[] = [
  {
    key: "tolerance",
    label: "Pixels that a polygon may be off",
    type: "number",
    default: 1,
    type_props: { min: 0, max: 100, step: 0.5 },
  },
  { key: "replace", label: "Also where there is a polygon", type: "boolean", type_props: {}, default: false },
];
