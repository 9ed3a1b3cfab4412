/** The configuration of a dataset as a target: of a configuration all it says, of annotations what they say about themselves. */

import { configurationKeys } from "#core/formats/dive-configuration";
import type { Loss, ReadReport } from "#core/types";
import type { DatasetConfiguration } from "#schemas";

export interface WrittenConfiguration {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly losses: readonly Loss[];
}

/** As the server exports it: members by name, indented by two. */
function write(configuration: DatasetConfiguration): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(configuration, undefined, 2)}\n`);
}

/** @param source a configuration that keeps to its schema */
export function rewriteConfiguration(source: Uint8Array): WrittenConfiguration {
  const document = JSON.parse(new TextDecoder().decode(source)) as Readonly<Record<string, unknown>>;
  const known = configurationKeys.filter((key) => document[key] !== undefined);
  const others = Object.keys(document).filter((key) => key !== "version" && !known.some((name) => name === key));
  const [first] = others;
  const text = `"${first}" is no member of a configuration.`;
  return {
    bytes: write({ version: 1, ...Object.fromEntries(known.map((key) => [key, document[key]])) }),
    losses: first === undefined ? [] : [{ kind: "configuration-member", count: others.length, example: { text } }],
  };
}

/** Attributes, frame rate and facts about the dataset; the annotations themselves are the loss. */
export function configurationOf(report: ReadReport, fps = report.fps): WrittenConfiguration {
  const { attributes, datasetInfo, trackCount, groupCount } = report;
  const loss = (kind: string, count: number, text: string): Loss[] =>
    count === 0 ? [] : [{ kind, count, example: { text } }];
  return {
    bytes: write({
      version: 1,
      ...(Object.keys(attributes).length > 0 && { attributes: attributes as DatasetConfiguration["attributes"] & {} }),
      ...(datasetInfo !== undefined && { datasetInfo }),
      ...(fps !== undefined && { fps }),
    }),
    losses: [
      ...loss("tracks", trackCount, "A configuration holds no tracks."),
      ...loss("groups", groupCount, "A configuration holds no groups."),
    ],
  };
}
