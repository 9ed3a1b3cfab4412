/** A media source that is changed: where it is then, and how it is read there. */
import { readingOf, type SourceReading, withReading } from "#schemas/source-location";

import { defined } from "../base/defined.ts";
import { ValidationError } from "../base/errors.ts";

export interface GivenPlace extends SourceReading {
  /** An absolute path, or `s3://bucket/prefix`; empty: where it was. */
  readonly location: string;
}

const isBucket = (location: string): boolean => location.startsWith("s3://") && URL.canParse(location);

/** Settings that are not given stay, also when the place changes. @returns the location from now on */
export function placeAfter(before: string, { location, credentials, signs }: GivenPlace): string {
  const after = location === "" ? before : location;
  if (!isBucket(after)) {
    if ((credentials ?? "") === "" && signs === undefined) return after;
    throw new ValidationError(
      "Credentials and direct reading are for buckets: a folder of the server has neither.",
      signs === undefined ? "credentials" : "sign",
    );
  }
  const stays = { ...readingOf(before), ...readingOf(after) };
  return withReading(after, { ...stays, ...defined({ credentials, signs }) });
}
