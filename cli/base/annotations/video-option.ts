/** `--video`: the video of a dataset, for files about several. */
import { Option } from "commander";

/** @param what whose name is used otherwise */
export const videoOption = (what: string): Option =>
  new Option(
    "--video <name>",
    `of a file about several videos, the one to read (default: the one named as the ${what})`,
  );

/** The given name instead of those that are known otherwise. */
export const videoNamesOf = (given: string | undefined, ...known: readonly string[]): readonly string[] =>
  given === undefined ? known : [given];
