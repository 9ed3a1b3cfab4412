/** Files: reading their bytes, renaming and deleting them. Uploads: `upload.service.ts`. */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { requireStorage } from "../../domain/storage-id.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireSiteAdmin, type Actor } from "../access/actor.ts";
import { type OpenContent, openContent, readContent } from "../content/open-content.ts";
import { checkName } from "./names.ts";
import { checkMimeType } from "./upload.service.ts";
import { folderOfFile, transactionIn } from "./scopes.ts";

export class FileService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  async get(actor: Actor, id: string, level: AccessLevel = AccessLevel.read): Promise<FileRecord> {
    return (await this.#access.requireFile(actor, id, level)).file;
  }

  async update(actor: Actor, id: string, changes: { name?: string; mimeType?: string }): Promise<FileRecord> {
    return await transactionIn(this.#ports.database, folderOfFile(id), async (tx) => {
      const { file } = await this.#access.requireFile(actor, id, AccessLevel.write, tx);
      const all = {
        name: changes.name === undefined ? file.name : checkName(changes.name, "File"),
        mimeType: changes.mimeType === undefined ? file.mimeType : checkMimeType(changes.mimeType),
        updatedMs: this.#ports.clock.nowMs(),
      };
      await tx.files.update(file.id, all);
      return { ...file, ...all };
    });
  }

  /** There is only one storage, so the file is already there. */
  async moveToStorage(actor: Actor, id: string, storage: string): Promise<FileRecord> {
    requireSiteAdmin(actor);
    const file = await this.get(actor, id, AccessLevel.write);
    requireStorage(storage);
    return file;
  }

  async remove(actor: Actor, id: string): Promise<void> {
    await transactionIn(this.#ports.database, folderOfFile(id), async (tx) => {
      const { file, item } = await this.#access.requireFile(actor, id, AccessLevel.write, tx);
      await tx.files.removeMany([file.id]);
      await tx.items.addSize(item.id, -file.size);
      await tx.folders.addSize(item.folderId, -file.size);
    });
  }

  /** The bytes of a file the caller may read. */
  async open(file: FileRecord): Promise<OpenContent> {
    return await openContent(this.#ports, file);
  }

  /** Reads all bytes into memory. @throws RequestError 413 if the file is larger than `maxBytes` */
  async readAll(file: FileRecord, maxBytes: number): Promise<Uint8Array> {
    if (file.size > maxBytes) {
      throw new RequestError(
        `The file ${file.name} has ${file.size} bytes; at most ${maxBytes} can be read at once.`,
        413,
      );
    }
    const bytes = new Uint8Array(file.size);
    let length = 0;
    for await (const part of readContent(this.#ports, file)) {
      bytes.set(part, length);
      length += part.length;
    }
    return bytes;
  }
}
