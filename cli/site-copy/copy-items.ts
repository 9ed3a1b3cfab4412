/**
 * The items of a folder with their files. A file is copied in pieces of 8 MiB, which are read by range and sent on:
 * nothing is written to this machine, and memory holds one piece for each file in progress.
 */
import type { ApiClient } from "#schemas/client";
import { uploadFile } from "#schemas/upload";
import type { FileDocument, Item } from "#schemas/wire";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import type { CopySites, ReportLoss } from "./sites.ts";
import { inParallel, paged, statusOf } from "./pages.ts";

const pieceBytes = 8 * 1024 * 1024;
const maxTries = 4;
/** Longer metadata do not fit into a URL. */
const maxUrlMetaLength = 2000;

export interface SourceFile extends Pick<FileDocument, "name" | "size" | "mimeType" | "linkUrl"> {
  /** Id of the file, for continuing an upload. */
  readonly _id: string;
  /** Bytes from `begin` up to `end`. */
  readonly read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;
}

interface Place {
  readonly id: string;
  /** It may already have contents. */
  readonly isResumed: boolean;
  /** Created by this copy, so it cannot contain anything else. */
  readonly isOwn: boolean;
}

export async function copyItems(sites: CopySites, from: string, to: Place, lose: ReportLoss): Promise<void> {
  const { source, target } = sites;
  const there = to.isResumed ? await itemsIn(target.client, to.id) : new Map<string, Item>();
  const read = (page: object): Promise<Item[]> =>
    source.client.call("item.list", { folderId: from, ...page }, { signal: interrupted });
  let batch: Item[] = [];
  const send = async (): Promise<void> => {
    await inParallel(batch, sites.jobs, async (item) => {
      const known = there.get(item.name);
      if (!to.isOwn && known !== undefined && known.size > 0) {
        if (known.size !== item.size) lose(`${item.name}: a file of that name was there already`);
        return sites.sent(item.size);
      }
      await sites.gate.pass(() => copyItem(sites, item, to.id, known));
    });
    batch = [];
  };
  for await (const item of paged(read)) {
    batch.push(item);
    if (batch.length >= 500) await send();
  }
  await send();
}

async function itemsIn(client: ApiClient, folderId: string): Promise<Map<string, Item>> {
  const items = new Map<string, Item>();
  const read = (page: object): Promise<Item[]> =>
    client.call("item.list", { folderId, ...page }, { signal: interrupted });
  for await (const item of paged(read)) items.set(item.name, item);
  return items;
}

async function copyItem(sites: CopySites, item: Item, to: string, known: Item | undefined): Promise<void> {
  const { source } = sites;
  const { _id: id, size = 0, meta = {} } = item;
  // Its last step is the last byte.
  if (known !== undefined && size > 0 && known.size === size && sameValue(known.meta, meta)) return sites.sent(size);
  const files: SourceFile[] = [];
  const read = (page: object): Promise<FileDocument[]> =>
    source.client.call("item.files", { id, ...page }, { signal: interrupted });
  const tiles = tilesOf(item);
  for await (const file of paged(read)) if (file._id !== tiles) files.push({ ...file, read: readerOf(sites, file) });
  await putItem(sites, item, files, to, known !== undefined);
}

/** The file that Girder generated from a large image, next to it: the target makes its own tiles. */
function tilesOf(item: Item): string | undefined {
  const { largeImage } = item as { readonly largeImage?: { readonly fileId?: string; readonly originalId?: string } };
  const isMade = largeImage?.originalId !== undefined && largeImage.originalId !== largeImage.fileId;
  return isMade ? largeImage.fileId : undefined;
}

/** The item is created first, by name and only once: the file is sent into it. */
export async function putItem(
  sites: CopySites,
  { name, description = "", meta = {} }: Pick<Item, "name" | "description" | "meta">,
  files: readonly SourceFile[],
  to: string,
  isResumed: boolean,
): Promise<string> {
  const { client } = sites.target;
  const isShort = JSON.stringify(meta).length <= maxUrlMetaLength;
  const made = await client.call(
    "item.create",
    {
      folderId: to,
      name,
      description,
      reuseExisting: true,
      ...(isShort && { metadata: meta }),
    },
    { signal: interrupted },
  );
  const isLike = sameValue(made.meta, meta);
  if (!isLike) await client.call("item.setMetadata", { id: made._id, body: meta }, { signal: interrupted });
  const there = isResumed ? await client.call("item.files", { id: made._id, limit: 0 }, { signal: interrupted }) : [];
  const left = [...there];
  for (const file of files) {
    const at = left.findIndex((one) => one.name === file.name && (one.size ?? 0) === (file.size ?? 0));
    if (at >= 0) left.splice(at, 1);
    else await putFile(sites, file, made._id);
    sites.sent(file.size ?? 0);
  }
  // The last request of a killed run may have been executed after all.
  for (const twin of left) await client.call("file.delete", { id: twin._id }, { signal: interrupted });
  return made._id;
}

async function putFile(sites: CopySites, file: SourceFile, itemId: string): Promise<void> {
  const { client } = sites.target;
  const { name, size = 0, mimeType, linkUrl } = file;
  const place = {
    parentType: "item",
    parentId: itemId,
    name,
    ...(mimeType !== "" && { mimeType }),
  } as const;
  if (linkUrl != null) {
    await client.call("file.create", { ...place, linkUrl }, { signal: interrupted });
  } else if (size <= pieceBytes) {
    const body = size === 0 ? undefined : await file.read(0, size);
    const given = { ...place, size, ...(body !== undefined && { body }) };
    await client.call("file.create", given, { signal: interrupted });
  } else {
    await uploadFile(
      client,
      place,
      { size, slice: (begin, end) => file.read(begin, end) },
      {
        signal: interrupted,
        chunkBytes: pieceBytes,
        resumes: sites.state.uploadOf(file._id),
        onBegin: (upload) => sites.state.add({ upload: file._id, id: upload }),
        keepsAfter: () => true,
      },
    );
  }
}

function readerOf({ source }: CopySites, file: FileDocument): SourceFile["read"] {
  const address = source.client.url("file.download", { id: file._id });
  return (begin, end) => readRange(source.fetchFile, address, file.name, begin, end);
}

/** Retries when a connection breaks in the middle of a piece. */
export async function readRange(
  fetchFile: CopySites["source"]["fetchFile"],
  address: string,
  name: string,
  begin: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let tries = 1; ; tries++) {
    interrupted.throwIfAborted();
    try {
      const headers = { Range: `bytes=${begin}-${end - 1}` };
      const response = await fetchFile(address, { headers, signal: interrupted });
      if (!response.ok) {
        await response.body?.cancel();
        const message = `${name} cannot be read: the source answers ${response.status}.`;
        throw new CliError(ExitCode.server, message);
      }
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length === end - begin) return bytes;
      // A site without support for ranges sends the whole file.
      if (response.status === 200 && bytes.length >= end) return bytes.slice(begin, end);
      throw new CliError(
        ExitCode.findings,
        `${name} has ${begin + bytes.length} of the ${end} bytes that the source says it has.`,
      );
    } catch (error) {
      if (error instanceof CliError || statusOf(error) !== undefined || tries === maxTries) throw error;
    }
  }
}

/** Equality as JSON values, in any order of keys. */
export function sameValue(a: unknown, b: unknown): boolean {
  return ordered(a) === ordered(b);
}

const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : one,
  );
