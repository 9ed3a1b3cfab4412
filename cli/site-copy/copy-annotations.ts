/**
 * Copies the annotation sets of a dataset: the newest state of each as one save, or every revision as one. A save is
 * written while its records are read, page by page, so memory holds a page; it has an id by which the target recognizes
 * it.
 */
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type ApiClient, ApiError } from "#schemas/client";
import type { ErrorReply, Revision } from "#schemas/wire";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { counted } from "../base/terminal/output.ts";
import type { CopySites, ReportLoss } from "./sites.ts";
import { undefinedIfMissing, paged, statusOf } from "./pages.ts";

type Kind = "track" | "group";
const kinds: readonly Kind[] = ["track", "group"];

/** Records of a set at a revision: a digest of each by its id. */
type Known = Record<Kind, Map<number, string>>;

const firstPage = 50;
const largestPage = 2000;
/** Size in characters of a page that is neither too small nor too large. */
const comfortable = { min: 512 * 1024, max: 8 * 1024 * 1024 };
const maxTries = 5;
const firstWaitMs = 500;

export async function copyAnnotations(sites: CopySites, from: string, to: string, lose: ReportLoss): Promise<void> {
  const { client } = sites.source;
  const revisions: Revision[] = [];
  const read = (page: object): Promise<Revision[]> =>
    client.call("annotation.revisions", { folderId: from, ...page }, { signal: interrupted });
  for await (const revision of paged(read)) revisions.push(revision);
  revisions.sort((a, b) => a.revision - b.revision);
  const head = revisions.at(-1)?.revision ?? 0;
  const named =
    (await undefinedIfMissing(client.call("annotation.sets", { folderId: from }, { signal: interrupted }))) ?? [];
  const sets = [...new Set(["", ...named.map((name) => name ?? "")])];
  let isWhole = true;
  const loseOne: ReportLoss = (what) => {
    isWhole = false;
    lose(what);
  };
  if (sites.allRevisions) await copyHistory(sites, { from, to, revisions }, loseOne);
  else {
    for (const set of sets) {
      // Data copied by an earlier run may have changed at the source since.
      const before = await digestsAt(sites.target.client, to, set, await headOf(sites.target.client, to));
      const step = { from, to, set, revision: head, save: `newest ${head} ${set}` };
      await copyStep(sites, isEmpty(before) ? step : { ...step, before }, loseOne);
    }
    if (revisions.length > sets.length) {
      lose(
        `earlier states: ${counted(revisions.length, "revision")}, of which the newest state is taken (--revisions all)`,
      );
    }
  }
  if (isWhole) await requireEqualCounts(sites, { from, to, sets, head });
}

interface History {
  readonly from: string;
  readonly to: string;
  readonly revisions: readonly Revision[];
}

async function copyHistory(sites: CopySites, { from, to, revisions }: History, lose: ReportLoss): Promise<void> {
  const last = sites.state.savedRevision(from);
  const known = new Map<string, Known>();
  for (const { revision, set: name } of revisions) {
    if (revision <= last) continue;
    const set = name ?? "";
    const before = known.get(set) ?? (await digestsAt(sites.source.client, from, set, revision - 1));
    known.set(set, await copyStep(sites, { from, to, set, revision, before, save: `${revision} ${set}` }, lose));
    await sites.state.add({ saved: from, revision });
  }
}

/** Checks that everything read has arrived: the sites' own counts must agree. */
async function requireEqualCounts(
  sites: CopySites,
  { from, to, sets, head }: { from: string; to: string; sets: readonly string[]; head: number },
): Promise<void> {
  if (head === 0) return;
  for (const set of sets) {
    for (const kind of kinds) {
      const options = { signal: interrupted };
      const route = kind === "track" ? "annotation.tracks" : "annotation.groups";
      const named = set === "" ? {} : { set };
      const [at, of] = await Promise.all([
        sites.source.client.callPaged(route, { folderId: from, revision: head, limit: 1, ...named }, options),
        sites.target.client.callPaged(route, { folderId: to, limit: 1, ...named }, options),
      ]);
      if (at.total === undefined || of.total === undefined || at.total === of.total) continue;
      const where = set === "" ? "" : ` of the set "${set}"`;
      const message = `the copy has ${counted(of.total, kind)}${where}, the source ${at.total}`;
      throw new CliError(ExitCode.findings, message);
    }
  }
}

interface Step {
  readonly from: string;
  readonly to: string;
  readonly set: string;
  readonly revision: number;
  /** The part of the set that the target has; absent: nothing. */
  readonly before?: Known;
  /** Identifies the save within the dataset. */
  readonly save: string;
}

/** Updates the set to the revision. @returns its records afterwards */
async function copyStep(sites: CopySites, step: Step, lose: ReportLoss): Promise<Known> {
  try {
    return await copyWhole(sites, step);
  } catch (error) {
    // A refused record does not prevent the others from being copied.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return await copyInPieces(sites, step, lose);
  }
}

async function copyWhole(sites: CopySites, step: Step): Promise<Known> {
  const { source, target } = sites;
  const address = target.client.url("annotation.save", { folderId: step.to });
  for (let tries = 1; ; tries++) {
    const after: Known = { track: new Map(), group: new Map() };
    const pieces = saveText(sites, `${source.url} ${step.from}`, step, after);
    const first = await pieces.next();
    if (first.done === true) return after;
    const failed: unknown[] = [];
    try {
      const response = await target.send(address, {
        method: "PATCH",
        headers: { "Content-Type": "application/json" },
        body: ReadableStream.from(encoded(first.value, pieces, failed)),
        duplex: "half",
        signal: interrupted,
      } as RequestInit);
      if (response.ok) {
        await response.body?.cancel();
        return after;
      }
      const reply = (await response.json().catch(() => undefined)) as ErrorReply | undefined;
      const message = reply?.message ?? `The server answered ${response.status}.`;
      throw new ApiError("annotation.save", response.status, message, reply);
    } catch (error) {
      interrupted.throwIfAborted();
      if (failed.length > 0) throw failed[0];
      if (!mayPass(error) || tries === maxTries) throw error;
      await wait(firstWaitMs * 2 ** tries, undefined, { signal: interrupted });
    }
  }
}

/** An interrupted save changes nothing, and a completed one is recognized by its id. */
function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined) return error instanceof CliError && error.exitCode === ExitCode.server;
  return status === 0 || status === 429 || (status > 500 && status !== 507);
}

/** Splits into several saves: a refused one is halved until a single record is left, which is skipped and reported. */
async function copyInPieces(sites: CopySites, step: Step, lose: ReportLoss): Promise<Known> {
  const { set, to, before } = step;
  const after: Known = { track: new Map(), group: new Map() };
  const inSet = set === "" ? "" : ` of the set "${set}"`;
  const save = async (kind: Kind, name: string, records: readonly ReadRecord[], gone: readonly number[]) => {
    const saveId = JSON.stringify(`copy ${digest(`${sites.source.url} ${step.from}`)} ${step.save} ${kind} ${name}`);
    const changes = `{"upsert":[${records.map(({ record }) => record).join(",")}],"delete":${JSON.stringify(gone)}}`;
    const own = set === "" ? "" : `,"set":${JSON.stringify(set)}`;
    const body = new TextEncoder().encode(`{"saveId":${saveId}${own},"${kind}s":${changes}}`);
    await sites.target.client.call("annotation.save", { folderId: to, body }, { signal: interrupted });
  };
  const saveAll = async (kind: Kind, records: readonly ReadRecord[]): Promise<void> => {
    const [first] = records;
    if (first === undefined) return;
    try {
      await save(kind, `${first.id}-${records.at(-1)?.id}`, records, []);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      if (records.length === 1) {
        after[kind].delete(first.id);
        lose(`the ${kind} ${first.id}${inSet}, which is refused: ${error.message.replaceAll(/\s*\n\s*/g, "; ")}`);
        return;
      }
      const half = records.length >> 1;
      await saveAll(kind, records.slice(0, half));
      await saveAll(kind, records.slice(half));
    }
  };
  for (const kind of kinds) {
    let batch: ReadRecord[] = [];
    let length = 0;
    for await (const one of recordsAt(sites.source.client, step, kind)) {
      after[kind].set(one.id, before === undefined ? "" : one.mark());
      if (before !== undefined && before[kind].get(one.id) === after[kind].get(one.id)) continue;
      batch.push(one);
      length += one.record.length;
      if (length < comfortable.min) continue;
      await saveAll(kind, batch);
      [batch, length] = [[], 0];
    }
    await saveAll(kind, batch);
    const gone = [...(before?.[kind].keys() ?? [])].filter((number) => !after[kind].has(number));
    if (gone.length > 0) await save(kind, "gone", [], gone);
  }
  return after;
}

/** @param failed receives errors in reading */
async function* encoded(first: string, rest: AsyncGenerator<string>, failed: unknown[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(first);
  try {
    for await (const piece of rest) yield encoder.encode(piece);
  } catch (error) {
    failed.push(error);
    throw error;
  }
}

/** The body of a save; empty when nothing changes. */
async function* saveText(sites: CopySites, origin: string, step: Step, after: Known): AsyncGenerator<string> {
  const { set, save, before } = step;
  const id = `copy ${digest(origin)} ${save}`;
  let text = `${JSON.stringify({ saveId: id, ...(set !== "" && { set }) }).slice(0, -1)}`;
  let hasChanges = false;
  for (const kind of kinds) {
    text += `,"${kind}s":{"upsert":[`;
    let isFirst = true;
    for await (const { record, id: number, mark } of recordsAt(sites.source.client, step, kind)) {
      after[kind].set(number, before === undefined ? "" : mark());
      if (before !== undefined && before[kind].get(number) === after[kind].get(number)) continue;
      text += (isFirst ? "" : ",") + record;
      isFirst = false;
      hasChanges = true;
      if (text.length < comfortable.min) continue;
      yield text;
      text = "";
    }
    const gone = [...(before?.[kind].keys() ?? [])].filter((number) => !after[kind].has(number));
    if (gone.length > 0) hasChanges = true;
    text += `],"delete":${JSON.stringify(gone)}}`;
  }
  if (hasChanges) yield `${text}}`;
}

const isEmpty = ({ track, group }: Known): boolean => track.size + group.size === 0;

async function headOf(client: ApiClient, folderId: string): Promise<number> {
  const newest = { folderId, limit: 1, sort: "revision", sortdir: -1 } as const;
  return (await client.call("annotation.revisions", newest, { signal: interrupted }))[0]?.revision ?? 0;
}

async function digestsAt(client: ApiClient, from: string, set: string, revision: number): Promise<Known> {
  const known: Known = { track: new Map(), group: new Map() };
  if (revision <= 0) return known;
  for (const kind of kinds) {
    for await (const { id, mark } of recordsAt(client, { from, set, revision }, kind)) known[kind].set(id, mark());
  }
  return known;
}

interface ReadRecord {
  readonly id: number;
  readonly record: string;
  readonly mark: () => string;
}

/** Page sizes adapt to the content: a track may have one detection or a hundred thousand. */
async function* recordsAt(
  client: ApiClient,
  { from, set, revision }: Pick<Step, "from" | "set" | "revision">,
  kind: Kind,
): AsyncGenerator<ReadRecord> {
  if (revision <= 0) return;
  const route = kind === "track" ? "annotation.tracks" : "annotation.groups";
  const named = { folderId: from, revision, ...(set !== "" && { set }) };
  let limit = firstPage;
  for (let offset = 0; ;) {
    const page = await client.call(route, { ...named, limit, offset }, { signal: interrupted });
    let length = 0;
    for (const one of page) {
      const record = JSON.stringify(one);
      length += record.length;
      yield { id: one.id, record, mark: () => digest(record) };
    }
    if (page.length < limit) return;
    offset += page.length;
    if (length < comfortable.min) limit = Math.min(limit * 2, largestPage);
    else if (length > comfortable.max) limit = Math.max(1, limit >> 1);
  }
}

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);
