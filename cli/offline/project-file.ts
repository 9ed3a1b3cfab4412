/** `wakeline.config.json`: how a project judges its annotation files. */

import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { placesOf } from "#core/formats/text/json-place";
import type { ProjectConfiguration, ValidateSettings } from "#schemas";
import { conforms, findViolations } from "#schemas/validators";
import { fileError, systemErrorCode, usageError } from "../base/process/errors.ts";
import { systemPath } from "../base/files/system-path.ts";

export const projectFileName = "wakeline.config.json";

export interface ProjectFile {
  /** For messages: relative to the working folder. */
  readonly path: string;
  /** The base of its relative paths and globs. */
  readonly folder: string;
  readonly validate: ValidateSettings;
}

/**
 * The given file, otherwise the one in the working folder or the nearest folder above it.
 * @throws CliError when it cannot be read, or violates its schema
 */
export async function readProjectFile(named: string | undefined): Promise<ProjectFile | undefined> {
  if (named !== undefined) return parse(resolve(named), await read(named));
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const path = join(folder, projectFileName);
    const text = await read(path).catch((error: unknown) => {
      if (["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) return undefined;
      throw error;
    });
    if (text !== undefined) return parse(path, text);
    if (folder === dirname(folder)) return undefined;
  }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(systemPath(path), "utf8");
  } catch (error) {
    throw fileError("read", path, error);
  }
}

function parse(fullPath: string, text: string): ProjectFile {
  const path = relative(process.cwd(), fullPath) || projectFileName;
  const document = parseJson(path, text);
  const [violation] = findViolations("project-configuration", document);
  if (violation !== undefined || !conforms("project-configuration", document)) {
    const { pointer = "", message = "is not what it should be" } = violation ?? {};
    const place = placesOf(text, [pointer]).get(pointer);
    throw usageError(
      `${path}:${place?.line ?? 1}:${place?.column ?? 1}: ${pointer || "the configuration"} ${message}.`,
    );
  }
  const { validate = {} }: ProjectConfiguration = document;
  return { path, folder: dirname(fullPath), validate };
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw usageError(`${path} is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`, error);
  }
}
