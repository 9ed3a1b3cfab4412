/**
 * Facts about a local video file before it is uploaded: its frame rate, and whether browsers can play it.
 */
import type { PictureSize } from "#schemas/video-size";
import { shownSizeOf } from "#schemas/video-size";
import { BlobSource, EncodedPacketSink, Input, MATROSKA, MP4, QTFF, WEBM } from "mediabunny";
import type { InputFormat, InputVideoTrack } from "mediabunny";
import { createFrameMap } from "./frame-map.ts";
import { buildFrameTable, pictureRate } from "./frame-table.ts";
import type { FrameTable, PacketTime, PictureRate } from "./frame-table.ts";
import { shownPackets, videoFormats } from "./open-container.ts";

export interface VideoFacts {
  readonly rate: PictureRate;
  readonly durationSeconds: number;
  /** Size of the pictures as shown: upright, square pixels. */
  readonly size: PictureSize;
  /** Total size of all pictures according to the tables. */
  readonly byteCount: number;
  /** All browsers can play it as it is. */
  readonly isPlayable: boolean;
  /** Number of frames at this annotation rate; -1 is the video's own rate. */
  frameCountAt(fps: number): number;
}

/** Containers and codecs that the server does not convert. */
const playableContainers = [MP4, QTFF, WEBM, MATROSKA];
const playableCodecs: readonly (string | null)[] = ["avc", "vp8", "vp9", "av1"];

/** `undefined` if the tables cannot be read here: the server reports more after the upload. */
export async function readVideoFacts(file: Blob): Promise<VideoFacts | undefined> {
  return await readTrack(file, async (track, table, { container, byteCount }) => {
    const codec = await track.getCodec();
    return {
      rate: pictureRate(table),
      durationSeconds: table.endSeconds - (table.pts[0] ?? 0),
      size: await shownSizeOf(track),
      byteCount,
      isPlayable: playableContainers.some((one) => one === container) && playableCodecs.includes(codec),
      frameCountAt: (fps) => createFrameMap(table, fps > 0 ? fps : undefined, undefined).frameCount,
    };
  });
}

/** When each picture is shown; `undefined` if the tables cannot be read here. */
export async function readFrameTable(file: Blob): Promise<FrameTable | undefined> {
  return await readTrack(file, (_, table) => Promise.resolve(table));
}

async function readTrack<T>(
  file: Blob,
  read: (
    track: InputVideoTrack,
    table: FrameTable,
    file: { readonly container: InputFormat; readonly byteCount: number },
  ) => Promise<T>,
): Promise<T | undefined> {
  const input = new Input({ formats: videoFormats, source: new BlobSource(file) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return undefined;
    const packets: PacketTime[] = [];
    let byteCount = 0;
    const sink = new EncodedPacketSink(track);
    for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
      const { timestamp, duration, type, byteLength } = packet;
      packets.push({ timestamp, duration, type });
      byteCount += byteLength;
    }
    const table = buildFrameTable(await shownPackets(packets, track, sink), await track.getTimeResolution());
    if (table.pts.length === 0) return undefined;
    return await read(track, table, { container: await input.getFormat(), byteCount });
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
}
