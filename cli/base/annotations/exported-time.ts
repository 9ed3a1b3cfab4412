/** The export time in the header of a CSV: fixed on request, so that the same command produces the same bytes. */

import { Option } from "commander";
import { ctimeText } from "#core/formats/text/python-text";
import { usageError } from "../process/errors.ts";
import { io } from "../terminal/io.ts";

const latestSeconds = 253_402_300_799;

export function exportedTimeOption(): Option {
  return new Option(
    "--exported-time <text>",
    "moment named in the CSV header, for reproducible files (env: SOURCE_DATE_EPOCH, in seconds since 1970)",
  );
}

/** The requested time, otherwise SOURCE_DATE_EPOCH (reproducible-builds.org), in CSV form; absent: now. */
export function exportedTimeOf({ exportedTime }: { readonly exportedTime?: string }): { exportedTime?: string } {
  if (exportedTime !== undefined) return { exportedTime };
  const { SOURCE_DATE_EPOCH: epoch } = io().env;
  if (epoch === undefined || epoch === "") return {};
  const seconds = Number(epoch);
  if (!/^\d+$/.test(epoch) || seconds > latestSeconds)
    throw usageError(`the variable SOURCE_DATE_EPOCH is "${epoch}": it must be whole seconds since 1970.`);
  return { exportedTime: ctimeText(new Date(seconds * 1000)) };
}
