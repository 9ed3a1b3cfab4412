/** The model packs in the folder of pipelines: each in its own folder, next to programs. */
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import type { Pack } from "#packs/pack";

import type { PackStore } from "../../ports/pack-store.ts";
import { PipelineError } from "../../ports/pipeline-engine.ts";
import { packManifestName, readPackFolder } from "./pack-folder.ts";

export function packStore(folder: string): PackStore {
  return {
    async list() {
      const packs = (await packsIn(folder)).map(({ manifest }) => manifest);
      return packs.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
    },
    async open(sha256) {
      for (const { manifest, place } of await packsIn(folder)) {
        const file = manifest.files.find((one) => one.sha256 === sha256);
        // The browser compares the checksum of what it gets.
        if (file !== undefined) return { size: file.bytes, start: () => createReadStream(join(place, file.path)) };
      }
      return undefined;
    },
  };
}

async function packsIn(folder: string): Promise<(Pick<Pack, "manifest"> & { place: string })[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const packs = await Promise.all(
    folders.map(async ({ name }) => {
      const place = join(folder, name);
      try {
        if (!(await readdir(place)).includes(packManifestName)) return [];
        return [{ manifest: (await readPackFolder(place)).manifest, place }];
      } catch (error) {
        // ENOENT: a newer version is being put in its place.
        if (error instanceof PipelineError || (error as NodeJS.ErrnoException).code === "ENOENT") return [];
        throw error;
      }
    }),
  );
  return packs.flat();
}
