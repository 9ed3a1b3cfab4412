/** For tests: a workspace without annotations and without a server: a real core, an image sequence of 10 frames a second. */
import { createCore } from "#core";
import { Workspace, type ReadOnlyReason } from "./workspace.ts";
import { createSettingsStore } from "./settings.ts";

export async function createTestWorkspace(readOnly?: ReadOnlyReason): Promise<Workspace> {
  const core = await createCore();
  core.beginLoad();
  core.endLoad();
  return new Workspace({
    core,
    settings: createSettingsStore(undefined),
    readOnly,
    dataset: {
      id: "0123456789abcdef01234567",
      name: "test",
      fps: 10,
      originalFps: undefined,
      media: { kind: "image-sequence", images: [] },
      confidenceFilters: undefined,
      customTypeStyling: {},
      datasetInfo: undefined,
    },
  });
}
