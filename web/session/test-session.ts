/** For tests: a session without annotations and without a server: a real core, an image sequence of 10 frames a second. */
import { createCore } from "#core";
import { Session, type ReadOnlyReason } from "./session.ts";
import { createSettingsStore } from "./settings.ts";

export async function createTestSession(readOnly?: ReadOnlyReason): Promise<Session> {
  const core = await createCore();
  core.beginLoad();
  core.endLoad();
  return new Session({
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
