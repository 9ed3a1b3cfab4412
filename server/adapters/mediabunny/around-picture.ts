/**
 * Copies of a video on another machine only what a decoder reads to get one picture, so that a program that needs a
 * path gets it without the gigabytes around: the tables, and the packets from a key picture before it on.
 */
import { open } from "node:fs/promises";

import { EncodedPacketSink, Input, MPEG_TS } from "mediabunny";

import { VideoProbeError } from "../../ports/video-probe.ts";
import { openRemote } from "./open-video.ts";
import type { RangeReader } from "./ranges.ts";
import { videoFormats } from "./read-video.ts";

/** ffmpeg starts this much earlier than asked, because of pictures that are stored after those that follow them. */
const earlierSeconds = 0.5;
/** Packets after the wanted one: a decoder with threads takes some before it gives the first picture. */
const packetsAfter = 32;

/** @throws VideoProbeError */
export async function copyAround(
  { size, read }: { readonly size: number; readonly read: RangeReader },
  target: string,
  seconds: number | undefined,
): Promise<void> {
  const file = await open(target, "w");
  const writes: Promise<unknown>[] = [];
  let isOver = false;
  const copying: RangeReader = async (range) => {
    const bytes = await read(range);
    // Packets read ahead may arrive late.
    if (!isOver) writes.push(file.write(bytes, 0, bytes.length, range.start));
    return bytes;
  };
  const input = new Input({ formats: videoFormats, source: openRemote(size, copying, "near").source });
  try {
    await file.truncate(size);
    await readAround(input, seconds);
    await Promise.all(writes);
  } catch (error) {
    if (error instanceof VideoProbeError) throw error;
    throw new VideoProbeError("damaged", `is damaged: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    isOver = true;
    input.dispose();
    await Promise.allSettled(writes);
    await file.close();
  }
}

async function readAround(input: Input, seconds: number | undefined): Promise<void> {
  // It has no tables: a decoder looks for a time anywhere in it.
  if ((await input.getFormat()) === MPEG_TS) throw new VideoProbeError("unknown-container", "has no tables.");
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new VideoProbeError("no-video", "has no video stream.");
  const sink = new EncodedPacketSink(track);
  // Read by decoders to learn about the stream.
  const first = await sink.getFirstPacket();
  if (first === null) throw new VideoProbeError("cut-off", "has a video stream without pictures.");
  const from = seconds === undefined ? first : ((await sink.getKeyPacket(seconds - earlierSeconds)) ?? first);
  let after = 0;
  for await (const packet of sink.packets(from)) {
    if (packet.timestamp >= (seconds ?? from.timestamp) && ++after > packetsAfter) break;
  }
}
