/**
 * Opening a dataset with everything that the viewer keeps alive: each step fails in turn, and nothing is leaked. Data
 * come from a model of the server, pictures and page are fakes; everything else is real.
 */
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FrameSource } from "../../web/media/frame-source.ts";
import type * as Messages from "../../web/api/messages.ts";
import type { DisposalStack } from "../../web/base/disposal-stack.ts";
import type * as Effects from "../../web/base/effect.ts";
import { session } from "../../web/api/session.ts";
import { openViewer } from "../../web/viewer/open/open-viewer.ts";
import { ModelServer } from "../support/model-server.ts";
import { testDatasetId } from "../support/test-workspace.ts";

const { alive, steps, server, ofPage } = vi.hoisted(() => ({
  /** Tests that have started and not ended. */
  alive: { effects: 0, decoders: 0, frames: 0, listeners: 0 },
  /** The step that fails, counted from 1, and the number of steps so far. */
  steps: { failing: Infinity, taken: 0 },
  server: {} as { current: ModelServer },
  /** How to end what listens to the page. */
  ofPage: new Map<unknown, () => void>(),
}));

const counted = (what: keyof typeof alive, stop: () => void): (() => void) => {
  alive[what] += 1;
  let isEnded = false;
  return () => {
    if (!isEnded) alive[what] -= 1;
    isEnded = true;
    stop();
  };
};

vi.mock("../../web/base/effect.ts", async (load) => {
  const real = await load<typeof Effects>();
  return {
    ...real,
    effect: (work: () => void) => counted("effects", real.effect(work)),
    writingEffect: (work: () => void) => counted("effects", real.writingEffect(work)),
  };
});

vi.mock("../../web/api/messages.ts", async (load) => {
  const { listenToServer } = await load<typeof Messages>();
  return { listenToServer: (listener: () => void) => counted("listeners", listenToServer(listener)) };
});

vi.mock("../../web/api/client.ts", () => ({
  api: {
    call: (...args: never[]) => server.current.client().call(...(args as unknown as [never, never])),
    callPaged: (...args: never[]) => server.current.client().callPaged(...(args as unknown as [never, never])),
    fetch: (...args: never[]) => server.current.client().fetch(...(args as unknown as [never, never])),
  },
}));

// The page, which asks the user and shows messages.
vi.mock("../../web/viewer/viewer-ui.ts", () => ({ createViewerUi: () => ({}) }));

vi.mock("../../web/viewer/open/open-media.ts", () => ({
  openMedia: (): Promise<FrameSource> =>
    Promise.resolve({
      kind: "image-sequence",
      decoder: "images",
      frameCount: 10,
      fps: 10,
      width: 640,
      height: 480,
      durationSeconds: 1,
      aheadCount: 0,
      secondsAt: (frame) => frame / 10,
      fileNameAt: () => "0.png",
      getFrame: () => Promise.reject(new Error("has no pictures")),
      isReady: () => true,
      readyCount: () => 1,
      lookAhead: () => undefined,
      onReady: () => () => undefined,
      dispose: counted("decoders", () => undefined),
    }),
}));

vi.mock("../../web/base/disposal-stack.ts", async (load) => {
  const real = await load<{ DisposalStack: typeof DisposalStack }>();
  return {
    DisposalStack: class extends real.DisposalStack {
      override defer(end: () => unknown): void {
        super.defer(end);
        steps.taken += 1;
        if (steps.taken === steps.failing) throw new Error(`step ${steps.taken} fails`);
      }
    },
  };
});

beforeEach(() => {
  const pending = new Map<number, () => void>();
  let next = 0;
  vi.stubGlobal("requestAnimationFrame", () => {
    next += 1;
    pending.set(
      next,
      counted("frames", () => undefined),
    );
    return next;
  });
  const addEventListener = (_: string, listener: unknown): void => {
    ofPage.set(
      listener,
      counted("listeners", () => undefined),
    );
  };
  const removeEventListener = (_: string, listener: unknown): void => ofPage.get(listener)?.();
  vi.stubGlobal("addEventListener", addEventListener);
  vi.stubGlobal("removeEventListener", removeEventListener);
  vi.stubGlobal("document", { addEventListener, removeEventListener, hidden: false });
  vi.stubGlobal("cancelAnimationFrame", (handle: number) => pending.get(handle)?.());
  session.value = { state: "signedIn", user: { _id: "user", login: "user" } as never };
  server.current = new ModelServer();
  server.current.addDataset(testDatasetId, {
    cameras: { left: "0123456789abcdef0123456a", right: "0123456789abcdef0123456b" },
  });
  for (const camera of "ab") server.current.addDataset(`0123456789abcdef0123456${camera}`);
});

afterEach(() => vi.unstubAllGlobals());

const rest = {
  setName: undefined,
  revision: undefined,
  comparedSet: undefined,
  camera: undefined,
  frame: undefined,
  track: undefined,
  comment: undefined,
};

function open() {
  steps.taken = 0;
  const opening = { signal: new AbortController().signal, onProgress: () => undefined };
  return openViewer({ datasetId: testDatasetId, ...rest, readOnly: undefined }, opening);
}

/** Including the journals held by this page. */
async function left() {
  const { held = [] } = await navigator.locks.query();
  return { ...alive, journals: held.length };
}

test("whichever step of opening a dataset fails, no decoder, scheduler, feed, journal or autosave is left", async () => {
  steps.failing = Infinity;
  const before = await left();
  const viewer = await open();
  const count = steps.taken;
  const whileOpen = await left();
  expect(whileOpen).toMatchObject({ decoders: 2, listeners: 6, journals: 3 });
  expect([count > 15, whileOpen.effects > 20]).toEqual([true, true]);
  viewer.dispose();
  await expect.poll(left).toEqual(before);

  for (steps.failing = 1; steps.failing <= count; steps.failing += 1) {
    await expect(open()).rejects.toThrow(/^step \d+ fails/u);
    await expect.poll(left, { message: `step ${steps.failing}` }).toEqual(before);
  }
});
