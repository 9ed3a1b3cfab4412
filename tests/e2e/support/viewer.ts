/** Opens the viewer on datasets made for one test, and uses points of the picture instead of points of the page. */
import { decode, encode } from "fast-png";
import type { Locator, Page } from "@playwright/test";
import type { Track } from "../../../schemas/index.ts";
import { imagePoint } from "../../../web/base/brand.ts";
import { fitViewport, toScreen } from "../../../web/base/viewport.ts";
import { expect, goWithin } from "./app.ts";
import type { TestUser } from "./app.ts";

/** Size of all generated pictures, in pixels. */
const picture = { width: 320, height: 240 } as const;

/** Opening is slow on a machine that runs other tests as well. */
const patientMs = 30_000;

export type Box = readonly [x1: number, y1: number, x2: number, y2: number];

export interface TrackSketch {
  readonly id: number;
  readonly type?: string;
  readonly confidence?: number;
  /** Replaces `type` and `confidence`. */
  readonly pairs?: readonly (readonly [type: string, confidence: number])[];
  /** Boxes by frame: each is a keyframe. */
  readonly keyframes: Readonly<Record<number, Box>>;
  /** Default true. */
  readonly interpolate?: boolean;
}

export function toTrack(sketch: TrackSketch): Track {
  const { id, type = "fish", confidence = 1, pairs = [[type, confidence]], keyframes, interpolate = true } = sketch;
  const frames = Object.keys(keyframes).map(Number);
  return {
    id,
    begin: Math.min(...frames),
    end: Math.max(...frames),
    confidencePairs: pairs.map(([name, value]) => [name, value]),
    attributes: {},
    features: frames.map((frame) => ({
      frame,
      bounds: [...(keyframes[frame] ?? [0, 0, 1, 1])] as [number, number, number, number],
      keyframe: true,
      interpolate,
      attributes: {},
    })),
  };
}

/** Red value of a frame's picture: the pictures are plain and distinguishable. */
export function redOfFrame(frame: number): number {
  return (frame * 12) % 256;
}

/** An image sequence with tracks. Returns the id of the dataset. */
export async function createDataset(
  user: TestUser,
  options: {
    readonly frames?: number;
    readonly tracks?: readonly TrackSketch[];
    readonly name?: string;
    /** Other pictures, by frame. */
    readonly pictures?: Readonly<Record<number, Uint8Array<ArrayBuffer>>>;
  } = {},
): Promise<string> {
  const {
    frames = 12,
    tracks = [],
    pictures: others = {},
    name = `sequence ${crypto.randomUUID().slice(0, 8)}`,
  } = options;
  const { client } = user;
  const metadata = { fps: 1, type: "image-sequence" };
  const folder = await client.call("folder.create", { parentType: "user", parentId: user.id, name, metadata });
  await Promise.all(
    Array.from({ length: frames }, async (_, frame) => {
      const fileName = `image-${String(frame).padStart(3, "0")}.png`;
      const target = { parentType: "folder", parentId: folder._id, name: fileName, mimeType: "image/png" } as const;
      const body = others[frame] ?? pictureOf(frame);
      // All bytes in the call that starts the upload: half the calls of an upload in chunks, which has its own tests.
      await client.call("file.create", { ...target, size: body.length, body });
    }),
  );
  await client.call("rpc.postprocess", { id: folder._id });
  if (tracks.length > 0) await saveTracks(user, folder._id, tracks);
  return folder._id;
}

export async function saveTracks(user: TestUser, datasetId: string, tracks: readonly TrackSketch[]): Promise<void> {
  await user.client.call("annotation.save", {
    folderId: datasetId,
    body: { tracks: { upsert: tracks.map(toTrack), delete: [] } },
  });
}

/** The tracks stored on the server. */
export function storedTracks(user: TestUser, datasetId: string): Promise<Track[]> {
  return user.client.call("annotation.tracks", { folderId: datasetId });
}

const pictures = new Map<number, Uint8Array<ArrayBuffer>>();

function pictureOf(frame: number): Uint8Array<ArrayBuffer> {
  const made = pictures.get(frame) ?? encodePicture(frame);
  pictures.set(frame, made);
  return made;
}

function encodePicture(frame: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(picture.width * picture.height * 3);
  for (let at = 0; at < data.length; at += 3) data.set([redOfFrame(frame), 60, 90], at);
  return new Uint8Array(encode({ ...picture, data, channels: 3 }));
}

interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
}

export class ViewerPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(datasetId: string, rest = ""): Promise<this> {
    await this.page.goto(`/viewer/${datasetId}${rest}`);
    return this.ready();
  }

  /**
   * Goes to another revision of the dataset within the open viewer, as back and forward do: half of what loading the
   * page takes.
   *
   * @param revision without it: the newest
   */
  async goToRevision(datasetId: string, revision?: number): Promise<this> {
    await goWithin(this.page, `/viewer/${datasetId}${revision === undefined ? "" : `/revision/${revision}`}`);
    // The breadcrumb names the revision that is shown, not the one of the address.
    const breadcrumb = expect(this.page.getByRole("banner"));
    if (revision === undefined) await breadcrumb.not.toContainText(/revision \d/);
    else await breadcrumb.toContainText(`revision ${revision}`);
    return this.ready();
  }

  /** Waits until the first picture is shown. */
  async ready(): Promise<this> {
    await expect(this.canvas).toBeVisible({ timeout: patientMs });
    // The panels appear after the picture, so one check of the picture usually suffices.
    await expect(this.page.locator("main[aria-busy]")).toHaveCount(0, { timeout: patientMs });
    const offset = async () => (await this.redAt(160, 120)) - redOfFrame(await this.frame());
    // Between two states of a dataset there may briefly be no canvas.
    await expect.poll(() => offset().catch(() => undefined), { timeout: patientMs }).toBe(0);
    await expect(this.page.locator("main[aria-busy]")).toHaveCount(0, { timeout: patientMs });
    return this;
  }

  get canvas(): Locator {
    return this.page.getByTestId("canvas");
  }

  get mode(): Locator {
    return this.page.getByRole("toolbar", { name: "Editor" }).getByRole("status");
  }

  get saveButton(): Locator {
    return this.page.getByTestId("save");
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  row(id: number): Locator {
    return this.page.locator(`[data-track="${id}"]`);
  }

  get rows(): Locator {
    return this.page.locator("[data-track]");
  }

  get selectedRow(): Locator {
    return this.page.locator("[data-track][data-selected]");
  }

  get frameField(): Locator {
    return this.page.getByRole("textbox", { name: "Frame number" });
  }

  async frame(): Promise<number> {
    return Number(await this.frameField.inputValue());
  }

  async expectFrame(frame: number): Promise<void> {
    await expect.poll(() => this.frame()).toBe(frame);
  }

  /** Page coordinates of a point of the picture, while the picture is fitted to the canvas. */
  async at(x: number, y: number): Promise<{ x: number; y: number }> {
    const box = await this.canvas.boundingBox();
    if (box === null) throw new Error("The canvas is not visible.");
    const point = toScreen(fitViewport(picture, box), imagePoint(x, y));
    return { x: box.x + point.x, y: box.y + point.y };
  }

  async moveTo(x: number, y: number): Promise<void> {
    const point = await this.at(x, y);
    await this.page.mouse.move(point.x, point.y);
  }

  async click(x: number, y: number, button: "left" | "right" = "left"): Promise<void> {
    await this.moveTo(x, y);
    await this.page.mouse.down({ button });
    await this.page.mouse.up({ button });
  }

  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await this.moveTo(...from);
    await this.page.mouse.down();
    await this.moveTo((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await this.moveTo(...to);
    await this.page.mouse.up();
  }

  /** Draws a box: N and a drag. */
  async draw(box: Box): Promise<void> {
    await this.page.keyboard.press("n");
    await this.drag([box[0], box[1]], [box[2], box[3]]);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** In a single task, so that nothing on the page happens in between. */
  async pressAtOnce(...keys: readonly PressedKey[]): Promise<void> {
    await this.page.evaluate((all) => {
      for (const key of all) {
        const target = document.activeElement;
        const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...key });
        // The browser's reaction to a real key event.
        if (target?.dispatchEvent(event) !== true) continue;
        if (target instanceof HTMLButtonElement && key.key === "Enter") target.click();
        if (target instanceof HTMLInputElement && key.key.length === 1)
          document.execCommand("insertText", false, key.key);
      }
    }, keys);
  }

  /** Opens a popover, calls `act`, and closes it again. */
  async withPopover(name: string, act: (popover: Locator) => Promise<void>): Promise<void> {
    await this.page.getByRole("button", { name, exact: true }).click();
    await act(this.dialog);
    await this.press("Escape");
    await expect(this.dialog).toHaveCount(0);
  }

  /** The label that follows the mouse. */
  get cursorLabel(): Locator {
    return this.page.getByTestId("cursor-label");
  }

  /** Red value on screen at a point of the picture. */
  async redAt(x: number, y: number): Promise<number> {
    return (await this.colorAt(x, y))[0];
  }

  async colorAt(x: number, y: number): Promise<readonly [number, number, number]> {
    const point = await this.at(x, y);
    const clip = { x: Math.round(point.x), y: Math.round(point.y), width: 1, height: 1 };
    const { data } = decode(await this.page.screenshot({ clip }));
    return [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0];
  }

  save(): Promise<void> {
    return saveViewer(this.page);
  }
}

/** Saves all changes, in a viewer of one or more cameras. */
export async function saveViewer(page: Page): Promise<void> {
  // An edit that waits for its picture is not applied yet: the button would still say that everything is saved.
  await expect(page.getByTestId("canvas").getByLabel("Buffering")).toHaveCount(0);
  await page.keyboard.press("Control+s");
  await nextPaint(page);
  await expect(page.getByTestId("save")).toContainText("Saved");
}

/** Waits until changes are painted. */
async function nextPaint(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
