/** Finds datasets by what they are and contain: type, labels of tracks, metadata. `resource/search` covers names. */
import { datasetOf, describedBy } from "../../domain/dataset.ts";
import { isDatasetType } from "../../domain/meta.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { Accessible, AccessService } from "../access/access.service.ts";
import { requireUser, viewerOf, type Actor } from "../access/actor.ts";

interface DatasetHit {
  readonly folder: Accessible<FolderRecord>;
  readonly by: "type" | "label" | "metadata";
  /** The match: the type, the label, or name and value of the metadata. */
  readonly text: string;
}

/** Shorter text occurs in nearly all metadata. */
const minMetadataLength = 2;
const maxHits = 50;

export class DatasetSearchService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** @param types that the text means in the caller's language; types with that name match in any case */
  async search(
    actor: Actor,
    { text, types, limit }: { readonly text: string; readonly types: readonly string[]; readonly limit: number },
  ): Promise<DatasetHit[]> {
    requireUser(actor);
    const sought = text.trim();
    if (sought === "") return [];
    const { annotations, folders } = this.#ports.database;
    const viewer = viewerOf(actor);
    const max = Math.min(limit < 1 ? maxHits : limit, maxHits);
    const hits = new Map<string, Omit<DatasetHit, "folder"> & { readonly record: FolderRecord }>();
    const add = (record: FolderRecord, by: DatasetHit["by"], found: string | undefined): void => {
      if (found !== undefined && hits.size < max && !hits.has(record.id))
        hits.set(record.id, { record, by, text: found });
    };

    const labeled = await folders.searchDatasets({ label: sought }, max, viewer);
    const counts = await annotations.countLabels(labeled.map(({ id }) => id));
    const begins = (label: string): boolean => label.toLowerCase().startsWith(sought.toLowerCase());
    for (const record of labeled) {
      const matches = counts.filter(({ datasetId, label }) => datasetId === record.id && begins(label));
      add(record, "label", matches.toSorted((a, b) => b.count - a.count)[0]?.label);
    }
    if (sought.length >= minMetadataLength) {
      for (const record of await folders.searchDatasets({ metadata: sought }, max, viewer)) {
        add(record, "metadata", findInMetadata(record, sought.toLowerCase()));
      }
    }
    const wanted = [...new Set([sought.toLowerCase(), ...types])].filter(isDatasetType);
    for (const record of await folders.searchDatasets({ types: wanted }, max, viewer)) {
      const { type } = datasetOf(record);
      if (type !== undefined && wanted.includes(type)) add(record, "type", type);
    }

    const datasets = [...hits.values()];
    const levels = await this.#access.withLevels(
      actor,
      "folder",
      datasets.map(({ record }) => record),
    );
    return datasets.flatMap(({ by, text: what }, index) => {
      const folder = levels[index];
      return folder === undefined ? [] : [{ folder, by, text: what }];
    });
  }
}

/** Only text that people wrote: frame numbers and file names do not count as metadata. */
function findInMetadata(record: FolderRecord, sought: string): string | undefined {
  for (const [name, value] of describedBy(record)) {
    if (`${name} ${value}`.toLowerCase().includes(sought)) return `${name}: ${value.slice(0, 200)}`;
  }
  return undefined;
}
