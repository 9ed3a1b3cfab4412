/** `wakeline migrate dive`: copies a site of DIVE, Girder or Wakeline into the one signed in to. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import type { Connection } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference } from "../../base/site/dataset-reference.ts";
import { CliError, ExitCode, usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { positiveCount, collect } from "../../base/terminal/option-values.ts";
import { byteText, counted, note, writeJsonLine, writeResult } from "../../base/terminal/output.ts";
import { connectRemote, type RemoteSignIn } from "../../base/connection/remote-site.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { isFatal } from "../../base/process/worst-exit-code.ts";
import { bytesOf, CopyReport, warnOfLosses, writeLosses } from "../../site-copy/copy-report.ts";
import { copyPeople } from "../../site-copy/copy-people.ts";
import { copySite } from "../../site-copy/copy-site.ts";
import { Gate, inParallel } from "../../site-copy/pages.ts";
import type { CopySites } from "../../site-copy/sites.ts";
import { type CopyRoot, readSourceTree, type SourceFolder } from "../../site-copy/source-tree.ts";
import { CopyState, type Loss } from "../../site-copy/state.ts";

interface Options extends ServerOption, RemoteSignIn {
  readonly from?: readonly string[];
  readonly to?: string;
  readonly people?: true;
  readonly revisions: string;
  readonly jobs: number;
  readonly state?: string;
  readonly report?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

const defaultJobs = 4;

export default new Command()
  .description(
    "Copies your folders on another site (DIVE, Girder or Wakeline) into the one that you are signed in to: datasets with media, " +
      "annotation sets, configuration and metadata, clones as clones. Lists what cannot be copied. The same command continues " +
      "where it stopped. The password of --user is read from WAKELINE_SOURCE_PASSWORD or asked for; an API key or a token " +
      "is read from WAKELINE_SOURCE_API_KEY or WAKELINE_SOURCE_TOKEN.",
  )
  .argument("<url>", "the site to copy from; nothing is written there")
  .option("-u, --user <login>", "sign in there as this user")
  .option("--password-stdin", "read the password of that user from standard input")
  .option("--with-key", "read an API key of that site from standard input")
  .option("--from <folder>", "folder there (default: all of your own; repeatable)", collect)
  .option("--to <folder>", `folder here (default: where it was; with --from, your own Private): ${referenceHelp}`)
  .option("--people", "all users, groups and collections, and who may do what; for administrators of both sites")
  .option("--revisions <which>", "newest: the newest state of each annotation set; all: every revision", "newest")
  .option("--jobs <count>", "datasets and files to copy at a time", positiveCount, defaultJobs)
  .option("--state <file>", "progress file (default: wakeline-copy-HOST.jsonl here)")
  .option("--report <file>", "write everything that could not be copied, one line each")
  .option("--dry-run", "show what would be copied, and send nothing")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each dataset")
  .action(migrateDive);

async function migrateDive(address: string, options: Options): Promise<void> {
  validateOptions(options);
  const target = await connect(options.server);
  const source = await connectRemote(address, options);
  if (source.url === target.url) throw usageError(`${source.url} is the site you are signed in to: name another one.`);
  if (options.dryRun === true) return await printPlan(source, await findRoots(source, target, options, true), options);
  const what = options.people === true ? "people" : `${(options.from ?? []).join(" ")} > ${options.to ?? ""}`;
  const path = options.state ?? `wakeline-copy-${new URL(source.url).host.replaceAll(/[^\w.-]/g, "-")}.jsonl`;
  const head = { source: source.url, target: target.url, what: `${what}, ${options.revisions}` };
  const state = await CopyState.open(path, head);
  try {
    await copyAll({ source, target, state }, options);
  } catch (error) {
    note(`Progress is stored in ${path}: the same command continues from there.`);
    throw error;
  } finally {
    await state.close();
  }
}

function validateOptions({ people, from, to, revisions }: Options): void {
  if (revisions !== "newest" && revisions !== "all")
    throw usageError(`--revisions is newest or all, not "${revisions}".`);
  if (people === true && (from !== undefined || to !== undefined)) {
    throw usageError("--people copies the whole site, everything to where it was: leave out --from and --to.");
  }
}

async function copyAll(
  { source, target, state }: Pick<CopySites, "source" | "target" | "state">,
  options: Options,
): Promise<void> {
  const { jobs } = options;
  const report = new CopyReport(target, options.json === true);
  const sites: CopySites = {
    source,
    target,
    state,
    jobs,
    gate: new Gate(jobs),
    allRevisions: options.revisions === "all",
    withPeople: options.people === true,
    sent: (bytes) => report.sent(bytes),
  };
  const siteLosses: Loss[] = [];
  const roots = sites.withPeople
    ? await copyPeople(sites, siteLosses)
    : await findRoots(source, target, options, false);
  const folders = await readSourceTree(source.client, roots, jobs);
  report.begin(folders, state);
  try {
    await copySite(sites, folders, roots, report);
  } catch (error) {
    if (!isFatal(error)) throw error;
    note("The rest was not begun.");
  } finally {
    report.clearProgress();
  }
  const losses = [...siteLosses, ...state.losses];
  if (options.json !== true) warnOfLosses(losses);
  if (options.report !== undefined) await writeLosses(options.report, losses);
  report.end(losses.length > 0, listNeverCopied(sites));
}

/** Kinds of data that are never copied. */
function listNeverCopied({ withPeople, allRevisions }: CopySites): string {
  const people = withPeople
    ? "passwords (administrators send one-time links), API keys, who has made a folder"
    : "users, groups, collections and access (--people)";
  const history = allRevisions ? "authors, times and descriptions of revisions, " : "";
  return `Never part of a copy: ${history}${people}, jobs and their logs, the trash, settings of the site.`;
}

async function findRoots(
  source: Connection,
  target: Connection,
  { from, to, people, jobs }: Options,
  isPlan: boolean,
): Promise<readonly CopyRoot[]> {
  const me = await source.client.call("user.me", {}, { signal: interrupted });
  const here = await target.client.call("user.me", {}, { signal: interrupted });
  if (me === null || here === null)
    throw new CliError(ExitCode.permission, `your token for ${target.url} has expired.`);
  const home = { parentType: "user", parentId: here._id } as const;
  if (people === true && isPlan) return await allRoots(source, home);
  const folder = async (reference: string): Promise<CopyRoot["to"]> => ({
    parentType: "folder",
    parentId: await resolveReference(target, reference),
  });
  if (from === undefined) {
    const place = to === undefined ? home : await folder(to);
    return [{ parentType: "user", parentId: me._id, path: `/user/${me.login}`, to: place }];
  }
  const place = await folder(to ?? `/user/${here.login}/Private`);
  const roots: CopyRoot[] = [];
  await inParallel(from, jobs, async (reference) => {
    const only = await resolveReference(source, reference);
    const { parentId } = await source.client.call("folder.get", { id: only }, { signal: interrupted });
    const path = await source.client.call("resource.path", { id: only, type: "folder" }, { signal: interrupted });
    roots.push({ parentType: "folder", parentId, path: path.slice(0, path.lastIndexOf("/")), to: place, only });
  });
  return roots;
}

async function allRoots({ client }: Connection, to: CopyRoot["to"]): Promise<readonly CopyRoot[]> {
  const users = await client.call("user.list", { limit: 0 }, { signal: interrupted });
  const collections = await client.call("collection.list", { limit: 0 }, { signal: interrupted });
  return [
    ...users.map(({ _id, login }): CopyRoot => ({ parentType: "user", parentId: _id, path: `/user/${login}`, to })),
    ...collections.map(({ _id, name }): CopyRoot => ({
      parentType: "collection",
      parentId: _id,
      path: `/collection/${name}`,
      to,
    })),
  ];
}

async function printPlan(source: Connection, roots: readonly CopyRoot[], { jobs, json }: Options): Promise<void> {
  const folders = await readSourceTree(source.client, roots, jobs);
  const datasets = folders.filter(({ isDataset }) => isDataset);
  const kindOf = ({ cloneOf, type = "" }: SourceFolder): string => (cloneOf === undefined ? type : `clone (${type})`);
  if (json === true) {
    for (const { path, type, bytes, cloneOf, id } of datasets) {
      await writeJsonLine({ from: id, path, type, bytes, ...(cloneOf !== undefined && { cloneOf }) });
    }
  } else {
    const columns = [
      { title: "dataset", flexible: true },
      { title: "type" },
      { title: "size", align: "right" as const },
    ];
    const rows = datasets.map((one) => [one.path, kindOf(one), byteText(one.bytes)]);
    await writeResult(formatTable(io().out, columns, rows));
  }
  const others = counted(folders.length - datasets.length, "other folder");
  note(
    `Dry run: ${counted(datasets.length, "dataset")} and ${others} with ${byteText(bytesOf(folders))}; nothing was sent.`,
  );
}
