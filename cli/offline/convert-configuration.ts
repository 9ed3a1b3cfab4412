/**
 * The configuration of a dataset as a conversion target: from a configuration its whole content, from annotations what
 * they say about themselves.
 */

import { writeDiveConfiguration } from "#core/formats/dive-config/dive-configuration";
import type { ConfigurationFile } from "#core/formats/dive-config/dive-configuration";
import type { Loss, ReadReport, WritingPieces } from "#core/types";

export function* writeConfiguration(configuration: NonNullable<ConfigurationFile["configuration"]>): WritingPieces {
  yield writeDiveConfiguration(configuration);
  return { trackCount: 0, losses: [] };
}

/** Attributes, frame rate and facts about the dataset; the annotations themselves are lost. */
export function* writeConfigurationOf(
  { attributes, datasetInfo, trackCount, groupCount, ...report }: ReadReport,
  fps = report.fps,
): WritingPieces {
  const loss = (kind: string, count: number, text: string): Loss[] =>
    count === 0 ? [] : [{ kind, count, example: { text } }];
  const hasAttributes = Object.keys(attributes).length > 0;
  yield writeDiveConfiguration({ ...(hasAttributes && { attributes }), datasetInfo, fps });
  return {
    trackCount: 0,
    losses: [
      ...loss("tracks", trackCount, "A configuration holds no tracks."),
      ...loss("groups", groupCount, "A configuration holds no groups."),
    ],
  };
}
