import { expect, test } from "vitest";

import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import type { AccessService } from "../access/access.service.ts";
import type { AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import { RunCorrectionsService } from "./run-corrections.service.ts";

test("tracks are measured in the order of their ids, whatever order the database returns them in", async () => {
  const record = { id: "reef", name: "reef" } as FolderRecord;
  const revision = { setName: "", revision: 1, saveId: "job:1", description: "Run motion", createdMs: 0 };
  const database = {
    settings: { get: async () => undefined },
    folders: { listSubtreeIds: async () => [record.id], findMany: async () => [record] },
    annotations: {
      heads: async () => new Map([[record.id, 2]]),
      listRevisions: async () => ({ rows: [{ ...revision, revision: 2, saveId: null }, revision] }),
      touchedBy: async (_: unknown, [first]: number[]) => (first === 1 ? [5, 300] : [7, 9]),
      existingAt: async () => [],
    },
    review: {
      tracks: async (_: unknown, ids: readonly number[]) => new Map(ids.toReversed().map((id) => [id, String(id)])),
    },
  };
  const loaded: string[] = [];
  const session = {
    beginSide: async () => undefined,
    load: async (_: string, piece: Uint8Array) => void loaded.push(String(piece)),
    endSide: async () => undefined,
    corrections: async () => [],
    close: async () => undefined,
  };
  const access = {
    requireFolder: async () => ({ record, level: 0 }),
    withLevels: async () => [{ record, level: 0 }],
  } as unknown as AccessService;
  const work = { openAgreement: () => session } as unknown as AnnotationWork;
  const service = new RunCorrectionsService({ database } as unknown as Ports, { access, work });
  await service.ofFolder({ user: { id: "ada" } } as Actor, record.id);
  expect(loaded).toEqual(["5,300", "5,7,9,300"]);
});
