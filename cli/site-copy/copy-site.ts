/** Copies folders in waves, so that folders referred to by others come first. */
import { ApiError } from "#schemas/client";
import { describeApiError } from "../base/connection/connection.ts";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { counted } from "../base/terminal/output.ts";
import { isFatal } from "../base/process/worst-exit-code.ts";
import { copyAccess } from "./copy-access.ts";
import { copyAnnotations } from "./copy-annotations.ts";
import { copyShownMedia, openFolder, requireSameMedia, sealFolder } from "./copy-folder.ts";
import { copyItems } from "./copy-items.ts";
import { inParallel, undefinedIfMissing } from "./pages.ts";
import type { CopyRoot, SourceFolder } from "./source-tree.ts";
import type { CopySites, ReportLoss } from "./sites.ts";
import type { Loss } from "./state.ts";

export interface CopyEvents {
  readonly done: (folder: SourceFolder, to: string, losses: readonly Loss[], isNew: boolean) => Promise<void>;
  readonly failed: (folder: SourceFolder, error: unknown) => Promise<void>;
}

type Work = (folder: SourceFolder, lose: ReportLoss) => Promise<void>;

export async function copySite(
  sites: CopySites,
  folders: readonly SourceFolder[],
  roots: readonly CopyRoot[],
  events: CopyEvents,
): Promise<void> {
  const failed = new Set<string>();
  const losses = new Map<string, Loss[]>();
  const run = async (wave: readonly SourceFolder[], work: Work): Promise<void> => {
    await inParallel(wave, sites.jobs, async (folder) => {
      if (sites.state.isDone(folder.id) || failed.has(folder.id)) return;
      const own = losses.get(folder.id) ?? [];
      losses.set(folder.id, own);
      try {
        await work(folder, (what) => own.push({ where: folder.path, what }));
      } catch (error) {
        interrupted.throwIfAborted();
        failed.add(folder.id);
        await events.failed(folder, failureOf(error));
        if (isFatal(error)) throw error;
      }
    });
  };
  const open: Work = async (folder, lose) => {
    const { isComplete, id } = await openFolder(sites, folder, lose);
    // Only the state is lost, not the copy.
    if (isComplete) await finish(folder, id, false);
  };
  const fill: Work = async (folder, lose) => {
    const to = await copyContent(sites, folder, lose);
    await finish(folder, to, true);
  };
  const finish = async (folder: SourceFolder, to: string, isNew: boolean): Promise<void> => {
    const own = losses.get(folder.id) ?? [];
    await sites.state.add({
      done: folder.id,
      bytes: folder.bytes,
      losses: own,
    });
    await events.done(folder, to, own, isNew);
  };
  for (const isClone of [false, true]) {
    const wave = folders.filter((folder) => folder.isInClone === isClone);
    for (const [, level] of Map.groupBy(wave, ({ depth }) => depth)) await run(level, open);
    // The cameras of a rig must exist before it is one.
    await run(
      wave.filter(({ type }) => type !== "multi"),
      fill,
    );
    await run(
      wave.filter(({ type }) => type === "multi"),
      fill,
    );
  }
  if (sites.withPeople) await shareWithOthers(sites, folders, roots, events);
}

async function copyContent(sites: CopySites, folder: SourceFolder, lose: ReportLoss): Promise<string> {
  const { id: from, isDataset, type } = folder;
  const to = sites.state.find("folder", from) ?? "";
  const isOwn = sites.state.wasMade(from);
  await copyItems(sites, from, { id: to, isResumed: true, isOwn }, lose);
  if (isDataset) {
    if (folder.cloneOf !== undefined && sites.state.find("folder", folder.cloneOf) === undefined && type !== "multi")
      await copyShownMedia(sites, folder, to, lose);
    await copyAnnotations(sites, from, to, lose);
    await reportUncopyable(sites, from, lose);
  }
  await sealFolder(sites, folder, to, lose);
  if (!isDataset) return to;
  if (type === "large-image") {
    // The target generates tiles again.
    await sites.target.client.call("rpc.postprocess", { id: to, skipTranscoding: true }, { signal: interrupted });
  }
  if (type !== "multi") await requireSameMedia(sites, from, to);
  return to;
}

/** Reports data that only sites of this product have. */
async function reportUncopyable({ source }: CopySites, id: string, lose: ReportLoss): Promise<void> {
  const options = { signal: interrupted };
  const [comments, scorings, tasks] = await Promise.all([
    undefinedIfMissing(source.client.call("comment.list", { id }, options)),
    undefinedIfMissing(source.client.call("dataset.scorings", { id }, options)),
    undefinedIfMissing(source.client.call("task.ofFolder", { id, limit: 1 }, options)),
  ]);
  if (Array.isArray(comments) && comments.length > 0) lose(counted(comments.length, "comment"));
  if (Array.isArray(scorings) && scorings.length > 0)
    lose(counted(scorings.length, "result of scoring", "results of scoring"));
  const count = tasks?.total ?? 0;
  if (count > 0) lose(counted(count, "task"));
}

/** Last, so that no user sees an unfinished dataset. */
async function shareWithOthers(
  sites: CopySites,
  folders: readonly SourceFolder[],
  roots: readonly CopyRoot[],
  events: CopyEvents,
): Promise<void> {
  const { state } = sites;
  for (const { parentType, parentId, to } of roots) {
    if (parentType !== "collection" || !state.wasMade(parentId) || state.isOpened(parentId)) continue;
    await copyAccess(sites, "collection", parentId, to.parentId, () => undefined);
    await state.add({ opened: parentId });
  }
  await inParallel(folders, sites.jobs, async (folder) => {
    const { id, path, bytes } = folder;
    const to = state.find("folder", id);
    if (to === undefined || !state.isDone(id) || !state.wasMade(id) || state.isOpened(id)) return;
    const losses: Loss[] = [];
    try {
      await copyAccess(sites, "folder", id, to, (what) => losses.push({ where: path, what }));
    } catch (error) {
      interrupted.throwIfAborted();
      await events.failed(folder, failureOf(error));
      if (isFatal(error)) throw error;
      return;
    }
    if (losses.length > 0) await state.add({ done: `access of ${id}`, bytes, losses });
    await state.add({ opened: id });
  });
}

/** An error in one folder does not end the copy. */
function failureOf(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof ApiError) return describeApiError(error);
  return new CliError(ExitCode.server, error instanceof Error ? error.message : String(error), { cause: error });
}
