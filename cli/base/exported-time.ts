/** The moment that the head of a CSV names: fixed, so that the same work gives the same bytes again. */

import { Option } from "commander";
import { ctimeText } from "#core/formats/text/python-text";
import { usageError } from "./errors.ts";
import { io } from "./io.ts";

const latestSeconds = 253_402_300_799;

export function exportedTimeOption(): Option {
  return new Option(
    "--exported-time <text>",
    "moment named in the CSV header, for reproducible files (env: SOURCE_DATE_EPOCH, in seconds since 1970)",
  );
}

/** What was asked for, else SOURCE_DATE_EPOCH (reproducible-builds.org) as it is written in CSV; absent: now. */
export function exportedTimeOf({ exportedTime }: { readonly exportedTime?: string }): { exportedTime?: string } {
  if (exportedTime !== undefined) return { exportedTime };
  const { SOURCE_DATE_EPOCH: epoch } = io().env;
  if (epoch === undefined || epoch === "") return {};
  const seconds = Number(epoch);
  if (!/^\d+$/.test(epoch) || seconds > latestSeconds)
    throw usageError(`the variable SOURCE_DATE_EPOCH is "${epoch}": it must be whole seconds since 1970.`);
  return { exportedTime: ctimeText(new Date(seconds * 1000)) };
}
