/** Lists of a site, page by page, and work on several things in parallel. */
import { ApiError } from "#schemas/client";
import { CliError, ExitCode } from "../base/process/errors.ts";

const pageSize = 500;

/** @param read returns one page; the first one that is not full is the last @throws CliError when it is not a list */
export async function* paged<T>(read: (page: { limit: number; offset: number }) => Promise<readonly T[]>) {
  for (let offset = 0; ; offset += pageSize) {
    const page: unknown = await read({ limit: pageSize, offset });
    if (!isList<T>(page))
      throw new CliError(ExitCode.server, "the site answers a list with something else: give the same command again.");
    yield* page;
    if (page.length < pageSize) return;
  }
}

const isList = <T>(page: unknown): page is readonly T[] => Array.isArray(page);

/** Works on `limit` things at a time. After the first failure, waits for the work in progress and rejects. */
export async function inParallel<T>(things: readonly T[], limit: number, work: (thing: T) => Promise<void>) {
  const left = things.values();
  const failures: unknown[] = [];
  const run = async (): Promise<void> => {
    for (const thing of left) {
      await work(thing).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, things.length) }, run));
  if (failures.length > 0) throw failures[0];
}

/** Limits the number of concurrent operations, wherever they are started. */
export class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** HTTP status of a failure; `undefined`: it is another error. */
export function statusOf(error: unknown): number | undefined {
  const cause = error instanceof CliError ? error.cause : error;
  return cause instanceof ApiError ? cause.status : undefined;
}

/**
 * `undefined` for routes that a site does not have or does not show: other and older sites have fewer routes. A fault
 * of the source (500) is thrown, so that nothing is left out unreported.
 */
export async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ([400, 403, 404, 405, 501].includes(statusOf(error) ?? 0)) return undefined;
    throw error;
  }
}
