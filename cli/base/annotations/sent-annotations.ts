/**
 * An annotation file uploaded with media: one that the server would not read by its name is read here, and DIVE JSON is
 * sent instead.
 */
import { stat } from "node:fs/promises";
import { basename } from "node:path";

import { configurationNameOf, isSentAsIs, lossesOfImport, sentFormOf } from "#core/formats/sent-form";
import type { AnnotationSource } from "#core/formats/sources/source";
import type { ImageSize, Loss } from "#core/types";
import { mediaKindOf } from "#schemas/media-files";
import { compareNatural } from "#schemas/natural-sort";
import { checkAnnotations } from "./annotation-check.ts";
import type { CheckedFile } from "./annotation-check.ts";
import { fileError } from "../process/errors.ts";
import { systemPath } from "../files/system-path.ts";

export interface SentAnnotations {
  readonly name: string;
  readonly path: string;
  readonly inspected: {
    readonly checked: CheckedFile;
    /** Losses on the server. */
    readonly losses: readonly Loss[];
    /** Absent when the file is sent unchanged. */
    readonly bytes?: Uint8Array<ArrayBuffer>;
  };
}

/**
 * @param mediaNames names of the files it is sent with: formats identify frames by picture names
 * @throws CliError when it contains nothing
 */
export async function planAnnotations(
  path: string,
  mediaNames: readonly string[],
  {
    isQuiet,
    imageSize,
    fps,
    source,
  }: {
    readonly isQuiet: boolean;
    readonly imageSize: ImageSize | undefined;
    /** For tables that say times. */
    readonly fps?: number | undefined;
    /** Replaces the file at the path. */
    readonly source?: AnnotationSource;
  },
): Promise<SentAnnotations> {
  await stat(systemPath(path)).catch((error: unknown) => {
    throw fileError("read", path, error);
  });
  const pictures = mediaNames.filter((name) => mediaKindOf(name) === "image").toSorted(compareNatural);
  const videos = mediaNames.filter((name) => mediaKindOf(name) === "video");
  const checked = await checkAnnotations(path, isQuiet, {
    ...(videos.length === 1 && { videoNames: videos }),
    ...(pictures.length > 0 && { imageNames: pictures }),
    ...(imageSize !== undefined && { imageSize }),
    ...(fps !== undefined && { fps }),
    ...(source !== undefined && { source }),
  });
  const name = basename(path);
  const { core, kind } = checked;
  if (core === undefined || (isSentAsIs(kind, name) && !checked.isReworked)) {
    const sentName = core === undefined ? configurationNameOf(name) : name;
    return { name: sentName, path, inspected: { checked, losses: core === undefined ? [] : lossesOfImport(core) } };
  }
  const { losses, ...sent } = sentFormOf(core, name);
  return { name: sent.name, path, inspected: { checked, losses, bytes: sent.bytes } };
}
