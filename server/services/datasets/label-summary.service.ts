/**
 * The types used in many datasets: how often, in which of them, and where each begins. One query on the annotations.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { mapYielding } from "../../base/turns.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { storedTypeColors } from "../../domain/type-colors.ts";
import type { LabelCount } from "../../ports/annotation.repository.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireUser, viewerOf, type Actor } from "../access/actor.ts";
import { camerasOf } from "../tree/dataset-folder.ts";
import { isCameraFolder } from "../tree/stored-ids.ts";

interface LabeledDataset {
  readonly id: string;
  readonly name: string;
  /** First frame with this type, in frames of the dataset. */
  readonly firstFrame: number;
  /** `#rrggbb`; absent: the type was not given a color in the dataset. */
  readonly color?: string;
  /** For a camera: the dataset that shows it together with the others, if the caller can read that too. */
  readonly rig?: RigOfCamera;
}

interface RigOfCamera {
  readonly id: string;
  readonly name: string;
  readonly camera: string;
}

interface LabelSummary {
  readonly label: string;
  readonly count: number;
  readonly datasets: LabeledDataset[];
}

export class LabelSummaryService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /**
   * Covers datasets that are published, shared with the caller or created by the caller; if none of these is requested,
   * those the caller may write. Sorted by type, each with its datasets sorted by name.
   */
  async summarize(
    actor: Actor,
    query: { readonly published: boolean; readonly shared: boolean; readonly own: boolean },
  ): Promise<LabelSummary[]> {
    const user = requireUser(actor);
    const { folders, annotations } = this.#ports.database;
    const narrowed = {
      ...(query.published ? { published: true } : {}),
      ...(query.shared ? { sharedWith: user.id } : {}),
      ...(query.own ? { createdBy: user.id } : {}),
    };
    const everything = { datasetsOnly: true, limit: 0, offset: 0 };
    const { rows } = await folders.list(
      { ...everything, ...narrowed },
      { by: "created", descending: false },
      viewerOf(actor),
    );
    const cameras = await this.#unlistedRigCameras(rows);
    const views = await this.#access.withLevels(actor, "folder", [...rows, ...cameras]);
    const min = query.published || query.shared || query.own ? AccessLevel.read : AccessLevel.write;
    const readable = new Map(views.filter(({ level }) => level >= min).map(({ record }) => [record.id, record]));
    const shown = new Map([...readable].map(([id, record]) => [id, shownAs(record, readable)]));
    const byLabel = Map.groupBy(await annotations.countLabels([...readable.keys()]), ({ label }) => label);
    return (await mapYielding([...byLabel], ([label, counts]) => summaryOf(label, counts, shown))).sort((a, b) =>
      compareTexts(a.label, b.label),
    );
  }

  /** Cameras of rigs that are not listed themselves: publishing a rig marks only the dataset that shows them all. */
  async #unlistedRigCameras(listed: readonly FolderRecord[]): Promise<FolderRecord[]> {
    const known = new Map(listed.map((record) => [record.id, record]));
    const named = listed.flatMap((record) => Object.values(camerasOf(datasetOf(record))?.cameras ?? {}));
    const ids = new Set(named.map(({ folder }) => String(folder)).filter((id) => !known.has(id)));
    const cameras = await this.#ports.database.folders.findMany([...ids]);
    return cameras.filter((camera) => rigOf(camera, known) !== undefined);
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface ShownDataset extends Pick<LabeledDataset, "name" | "rig"> {
  readonly typeColors: Readonly<Record<string, string>>;
}

/** A camera is shown in the colors of the dataset that shows it together with the others. */
function shownAs(record: FolderRecord, readable: ReadonlyMap<string, FolderRecord>): ShownDataset {
  const rig = rigOf(record, readable);
  const typeColors = storedTypeColors(readable.get(rig?.id ?? "") ?? record);
  return { name: record.name, typeColors, ...(rig && { rig }) };
}

function summaryOf(
  label: string,
  counts: readonly LabelCount[],
  shown: ReadonlyMap<string, ShownDataset>,
): LabelSummary {
  return {
    label,
    count: counts.reduce((sum, { count }) => sum + count, 0),
    datasets: counts
      .map(({ datasetId: id, firstFrame }) => {
        const { name = "", rig, typeColors = {} } = shown.get(id) ?? {};
        const color = Object.hasOwn(typeColors, label) ? typeColors[label] : undefined;
        return { id, name, firstFrame, ...(color !== undefined && { color }), ...(rig && { rig }) };
      })
      .sort((a, b) => compareTexts(a.rig?.name ?? a.name, b.rig?.name ?? b.name) || compareTexts(a.name, b.name)),
  };
}

/** The parent dataset that names this one as a camera. */
function rigOf(camera: FolderRecord, readable: ReadonlyMap<string, FolderRecord>): RigOfCamera | undefined {
  const above = readable.get(camera.parentId);
  if (above === undefined) return undefined;
  const named = Object.entries(camerasOf(datasetOf(above))?.cameras ?? {});
  const [name] = named.find(([, facts]) => isCameraFolder(facts, camera)) ?? [];
  return name === undefined ? undefined : { id: above.id, name: above.name, camera: name };
}
