/** Downloads addons chosen by an administrator and installs them where this worker runs programs (api-v1 17). */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline as pipeStreams } from "node:stream/promises";

import { type Checked, listOf, object, text } from "../../../domain/body-check.ts";
import { DomainError } from "../../../base/errors.ts";
import { makeWorkFolder } from "../../../base/work-folder.ts";
import type { Addon } from "../../../ports/addon-store.ts";
import type { Ports } from "../../../ports/index.ts";
import { PipelineError } from "../../../ports/pipeline-engine.ts";
import { requireSiteAdmin } from "../../access/actor.ts";
import type { QueuedJob } from "../job-definition.ts";
import { JobError } from "../job-error.ts";

const parameters = object({ urls: listOf(text) }, "drop");
type UpgradePipelinesTask = Checked<typeof parameters>;

export interface UpgradeDeps {
  readonly ports: Pick<Ports, "addons" | "urls">;
  readonly limits: { readonly maxUploadBytes: number };
}

/** Limit per archive; models are large. */
const timeoutMs = 60 * 60 * 1000;

/** Independently: one that fails keeps no other from being installed. */
export const upgradePipelines: QueuedJob<UpgradePipelinesTask, UpgradeDeps> = {
  kind: "upgrade-pipelines",
  queue: "pipelines",
  parameters,
  title: () => "Upgrade Pipelines",
  wireType: "celery",
  // No `repeat`: the list of addons shows those needed now.
  async run({ task, actor, signal, progress, log, succeed }, { ports, limits }) {
    requireSiteAdmin(actor);
    const { urls } = task;
    const { addons } = ports;
    if (addons === undefined) throw new JobError("This worker has no folder of pipelines.");
    const listed = await addons.list().catch(worded);
    const failures: string[] = [];
    for (const [n, url] of urls.entries()) {
      signal.throwIfAborted();
      const addon = listed.find((one) => one.url === url);
      if (addon === undefined) {
        failures.push(`${url} is not listed where this worker runs.`);
        continue;
      }
      progress(n, urls.length, `Fetching ${addon.name}`);
      try {
        await withArchive(ports, addon, limits.maxUploadBytes, signal, (archive) =>
          addons.install(addon, archive, signal),
        );
        await log(`${addon.name} is installed.`);
      } catch (error) {
        if (!(error instanceof PipelineError || error instanceof DomainError)) throw error;
        failures.push(error.message);
      }
    }
    if (failures.length > 0) throw new JobError(failures.join("\n"));
    progress(urls.length, urls.length, "Done");
    await succeed([], async () => undefined);
  },
};

async function withArchive(
  { urls }: Pick<Ports, "urls">,
  { name, url, checksum }: Addon,
  maxBytes: number,
  signal: AbortSignal,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const temporary = await makeWorkFolder("addon");
  try {
    const path = join(temporary, "addon.zip");
    const { body } = await urls.fetch(url, { maxBytes, timeoutMs });
    const hash = createHash("sha256");
    await pipeStreams(
      body,
      async function* (parts: AsyncIterable<Uint8Array>) {
        for await (const part of parts) {
          hash.update(part);
          yield part;
        }
      },
      createWriteStream(path),
      { signal },
    );
    const digest = hash.digest("hex");
    if (digest !== checksum) {
      throw new PipelineError(`${name}: the download has the checksum ${digest}, not ${checksum} as it is listed.`);
    }
    await work(path);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function worded(error: unknown): never {
  throw error instanceof PipelineError ? new JobError(error.message, { cause: error }) : error;
}
