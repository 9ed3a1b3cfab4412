/** Uploads files in chunks or in one call, continues interrupted uploads, and deletes files. */
import { createHash, randomBytes } from "node:crypto";

import type { ApiClient, FileDocument } from "#schemas";

import { requireEqual, type Worker } from "./worker.ts";

const chunkBytes = 256 * 1024;
const largestBytes = 5 * chunkBytes;
/** Minimum number of files to keep. */
const fewest = 5;

type OpenStep =
  | { readonly kind: "upload"; readonly name: string; readonly content: Buffer; uploadId?: string; safe: number }
  | { readonly kind: "delete"; readonly name: string };

export class Uploader implements Worker {
  readonly name = "uploads";
  readonly #folderName: string;
  readonly #random: () => number;
  #folderId = "";
  /** SHA-256 of each acknowledged file. */
  readonly #files = new Map<string, { readonly hash: string; readonly size: number }>();
  #open: OpenStep | undefined;
  #count = 0;

  constructor(folderName: string, random: () => number) {
    this.#folderName = folderName;
    this.#random = random;
  }

  async prepare(client: ApiClient): Promise<void> {
    const me = await client.call("user.me", {});
    const parent = { parentType: "user", parentId: me?._id ?? "", name: this.#folderName } as const;
    this.#folderId = (await client.call("folder.create", parent))._id;
  }

  async step(client: ApiClient): Promise<void> {
    const isDelete = this.#files.size > fewest && this.#random() < 0.5;
    await (isDelete ? this.#delete(client) : this.#upload(client));
  }

  async #upload(client: ApiClient): Promise<void> {
    const name = `file-${++this.#count}.bin`;
    const content = randomBytes(1 + Math.floor(this.#random() * largestBytes));
    const step: OpenStep = { kind: "upload", name, content, safe: 0 };
    this.#open = step;
    const target = { parentType: "folder", parentId: this.#folderId, name, size: content.length } as const;
    // A third of the small ones in one call: then there is nothing to continue.
    if (content.length <= chunkBytes && this.#random() < 0.5) {
      await client.call("file.create", { ...target, body: new Uint8Array(content) });
    } else {
      step.uploadId = (await client.call("file.create", target))._id;
      await this.#sendRest(client, step);
    }
    this.#acknowledge(step);
  }

  async #sendRest(client: ApiClient, step: OpenStep & { kind: "upload" }): Promise<void> {
    const { content, uploadId = "" } = step;
    while (step.safe < content.length) {
      const end = Math.min(step.safe + chunkBytes, content.length);
      const body = new Uint8Array(content.subarray(step.safe, end));
      await client.call("file.chunk", { uploadId, offset: step.safe, body });
      step.safe = end;
    }
  }

  async #delete(client: ApiClient): Promise<void> {
    const name = [...this.#files.keys()][Math.floor(this.#random() * this.#files.size)] ?? "";
    const [item] = await client.call("item.list", { folderId: this.#folderId, name });
    if (item === undefined) throw new Error(`${name} is missing`);
    this.#open = { kind: "delete", name };
    await client.call("item.delete", { id: item._id });
    this.#files.delete(name);
    this.#open = undefined;
  }

  async settle(client: ApiClient): Promise<void> {
    const open = this.#open;
    const names = await this.#names(client);
    if (open?.kind === "delete") {
      if (!names.has(open.name)) this.#files.delete(open.name);
    } else if (open?.uploadId !== undefined) {
      await this.#continue(client, open, names);
    } else if (open !== undefined && names.has(open.name)) this.#acknowledge(open);
    this.#open = undefined;
    requireEqual("files", [...(await this.#names(client))].sort(), [...this.#files.keys()].sort());
    for (const name of this.#files.keys()) await this.#checkContent(client, name);
  }

  /** Acknowledged chunks are safe; the upload continues after them. */
  async #continue(client: ApiClient, step: OpenStep & { kind: "upload" }, names: ReadonlySet<string>): Promise<void> {
    const { uploadId = "", content, safe } = step;
    if (names.has(step.name)) {
      // The last chunk was accepted and its response lost: repeating it makes no second file.
      requireEqual("bytes that were sent", safe >= content.length - chunkBytes, true);
    } else {
      const { offset } = await client.call("file.offset", { uploadId });
      if (offset !== safe && offset !== Math.min(safe + chunkBytes, content.length)) {
        throw new Error(`upload of ${step.name}: ${offset} bytes are safe, ${safe} were acknowledged`);
      }
      step.safe = offset;
    }
    if (step.safe < content.length) await this.#sendRest(client, step);
    else await client.call("file.completion", { uploadId });
    this.#acknowledge(step);
  }

  async #names(client: ApiClient): Promise<Set<string>> {
    const items = await client.call("item.list", { folderId: this.#folderId, limit: 0 });
    return new Set(items.map(({ name }) => name));
  }

  async #checkContent(client: ApiClient, name: string): Promise<void> {
    const [item] = await client.call("item.list", { folderId: this.#folderId, name });
    const files: FileDocument[] = await client.call("item.files", { id: item?._id ?? "" });
    requireEqual(
      `size of ${name}`,
      files.map(({ size }) => size),
      [this.#files.get(name)?.size],
    );
    const response = await client.fetch("file.download", { id: files[0]?._id ?? "" });
    const hash = sha256(new Uint8Array(await response.arrayBuffer()));
    requireEqual(`content of ${name}`, hash, this.#files.get(name)?.hash);
  }

  #acknowledge({ name, content }: OpenStep & { kind: "upload" }): void {
    this.#open = undefined;
    this.#files.set(name, { hash: sha256(content), size: content.length });
  }
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
