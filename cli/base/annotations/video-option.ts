/** `--video`: the video of a dataset, for files about several. */
import { Option } from "commander";

import type { ReadOptions } from "#core/types";

/** @param other which one is read otherwise */
export const videoOption = (other: string): Option =>
  new Option("--video <name>", `of a file about several videos, the one to read (default: ${other})`);

/** The given name instead of those that are known otherwise. */
export const videoNamesOf = (
  given: string | undefined,
  ...known: readonly string[]
): Required<Pick<ReadOptions, "videoNames" | "askedVideo">> => ({
  videoNames: given === undefined ? known : [given],
  askedVideo: given,
});
