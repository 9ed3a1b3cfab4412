/**
 * An editor without a page, for tests: real core, real workspace, real modes and tools, a picture of 640 x 480 on a
 * canvas of the same size, so that screen and image pixels coincide.
 */

import { effect, signal, type ReadonlySignal } from "@preact/signals-core";
import type { Bounds, FrameNumber, TrackId } from "#core/types";
import { screenPoint } from "../../web/base/brand.ts";
import type { Registration } from "../../web/session/cameras/registration.ts";
import { Comments } from "../../web/session/comments/comments.ts";
import type { Workspace } from "../../web/session/workspace.ts";
import type { PictureFeed } from "../../web/media/picture-feed.ts";
import type { SettingsStore } from "../../web/session/display/settings.ts";
import type { ModelServer } from "../support/model-server.ts";
import { openTestWorkspace } from "../support/test-workspace.ts";
import type { KeyInput } from "../../web/commands/keys.ts";
import { pressKey, type KeyContext } from "../../web/commands/press-key.ts";
// Registers the viewer's commands.
import "../../web/commands/registry.ts";
import { Editor } from "../../web/editor/editor.ts";
import type { FollowResult } from "../../web/editor/edits/follow/following.ts";
import type { Assistants } from "../../web/editor/assistants.ts";
import type { EditorUi, Player } from "../../web/editor/ports.ts";
import type { Refusal } from "../../web/editor/refusal.ts";
import type { Tools } from "../../web/editor/tools/index.ts";
import type { PointerButton, ToolState } from "../../web/editor/tools/tool.ts";

export interface TestEditorOptions {
  readonly frameCount?: number;
  readonly readOnly?: boolean;
  /** The user's answer to questions. */
  readonly answer?: boolean;
  readonly tools?: Tools;
  /** Default: a server with an empty dataset. */
  readonly server?: ModelServer;
  readonly assistants?: Assistants;
  /** Whether the tour runs; default: no. */
  readonly isTouring?: boolean;
  /** For several cameras. */
  readonly registrationOf?: (workspace: Workspace) => Registration;
}

export class TestEditor {
  readonly editor: Editor;
  readonly workspace: Workspace;
  readonly settings: SettingsStore;
  readonly server: ModelServer;
  readonly pictures: TestPictures;
  /** Messages shown to the user, newest last. */
  readonly refusals: Refusal[];
  readonly asked: (readonly TrackId[])[];
  /** Calls of the UI's ports, newest last. */
  readonly calls: string[];
  /** Results of tracking, newest last. */
  readonly followed: FollowResult[];

  private constructor(
    parts: Pick<
      TestEditor,
      "editor" | "workspace" | "settings" | "server" | "pictures" | "refusals" | "asked" | "calls" | "followed"
    >,
  ) {
    this.editor = parts.editor;
    this.workspace = parts.workspace;
    this.settings = parts.settings;
    this.server = parts.server;
    this.pictures = parts.pictures;
    this.refusals = parts.refusals;
    this.asked = parts.asked;
    this.calls = parts.calls;
    this.followed = parts.followed;
  }

  static async create({
    frameCount = 100,
    readOnly = false,
    answer = true,
    tools,
    server: given,
    assistants,
    isTouring: touring = false,
    registrationOf,
  }: TestEditorOptions = {}): Promise<TestEditor> {
    const { workspace, saver, server } = await openTestWorkspace({
      readOnly: readOnly ? "requested" : undefined,
      ...(given && { server: given }),
    });
    const { settings } = workspace;
    let isTouring = touring;
    const refusals: Refusal[] = [];
    const asked: (readonly TrackId[])[] = [];
    const calls: string[] = [];
    const followed: FollowResult[] = [];
    const ui: EditorUi = {
      confirmDelete(ids) {
        asked.push(ids);
        return Promise.resolve(answer);
      },
      confirmSplit(id, frame, into) {
        calls.push(`confirmSplit ${id} ${frame}${into === undefined ? "" : ` into ${into}`}`);
        return Promise.resolve(answer);
      },
      focusTypeInput: (id) => void calls.push(`focusTypeInput ${id}`),
      focusFrameInput: () => void calls.push("focusFrameInput"),
      swapPanels: () => void calls.push("swapPanels"),
      openMenu: ({ x, y }) => void calls.push(`openMenu ${x} ${y}`),
      exportAnnotations: async ({ format }) => void calls.push(`exportAnnotations ${format}`),
      importAnnotations: async () => void calls.push("importAnnotations"),
      cloneDataset: async () => void calls.push("cloneDataset"),
      isTouring: () => isTouring,
      endTour: () => void (isTouring = false),
      save: () => Promise.resolve(void calls.push("save")),
      saveAgain: () => Promise.resolve(void calls.push("saveAgain")),
      refuse: (reason) => void refusals.push(reason),
      reportError(error) {
        throw error;
      },
      reportFailure(error) {
        throw error;
      },
      chooseModel: async () => undefined,
      askReading: async () => undefined,
      reportRead: () => undefined,
      reportFollowed(result) {
        followed.push(result);
      },
      reportCarried: ({ carried, left }, to) => void calls.push(`reportCarried ${carried} ${left} ${to}`),
    };
    const player = createTestPlayer(frameCount);
    const pictures = createTestPictures(player.frame);
    for (const camera of workspace.cameras) {
      camera.setMedia(undefined, pictures.feed);
      camera.view.setPicture({ width: 640, height: 480 });
      camera.view.setCanvas({ width: 640, height: 480 });
    }
    const editor = new Editor({
      workspace,
      saver,
      player,
      ui,
      assistants,
      comments: new Comments({ client: server.client(), datasetId: workspace.dataset.id }),
      registration: registrationOf?.(workspace),
      ...(tools && { tools }),
    });
    return new TestEditor({ editor, workspace, settings, server, pictures, refusals, asked, calls, followed });
  }

  // ---------------------------------------------------------------------------------------------------------- acting

  pointerDown(x: number, y: number, button: PointerButton = "primary"): this {
    this.editor.pointer.move({ at: screenPoint(x, y) });
    this.editor.pointer.down({ at: screenPoint(x, y), button });
    return this;
  }

  pointerMove(x: number, y: number): this {
    this.editor.pointer.move({ at: screenPoint(x, y) });
    return this;
  }

  pointerUp(x: number, y: number): this {
    this.editor.pointer.up({ at: screenPoint(x, y) });
    return this;
  }

  click(x: number, y: number, button: "primary" | "secondary" = "primary"): this {
    return this.pointerDown(x, y, button).pointerUp(x, y);
  }

  drag(
    [x1, y1]: readonly [number, number],
    [x2, y2]: readonly [number, number],
    button: PointerButton = "primary",
  ): this {
    return this.pointerDown(x1, y1, button)
      .pointerMove((x1 + x2) / 2, (y1 + y2) / 2)
      .pointerMove(x2, y2)
      .pointerUp(x2, y2);
  }

  doubleClick(x: number, y: number): this {
    this.click(x, y).click(x, y).editor.pointer.doubleClick(screenPoint(x, y));
    return this;
  }

  /** `key("Ctrl+Z")`, `key("N")`, `key("Space")`. */
  key(text: string, context: Partial<KeyContext> = {}): this {
    pressKey({ viewer: this.editor }, toInput(text), { isTyping: false, isDialogVisible: false, ...context });
    return this;
  }

  seek(frame: number): this {
    this.editor.player.seek(frame);
    return this;
  }

  /** N and a drag: a track whose first keyframe is on the current frame. */
  drawTrack(bounds: Bounds): TrackId {
    this.key("N").drag([bounds[0], bounds[1]], [bounds[2], bounds[3]]);
    const id = this.editor.selected;
    if (id === undefined) throw new Error("Drawing made no track.");
    return id;
  }

  // ------------------------------------------------------------------------------------------------------- expecting

  get mode(): string {
    return this.editor.mode.peek().kind;
  }

  /** `expectToBeIn("editing")`, `expectToBeIn("editing.translating")`: the mode, and the tool's state. */
  expectToBeIn(path: string): this {
    const [mode, tool = this.editor.pointer.tool.peek().state] = path.split(".") as [string, ToolState["state"]?];
    const actual = `${this.mode}.${this.editor.pointer.tool.peek().state}`;
    if (actual !== `${mode}.${tool}`) throw new Error(`The editor is in ${actual}, not in ${mode}.${tool}.`);
    return this;
  }

  typeOf(id: TrackId): string | undefined {
    return this.workspace.core.track(id).pairs[0]?.type;
  }

  boundsOf(id: TrackId, frame: number = this.editor.frame): Bounds | undefined {
    const bounds = this.workspace.core.detectionAt(id, frame as FrameNumber)?.bounds;
    return bounds && [bounds[0], bounds[1], bounds[2], bounds[3]];
  }
}

function createTestPlayer(frameCount: number): Player {
  const frame = signal(0 as FrameNumber);
  const playing = signal(false);
  const speed = signal(1);
  return {
    frame,
    playing,
    maxFrame: frameCount - 1,
    seek(to) {
      frame.value = Math.min(frameCount - 1, Math.max(0, to)) as FrameNumber;
    },
    toggle() {
      playing.value = !playing.peek();
    },
    pause() {
      playing.value = false;
    },
    speed,
    setSpeed(to) {
      speed.value = to;
    },
  };
}

/** Pictures that load immediately or, while held back, when the test says so. */
interface TestPictures {
  readonly feed: PictureFeed;
  /** From now on pictures load only with `show` and `fail`. */
  holdBack(): void;
  /** The picture of the requested frame is displayed. */
  show(): void;
  /** It fails to load. */
  fail(): void;
}

function createTestPictures(frame: ReadonlySignal<number>): TestPictures {
  const shown = signal<number | undefined>(frame.peek());
  const error = signal<Error | undefined>(undefined);
  let isHeldBack = false;
  effect(() => {
    void frame.value;
    error.value = undefined;
    if (!isHeldBack) shown.value = frame.value;
  });
  return {
    feed: { wanted: frame, shown, error, attach: () => () => undefined, dispose: () => undefined },
    holdBack: () => void (isHeldBack = true),
    show: () => void (shown.value = frame.peek()),
    fail() {
      shown.value = undefined;
      error.value = new Error("broken");
    },
  };
}

const keyNames: Readonly<Record<string, string>> = {
  Space: " ",
  Left: "ArrowLeft",
  Right: "ArrowRight",
  Up: "ArrowUp",
  Down: "ArrowDown",
};

function toInput(text: string): KeyInput {
  const parts = text.split("+");
  const key = parts.pop() ?? "";
  return {
    key: keyNames[key] ?? key,
    code: /^\d$/.test(key) ? `Digit${key}` : "",
    ctrl: parts.includes("Ctrl"),
    alt: parts.includes("Alt"),
    shift: parts.includes("Shift"),
  };
}
