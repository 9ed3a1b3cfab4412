/**
 * Gives the WebAssembly ffmpeg access to the given files of this machine, and to no other. They are read and written in
 * place, so that a video may be larger than memory.
 */
import { fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

import type { EmscriptenFiles } from "./load-core.ts";

interface HostNode {
  readonly id: number;
  readonly mode: number;
  node_ops: object;
  stream_ops: object;
  /** Absent for the folder itself. */
  handle?: number;
}

interface HostStream {
  readonly node: HostNode;
  readonly position: number;
}

const folderMode = 0o40_555;
const fileMode = 0o100_666;
/** Error numbers of Emscripten's C library. */
const [noSuchFile, invalidSeek, notPermitted] = [44, 28, 63];

/** @param files by the name under which the program sees them in `folder` */
export function mountHostFiles(
  fs: EmscriptenFiles,
  folder: string,
  files: ReadonlyMap<string, { readonly path: string; readonly isWritten: boolean }>,
): void {
  const fail = (errno: number) => (): never => {
    throw new fs.ErrnoError(errno);
  };
  const handleOf = ({ handle }: HostNode): number => handle ?? fail(noSuchFile)();
  const refuse = fail(notPermitted);
  const nodeOps = {
    getattr(node: HostNode) {
      const { size, mtime } = node.handle === undefined ? { size: 0, mtime: new Date(0) } : fstatSync(node.handle);
      const times = { atime: mtime, mtime, ctime: mtime };
      const { id: ino, mode } = node;
      return { dev: 1, ino, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, ...times, blksize: 4096, blocks: size >> 9 };
    },
    setattr(node: HostNode, { size }: { readonly size?: number }) {
      if (size !== undefined) ftruncateSync(handleOf(node), size);
    },
    lookup: fail(noSuchFile),
    readdir: () => [".", "..", ...files.keys()],
    mknod: refuse,
    rename: refuse,
    unlink: refuse,
    rmdir: refuse,
    symlink: refuse,
  };
  const streamOps = {
    read: ({ node }: HostStream, buffer: Int8Array, offset: number, length: number, position: number) =>
      length === 0 ? 0 : readSync(handleOf(node), buffer, offset, length, position),
    write({ node }: HostStream, buffer: Int8Array, offset: number, length: number, position: number) {
      for (let done = 0; done < length;) {
        done += writeSync(handleOf(node), buffer, offset + done, length - done, position + done);
      }
      return length;
    },
    llseek({ node, position }: HostStream, offset: number, whence: number): number {
      const from = whence === 1 ? position : whence === 2 ? fstatSync(handleOf(node)).size : 0;
      return from + offset < 0 ? fail(invalidSeek)() : from + offset;
    },
  };
  const createNode = (parent: HostNode | null, name: string, mode: number): HostNode =>
    Object.assign(fs.createNode(parent, name, mode, 0) as HostNode, { node_ops: nodeOps, stream_ops: streamOps });
  const mount = (): HostNode => {
    const root = createNode(null, "/", folderMode);
    for (const [name, { path, isWritten }] of files) {
      createNode(root, name, fileMode).handle = openSync(path, isWritten ? "w+" : "r");
    }
    return root;
  };
  fs.mkdir(folder);
  fs.mount({ mount }, {}, folder);
}
