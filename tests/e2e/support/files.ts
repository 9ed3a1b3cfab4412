/** Small generated files for upload tests. */
import { encode } from "fast-png";

export interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A picture of a single shade of gray. */
export function picture(name: string, shade = 128): UploadedFile {
  const width = 64;
  const height = 48;
  const data = new Uint8Array(width * height * 3).fill(shade);
  return { name, mimeType: "image/png", buffer: Buffer.from(encode({ width, height, data, channels: 3 })) };
}

export function textFile(name: string, text: string): UploadedFile {
  return { name, mimeType: name.endsWith(".csv") ? "text/csv" : "application/json", buffer: Buffer.from(text) };
}

/** Two tracks of two frames, VIAME CSV. */
export const viameCsv = [
  "0,a.png,0,10,10,20,20,0.9,-1,fish,0.9",
  "0,b.png,1,12,10,22,20,0.9,-1,fish,0.9",
  "1,a.png,0,30,30,40,40,0.8,-1,crab,0.8",
  "1,b.png,1,32,30,42,40,0.8,-1,crab,0.8",
  "",
].join("\n");
