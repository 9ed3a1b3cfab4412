/**
 * Files in a dataset's folder that an import does not read, because of their names: each is reported once, with what it
 * holds and where it can be read.
 */
import { formatTable, isAnnotationFormat } from "#core/formats/format-table";
import type { MediaEntry } from "#schemas/media-ledger";

import { leftOut } from "../../domain/archive-layout.ts";
import { kindOfFile } from "../../domain/file-kinds.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import { hasBytes } from "../content/open-content.ts";
import type { FileService } from "../tree/file.service.ts";
import type { ItemService } from "../tree/item.service.ts";

interface UnreadDeps {
  readonly files: FileService;
  readonly items: ItemService;
  readonly work: AnnotationWork;
}

/** How much of a file is read to identify it. */
const headBytes = 1024 * 1024;
/** The others are reported by name. */
const maxLooked = 20;

const readHere = "Import it in the page or with `wakeline import`, which read it.";

/** @param isUsed whether an item has a use that its name does not show */
export function unreadItems(items: readonly ItemRecord[], isUsed: (item: ItemRecord) => boolean): ItemRecord[] {
  return items.filter((item) => {
    const { isProcessed, isCalibration } = itemFactsOf(item);
    const isUnread = ["other", "zip"].includes(kindOfFile(item.name)) && !isProcessed && !isCalibration;
    return isUnread && !isUsed(item);
  });
}

/** One entry per file, or per kind of file if there are many. */
export async function unreadEntries(
  deps: UnreadDeps,
  actor: Actor,
  items: readonly ItemRecord[],
): Promise<MediaEntry[]> {
  const reasons = new Map<string, { readonly next?: string; readonly names: string[] }>();
  for (const [at, item] of items.entries()) {
    const { why, ...next } = at < maxLooked ? await reasonOf(deps, actor, item) : { why: unreadText };
    const same = reasons.get(why) ?? { ...next, names: [] };
    same.names.push(item.name);
    reasons.set(why, same);
  }
  return [...reasons].flatMap(([why, { names, next }]) => leftOut(names, why, next));
}

const unreadText = "was not read: an import over the api reads files ending in .csv, .json, .yml or .yaml.";

async function reasonOf(
  { files, items, work }: UnreadDeps,
  actor: Actor,
  item: ItemRecord,
): Promise<Pick<MediaEntry, "why" | "next">> {
  if (kindOfFile(item.name) === "zip")
    return { why: "was not unpacked: the folder is a dataset already.", next: readHere };
  const { rows } = await items.files(actor, item.id, { limit: 1, offset: 0 });
  const [file] = rows;
  if (file?.size === 0) return { why: "is empty, and was not read." };
  const content = hasBytes(file) ? await files.open(file) : undefined;
  if (content === undefined) return { why: unreadText };
  const parts: Uint8Array[] = [];
  for await (const part of content.read({ start: 0, end: Math.min(content.size, headBytes) })) parts.push(part);
  const { kind, message } = await work.recognize(new Uint8Array(Buffer.concat(parts)), item.name);
  const title = isAnnotationFormat(kind) ? formatTable[kind].title : undefined;
  const isKnown = title !== undefined || kind === "table" || kind === "dive-config";
  if (!isKnown) return { why: `was not read. ${message}` };
  const what = title === undefined ? "" : ` It is in the format ${title}.`;
  return { why: `${unreadText}${what}`, next: readHere };
}

/** They are not reported again. */
export async function markReported(
  { database }: Pick<Ports, "database">,
  folder: FolderRecord,
  items: readonly ItemRecord[],
): Promise<void> {
  if (items.length === 0) return;
  await database.transaction({ dataset: folder.id }, async (tx) => {
    for (const { id } of items) {
      const current = await tx.items.find(id);
      if (current !== undefined) await tx.items.update(id, { meta: { ...current.meta, processed: true } });
    }
  });
}
