/** How a media source is named: a path on the server or `s3://BUCKET/PREFIX`, also as parameters of api/v1. */

type SourceParameters =
  | { readonly type: 0; readonly root: string }
  | { readonly type: 2; readonly bucket: string; readonly prefix: string }
  | { readonly type: 2; readonly root: string };

export function sourceParameters(location: string): SourceParameters {
  const [, bucket, prefix = ""] = /^s3:\/\/([^/?]+)\/?([^?]*)$/i.exec(location) ?? [];
  if (bucket !== undefined) return { type: 2, bucket, prefix };
  // With settings of the bucket, such as `?endpoint=`, the server reads it.
  return /^s3:/i.test(location) ? { type: 2, root: location } : { type: 0, root: location };
}

/** How a media source in a bucket is read: parameters of its location. */
export interface SourceReading {
  /** Name of keys in the environment of the server; empty: those that its operator chose for the place. */
  readonly credentials?: string;
  /** Browsers may read it themselves, where the operator allows it. */
  readonly signs?: boolean;
}

/** Only what the location says itself. */
export function readingOf(location: string): SourceReading {
  const given = new URLSearchParams(/^s3:\/\/[^?]*\?(.*)$/i.exec(location)?.[1]);
  const [credentials, direct] = [given.get("credentials"), given.get("direct")];
  return { ...(credentials !== null && { credentials }), ...(direct !== null && { signs: direct !== "false" }) };
}

/** The location of a bucket, read in this way and in no other. */
export function withReading(location: string, { credentials = "", signs }: SourceReading): string {
  const [place = "", query = ""] = location.split("?");
  const parameters = new URLSearchParams(query);
  parameters.delete("credentials");
  parameters.delete("direct");
  if (credentials !== "") parameters.set("credentials", credentials);
  if (signs === false) parameters.set("direct", "false");
  return parameters.size === 0 ? place : `${place}?${parameters.toString()}`;
}

/** Where the files are, without how they are read. */
export const bytesAt = (location: string): string => (/^s3:/i.test(location) ? withReading(location, {}) : location);
