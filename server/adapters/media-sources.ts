/**
 * Opens media sources: folders of this machine and buckets, but only those the operator allows. An administrator of the
 * site must not be able to read the rest of the machine.
 */
import { realpath } from "node:fs/promises";
import { isAbsolute, sep } from "node:path";

import { RequestError } from "../base/errors.ts";
import type { MediaSource, MediaSources } from "../ports/media-source.ts";
import { openDiskMediaSource } from "./disk/media-source.ts";
import { parseS3Url } from "./s3/location.ts";

const rootsSetting = "WAKELINE_MEDIA_ROOTS";

/** @param allowed absolute paths and `s3://` URLs; everything below them is allowed too */
export function mediaSources(allowed: readonly string[]): MediaSources & { close(): Promise<void> } {
  const opened = new Map<string, Promise<MediaSource & { close?(): void }>>();
  const open = async (location: string): Promise<MediaSource & { close?(): void }> => {
    if (location.startsWith("s3://")) return await openBucket(allowed, location);
    if (isAbsolute(location) && (await isBelow(allowed, location))) return await openDiskMediaSource(location);
    throw refusal(location);
  };
  return {
    someSign: allowed.some((one) => one.startsWith("s3://") && parseS3Url(one, rootsSetting).direct !== undefined),
    open(location) {
      const known = opened.get(location);
      if (known !== undefined) return known;
      const source = open(location);
      opened.set(location, source);
      // A later attempt may succeed.
      source.catch(() => opened.delete(location));
      return source;
    },
    async close() {
      for (const source of await Promise.allSettled(opened.values())) {
        if (source.status === "fulfilled") source.value.close?.();
      }
    },
  };
}

async function openBucket(allowed: readonly string[], location: string): Promise<MediaSource & { close?(): void }> {
  const { openS3MediaSource } = await import("./s3/media-source.ts");
  const wanted = parseLocation(() => parseS3Url(location, "The address"));
  const buckets = allowed.filter((one) => one.startsWith("s3://")).map((one) => parseS3Url(one, rootsSetting));
  const root = buckets.find(
    ({ bucket, prefix, credentials, endpoint, region }) =>
      (wanted.credentials === undefined || credentials === wanted.credentials) &&
      bucket === wanted.bucket &&
      endpoint === wanted.endpoint &&
      region === wanted.region &&
      wanted.prefix.startsWith(prefix),
  );
  if (root === undefined) throw refusal(location);
  // Only the operator says with which keys it is read, and whether clients may read it; a media source may do without.
  const direct = new URL(location).searchParams.get("direct") === "false" ? undefined : root.direct;
  const place = { ...wanted, credentials: root.credentials, direct };
  return await openS3MediaSource(place);
}

/** A wrong address is an error of the person who gave it. */
function parseLocation<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new RequestError(error instanceof Error ? error.message : String(error));
  }
}

/** Links are resolved on both sides. */
async function isBelow(allowed: readonly string[], folder: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => folder);
  for (const one of allowed.filter((place) => !place.startsWith("s3://"))) {
    const root = await realpath(one).catch(() => one);
    if (real === root || real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) return true;
  }
  return false;
}

const refusal = (location: string): RequestError =>
  new RequestError(
    `The server may not read media from ${location.slice(0, 500)}. Add the place to WAKELINE_MEDIA_ROOTS where the server runs, and start it again.`,
  );
