/** Archives as attackers make them, byte by byte: zip (PKWARE APPNOTE 6.3.10) and tar (POSIX ustar). */
import { crc32, deflateRawSync } from "node:zlib";

export interface HostileEntry {
  readonly name: string | Uint8Array;
  readonly content?: Uint8Array | string;
  /** Compressed with deflate. */
  readonly deflated?: boolean;
  /** General purpose flags; bit 0 means encrypted. */
  readonly flags?: number;
  /** Does not declare the encoding of its name. */
  readonly isUnmarked?: boolean;
  /** Unix file mode, including type bits: 0o120777 is a symbolic link. */
  readonly mode?: number;
  /** The size claimed by the headers instead of the real one. */
  readonly claimedSize?: number;
  /** Points to the bytes of an earlier entry instead of having its own. */
  readonly sharesWith?: number;
  readonly extra?: Uint8Array;
}

export interface HostileEnd {
  /** The count claimed by the end of the central directory instead of the real one. */
  readonly claimedCount?: number;
  readonly claimedOffset?: number;
}

export function buildZip(entries: readonly HostileEntry[], end: HostileEnd = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let position = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content ?? "");
    const bytes = entry.deflated === true ? deflateRawSync(content, { level: 9 }) : content;
    const extra = Buffer.from(entry.extra ?? "");
    const common = Buffer.alloc(26);
    common.writeUInt16LE(45, 0);
    common.writeUInt16LE((entry.flags ?? 0) | (entry.isUnmarked === true ? 0 : 0x0800), 2);
    common.writeUInt16LE(entry.deflated === true ? 8 : 0, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(entry.claimedSize ?? bytes.length, 14);
    common.writeUInt32LE(entry.claimedSize ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    common.writeUInt16LE(extra.length, 24);
    const offset = entry.sharesWith === undefined ? position : (offsets[entry.sharesWith] ?? 0);
    offsets.push(offset);
    if (entry.sharesWith === undefined) {
      const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, name, extra, bytes]);
      locals.push(local);
      position += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((((entry.mode ?? 0o100644) << 16) | 0) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    // Made by version 4.5 on Unix (3); otherwise readers ignore the mode.
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([45, 3]), common, rest, name, extra]));
  }
  const central = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.write("PK\u0005\u0006", 0, "latin1");
  const count = Math.min(end.claimedCount ?? entries.length, 0xffff);
  last.writeUInt16LE(count, 8);
  last.writeUInt16LE(count, 10);
  last.writeUInt32LE(central.length, 12);
  last.writeUInt32LE(end.claimedOffset ?? position, 16);
  return Buffer.concat([...locals, central, last]);
}

export interface HostileTarEntry {
  readonly name: string;
  /** `0` file, `1` hard link, `2` symbolic link, `3` character device, `5` folder, `6` fifo. */
  readonly type: string;
  readonly target?: string;
  readonly content?: string;
}

export function buildTar(entries: readonly HostileTarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, type, target = "", content = "" }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write("0000777\0", 100);
    header.write(content.length.toString(8).padStart(11, "0"), 124);
    header.fill(" ", 148, 156);
    header.write(type, 156);
    header.write(target, 157, 100);
    header.write("ustar\u000000", 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
    body.write(content);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
