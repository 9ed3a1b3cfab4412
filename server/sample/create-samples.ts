/** Creates the sample datasets of a new installation, through the same services as requests. */
import { sampleNames } from "#schemas/sample";
import type { UserRecord } from "../ports/records.ts";
import type { Services } from "../services/index.ts";
import { mediaTypeOfFile } from "../domain/file-kinds.ts";
import { visibilityAttribute } from "./ground-truth.ts";
import { loadSampleMedia, type SampleDataset } from "./sample-media.ts";

/** Colors that stand out from the water and from each other. */
const typeColors: Readonly<Record<string, string>> = {
  buoy: "#ff6b6b",
  ferry: "#ffd43b",
  gull: "#e599f7",
  kayak: "#63e6be",
  sailboat: "#ffa94d",
  seal: "#a5d8ff",
  speedboat: "#f783ac",
};

/** Creates both datasets in the user's folder `Public`. */
export async function createSamples(services: Services, user: UserRecord, cacheFolder?: string): Promise<void> {
  const actor = { user };
  const query = { parent: { type: "user", id: user.id }, name: "Public", limit: 1, offset: 0 } as const;
  const { rows } = await services.folders.list(actor, query, { by: "name", descending: false });
  const [parent] = rows;
  if (parent === undefined) throw new Error(`${user.login} has no folder Public for the sample datasets.`);
  const media = await loadSampleMedia(cacheFolder);
  const place = { services, user, parentId: parent.record.id };
  // An interrupted first start may have left them incomplete.
  for (const name of Object.values(sampleNames)) await removeDataset(place, name);
  await createDataset(place, { name: sampleNames.video, type: "video", fps: media.fps }, media.video);
  await createDataset(place, { name: sampleNames.images, type: "image-sequence", fps: 1 }, media.images);
  // The default login message promises weekly updates (Q99), which do not happen on a site that was just set up.
  const isBranded = Object.keys(await services.configuration.brand()).length > 0;
  if (!isBranded) await services.configuration.setBrand(actor, { loginMessage: "" });
}

interface Place {
  readonly services: Services;
  readonly user: UserRecord;
  readonly parentId: string;
}

async function removeDataset({ services, user, parentId }: Place, name: string): Promise<void> {
  const query = { parent: { type: "folder", id: parentId }, name, limit: 1, offset: 0 } as const;
  const { rows } = await services.folders.list({ user }, query, { by: "name", descending: false });
  for (const { record } of rows) await services.folders.remove({ user }, record.id);
}

async function createDataset(
  { services, user, parentId }: Place,
  { name, type, fps }: { name: string; type: string; fps: number },
  dataset: SampleDataset,
): Promise<void> {
  const actor = { user };
  const folder = await services.folders.create(actor, {
    parentType: "folder",
    parentId,
    name,
    description: "Made by Wakeline itself, with exact ground-truth tracks: try everything here.",
    meta: { type, fps },
  });
  const { id } = folder.record;
  for (const file of dataset.files) {
    const target = { folderId: id, name: file.name, mimeType: mediaTypeOfFile(file.name) };
    await services.uploads.storeFile(actor, target, once(file.bytes));
  }
  await services.postprocess.run(actor, id, { skipJobs: false, additive: false, typePrefix: "", setName: "" });
  await services.datasets.updateAttributes(actor, id, { upsert: [visibilityAttribute], delete: [] });
  const customTypeStyling = Object.fromEntries(Object.entries(typeColors).map(([key, color]) => [key, { color }]));
  await services.datasets.update(actor, id, { customTypeStyling });
  const body = Buffer.from(JSON.stringify({ tracks: { upsert: dataset.tracks } }));
  await services.saves.save(actor, id, async () => body);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
