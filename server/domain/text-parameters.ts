/** The parameters of pipelines that read text, and where they write it. */
import type { PipeParameter } from "#schemas";

/** The type of the boxes, and their attributes. */
export const textAttributes = { type: "text", text: "text", doubtful: "doubtful" } as const;

export const textParameters: readonly PipeParameter[] = [
  {
    key: "region",
    label: "Box that is read: left, top, right, bottom (empty: the whole picture)",
    type: "text",
    type_props: {},
    default: "",
  },
  {
    key: "example",
    label: "An example of what it says (empty: the first certain reading)",
    type: "text",
    type_props: {},
    default: "",
  },
  {
    key: "every",
    label: "Read every so many frames",
    type: "number",
    default: 1,
    type_props: { min: 1, max: 100_000, step: 1 },
  },
];
