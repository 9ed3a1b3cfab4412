/** Opens a video for its readers: a file of this machine, or one whose parts the main thread reads from elsewhere. */
import { open, stat } from "node:fs/promises";

import { CustomSource, FilePathSource } from "mediabunny";

import type { RangeReader } from "./ranges.ts";
import type { OpenVideo } from "./read-video.ts";

const startBytes = 512;

export async function openFile(path: string): Promise<OpenVideo> {
  return {
    size: (await stat(path)).size,
    source: new FilePathSource(path),
    async readStart() {
      const file = await open(path);
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}

/** @param ahead how far the reader reads ahead: far, where each request costs a round trip */
export function openRemote(size: number, read: RangeReader, ahead: "far" | "near" = "far"): OpenVideo {
  return {
    size,
    source: new CustomSource({
      getSize: () => size,
      read: (start, end) => read({ start, end }),
      prefetchProfile: ahead === "far" ? "network" : "fileSystem",
    }),
    readStart: () => read({ start: 0, end: Math.min(size, startBytes) }),
  };
}
