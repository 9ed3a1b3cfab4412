/** What a video on this machine says about its pictures, before anything is uploaded: its rate, and whether browsers play it. */
import { BlobSource, EncodedPacketSink, Input, MATROSKA, MP4, QTFF, WEBM } from "mediabunny";
import type { InputFormat } from "mediabunny";
import { createFrameMap } from "./frame-map.ts";
import { buildFrameTable, pictureRate } from "./frame-table.ts";
import type { FrameTable, PacketTime, PictureRate } from "./frame-table.ts";
import { videoFormats } from "./open-container.ts";

export interface VideoFacts {
  readonly rate: PictureRate;
  /** Every browser does, as it is. */
  readonly isPlayable: boolean;
  /** Frames that a dataset with this annotation rate has; -1 is the video's own rate. */
  frameCountAt(fps: number): number;
}

/** The containers and codecs that the server leaves as they are. */
const playableContainers = [MP4, QTFF, WEBM, MATROSKA];
const playableCodecs: readonly (string | null)[] = ["avc", "vp8", "vp9", "av1"];

/** `undefined` when the tables cannot be read here: the server says more after the upload. */
export async function readVideoFacts(file: Blob): Promise<VideoFacts | undefined> {
  return await readTrack(file, async (track, table) => ({
    rate: pictureRate(table),
    isPlayable: playableContainers.some((one) => one === track.container) && playableCodecs.includes(await track.codec),
    frameCountAt: (fps) => createFrameMap(table, fps > 0 ? fps : undefined, undefined).frameCount,
  }));
}

/** When each picture is shown; `undefined` when the tables cannot be read here. */
export async function readFrameTable(file: Blob): Promise<FrameTable | undefined> {
  return await readTrack(file, (_, table) => table);
}

async function readTrack<T>(
  file: Blob,
  read: (track: { container: InputFormat; codec: Promise<string | null> }, table: FrameTable) => T | Promise<T>,
): Promise<T | undefined> {
  const input = new Input({ formats: videoFormats, source: new BlobSource(file) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return undefined;
    const packets: PacketTime[] = [];
    for await (const { timestamp, duration, type } of new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    })) {
      packets.push({ timestamp, duration, type });
    }
    const table = buildFrameTable(packets, await track.getTimeResolution());
    if (table.pts.length === 0) return undefined;
    return await read({ container: await input.getFormat(), codec: track.getCodec() }, table);
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
}
