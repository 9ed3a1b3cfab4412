/** What a video on this machine says about its pictures: for choosing a frame rate before anything is uploaded. */
import { BlobSource, EncodedPacketSink, Input } from "mediabunny";
import { createFrameMap } from "./frame-map.ts";
import { averageRate, buildFrameTable } from "./frame-table.ts";
import type { PacketTime } from "./frame-table.ts";
import { videoFormats } from "./open-container.ts";

export interface VideoFacts {
  /** Pictures a second, on the average. */
  readonly fps: number;
  /** Frames that a dataset with this annotation rate has; -1 is the video's own rate. */
  frameCountAt(fps: number): number;
}

/** `undefined` when the tables cannot be read here: the server says more after the upload. */
export async function readVideoFacts(file: Blob): Promise<VideoFacts | undefined> {
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
    return {
      fps: averageRate(table),
      frameCountAt: (fps) => createFrameMap(table, fps > 0 ? fps : undefined, undefined).frameCount,
    };
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
}
