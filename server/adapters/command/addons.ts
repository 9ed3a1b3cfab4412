/**
 * Addons in the folder of pipelines (docs/pipelines/addons.md): `addons.json` lists them, and each installed one is a
 * folder of its name with a `runner.json`, or with the `pack.json` of a model pack. Archives come from elsewhere, so
 * nothing is moved into place before all of the archive was checked.
 */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline as pipeStreams } from "node:stream/promises";

import { RequestError } from "../../base/errors.ts";
import { type ArchivedFile, openArchive } from "../../base/zip-archive.ts";
import { checkBody, listOf, object, optional, text } from "../../domain/body-check.ts";
import type { Addon, AddonStore } from "../../ports/addon-store.ts";
import { PipelineError } from "../../ports/pipeline-engine.ts";
import { kindOfRunner, readRunners } from "./manifest.ts";

const listCheck = listOf(object({ name: text, url: text, description: optional(text), checksum: text }, "refuse"));

const listName = "addons.json";
/** Stores which archive a folder was made from. */
const markName = "addon.json";
/** Names that are valid folder names on every system and not hidden. */
const goodName = /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,63}$/;
const maxFiles = 10_000;
const deepest = 10;
const maxTries = 20;

/** @throws PipelineError with the fault of the model pack in the folder; the signal's reason */
export type TryPack = (folder: string, signal: AbortSignal) => Promise<void>;

/** @param maxBytes total of the files of an addon */
export function addonStore(folder: string, maxBytes: number, tryPack: TryPack): AddonStore {
  return {
    async list() {
      const content = await readFile(join(folder, listName), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "[]";
        throw new PipelineError(`${listName} cannot be read (${error.code}).`, { cause: error });
      });
      return await Promise.all(
        parse(content).map(async (addon): Promise<Addon> => ({
          ...addon,
          ...(await installedOf(join(folder, addon.name, markName), addon.checksum)),
        })),
      );
    },
    async install(addon, archive, signal) {
      const place = join(folder, addon.name);
      if ((await isThere(place)) && !(await isThere(join(place, markName)))) {
        throw new PipelineError(`${addon.name}: a folder of this name exists that is not an addon.`);
      }
      // Hidden folders are ignored, so that a partial addon never runs.
      const fresh = join(folder, `.${randomUUID()}`);
      try {
        await mkdir(fresh);
        await unpack(addon.name, archive, fresh, maxBytes);
        const kind = await kindOfRunner(fresh);
        if (kind === undefined) {
          throw new PipelineError(`${addon.name}: it has neither a runner.json nor a pack.json.`);
        }
        await (kind === "pack" ? tryPack(fresh, signal) : readRunners(fresh)).catch((error: unknown) => {
          if (!(error instanceof PipelineError)) throw error;
          const why = error.message.replace(`${fresh}/`, "").replaceAll("\n", "; ");
          throw new PipelineError(`${addon.name}: ${why}`, { cause: error });
        });
        await writeFile(join(fresh, markName), JSON.stringify({ url: addon.url, checksum: addon.checksum }));
        await putInPlace(fresh, place);
      } finally {
        await rm(fresh, { recursive: true, force: true });
      }
    },
  };
}

/** Another worker may install the same addon at this moment: the last one wins, as a whole. */
async function putInPlace(fresh: string, place: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const old = join(dirname(place), `.${randomUUID()}`);
    try {
      await didRename(place, old, ["ENOENT"]);
      if (await didRename(fresh, place, tries < maxTries ? ["ENOTEMPTY", "EEXIST"] : [])) return;
    } catch (error) {
      await rename(old, place).catch(() => undefined);
      throw error;
    } finally {
      await rm(old, { recursive: true, force: true });
    }
  }
}

/** @param expected codes of failures that the caller handles */
async function didRename(from: string, to: string, expected: readonly string[]): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (expected.includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

async function installedOf(mark: string, checksum: string): Promise<Pick<Addon, "isInstalled" | "isCurrent">> {
  const content = await readFile(mark, "utf8").catch(() => undefined);
  return { isInstalled: content !== undefined, isCurrent: content?.includes(checksum) === true };
}

function parse(content: string): Omit<Addon, "isInstalled" | "isCurrent">[] {
  let document: unknown;
  try {
    document = JSON.parse(content);
  } catch (error) {
    throw new PipelineError(`${listName} is not JSON: ${String(error)}`, { cause: error });
  }
  const checked = checkBody("Addons", listCheck, document);
  if (!checked.ok) throw new PipelineError(`${listName}: ${checked.message}`);
  return checked.value.map(({ description = "", checksum, ...addon }) => {
    if (!goodName.test(addon.name)) throw new PipelineError(`${listName}: "${addon.name}" cannot name a folder.`);
    if (!/^[0-9a-f]{64}$/i.test(checksum)) {
      throw new PipelineError(`${listName}: the checksum of ${addon.name} is not a SHA-256.`);
    }
    return { ...addon, description, checksum: checksum.toLowerCase() };
  });
}

const isThere = async (path: string): Promise<boolean> =>
  await stat(path).then(
    () => true,
    () => false,
  );

async function unpack(name: string, archive: string, target: string, maxBytes: number): Promise<void> {
  const { size } = await stat(archive);
  const read = (start: number, end: number) => createReadStream(archive, { start, end: end - 1 });
  try {
    const { files } = await openArchive(size, read, maxFiles);
    const inside = commonFolder(files);
    let left = maxBytes;
    for (const file of files) {
      left -= file.size;
      if (left < 0) throw new PipelineError(`${name}: it unpacks to more than ${maxBytes} bytes.`);
      if (file.isEncrypted) throw new PipelineError(`${name}: ${file.path} is encrypted.`);
      const path = join(target, ...partsOf(name, file).slice(inside));
      await mkdir(dirname(path), { recursive: true });
      await pipeStreams(file.read(), createWriteStream(path, { flags: "wx" }));
      if (file.isExecutable) await chmod(path, 0o755);
    }
  } catch (error) {
    throw error instanceof RequestError ? new PipelineError(`${name}: ${error.message}`, { cause: error }) : error;
  }
}

/** Paths from an archive must stay inside the folder. */
function partsOf(name: string, { path, isSpecial }: ArchivedFile): string[] {
  const parts = path.split("/");
  const isBad = (part: string): boolean => part === "" || part === "." || part === ".." || /[\\:\0]/.test(part);
  if (isSpecial || parts.length > deepest || parts.some(isBad)) {
    throw new PipelineError(`${name}: ${path.slice(0, 200)} is not a regular file inside the archive.`);
  }
  return parts;
}

/** 1 if everything is in one folder, as archivers often do it. */
function commonFolder(files: readonly ArchivedFile[]): number {
  const tops = new Set(files.map(({ path }) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "")));
  return tops.size === 1 && !tops.has("") ? 1 : 0;
}
