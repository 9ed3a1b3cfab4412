/** Datasets with several cameras in the viewer: cameras side by side, one playhead, one selection, one save. */
import type { Page } from "@playwright/test";
import { JobStatus } from "../../schemas/index.ts";
import { workerHandler } from "../../server/domain/job-status.ts";
import { createMultiCamDataset, type MultiCamDataset } from "../support/multicam-dataset.ts";
import { expect, test, type TestUser } from "./support/app.ts";
import { createDataset, saveTracks, storedTracks, ViewerPage, saveViewer } from "./support/viewer.ts";

const pane = (page: Page, camera: string) => page.locator(`[data-camera="${camera}"]`);
const activePane = (page: Page) => page.locator("[data-camera][data-active]");

async function createRig(user: TestUser): Promise<MultiCamDataset> {
  const cameras = ["left", "middle", "right"].map((name) => ({ name, images: 4 }));
  return await createMultiCamDataset(user.client, { cameras, defaultDisplay: "middle" });
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/viewer/${id}`);
  await expect(page.getByTestId("canvas").first()).toBeVisible({ timeout: 30_000 });
}

/** Turns the attribute timeline on, in the settings of the selection's attributes. */
async function enableAttributeTimeline(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Attributes" }).click();
  const tools = page.getByRole("toolbar", { name: "Tools of Detection attributes" });
  const settings = page.getByRole("dialog", { name: "Settings of the attribute timeline" });
  await tools.getByRole("button", { name: "Settings of the attribute timeline" }).click();
  await settings.getByRole("switch", { name: "Timeline of attributes" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Tracks" }).click();
}

/** Drags in fractions of a camera's pane. */
async function drag(page: Page, camera: string, from: readonly [number, number], to: readonly [number, number]) {
  const box = await pane(page, camera).boundingBox();
  if (box === null) throw new Error(`Camera ${camera} is not visible.`);
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

test("[V-LAYOUT-10] [V-PLAY-04] [V-KEYS-09] [V-KEYS-28] [V-MULTICAM-01] [V-MULTICAM-02] [V-MULTICAM-05] [V-MULTICAM-11] several cameras side by side: a selector, camera sync, drawing the same object on two, one save", async ({
  page,
  user,
}) => {
  const rig = await createRig(user);
  await open(page, rig.id);
  await expect(page.locator("[data-camera]")).toHaveCount(3);
  // The default camera of the dataset is the active one.
  const selector = page.getByRole("combobox", { name: "Camera" });
  await expect(selector).toHaveValue("middle");
  await expect(activePane(page)).toHaveAttribute("data-camera", "middle");
  await selector.click();
  await expect(page.getByRole("option")).toHaveText(["left", "middle", "right"]);
  await page.getByRole("option", { name: "left" }).click();
  await expect(activePane(page)).toHaveAttribute("data-camera", "left");

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("textbox").fill("link the selected track");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Cannot start Linking without a track selected", { exact: true })).toBeVisible();
  const status = page.getByRole("toolbar", { name: "Editor" }).getByRole("status");
  await expect(status).toHaveText("Not editing");

  // Drawn on one camera, selected on all, drawn as the same object on another.
  await page.keyboard.press("n");
  await drag(page, "left", [0.3, 0.3], [0.6, 0.6]);
  await expect(page.locator("[data-track][data-selected]")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await pane(page, "right").click({ position: { x: 20, y: 60 } });
  await expect(activePane(page)).toHaveAttribute("data-camera", "right");
  await expect(page.locator("[data-track]")).toHaveCount(0);
  await selector.click();
  await page.getByRole("option", { name: "left" }).click();
  await page.locator("[data-track]").click();
  // Neither merging nor grouping works.
  for (const key of ["m", "Shift+M", "g"]) {
    await page.keyboard.press(key);
    await expect(page.getByText("You cannot merge or group tracks from different cameras.")).toBeVisible();
    await expect(status).toHaveText("Not editing");
  }
  await selector.click();
  await page.getByRole("option", { name: "right" }).click();
  await page.keyboard.press("1");
  await drag(page, "right", [0.4, 0.4], [0.7, 0.7]);
  await expect(page.locator("[data-track][data-selected]")).toHaveCount(1);
  await saveViewer(page);
  const stored = await Promise.all(
    ["left", "middle", "right"].map((camera) => storedTracks(user, rig.cameras[camera] ?? "")),
  );
  expect(stored.map((tracks) => tracks.map(({ id }) => id))).toEqual([[0], [], [0]]);

  // One playhead for all.
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("textbox", { name: "Frame number" })).toHaveValue("1");

  // Without its ghost, the cursor label shows only the position.
  await page.keyboard.press("u");
  await expect(status).toHaveText("Not editing");
  // Sync: off, the wheel zooms one camera; on, all of them show the same part.
  const sync = page.getByRole("button", { name: "Sync pan and zoom of the cameras" });
  await expect(sync).toHaveAttribute("aria-pressed", "false");
  const moveTo = async (camera: string, [x, y]: readonly [number, number]) => {
    const box = await pane(page, camera).boundingBox();
    if (box === null) throw new Error(`Camera ${camera} is not visible.`);
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
  };
  /** The color to the right of a camera's center. */
  const shownOn = async (camera: string) => {
    await moveTo(camera, [0.74, 0.6]);
    await moveTo(camera, [0.75, 0.6]);
    return (await pane(page, camera).getByTestId("cursor-label").textContent())?.split(/(?<=, \d+)\D/)[0];
  };
  const onAll = async () => [await shownOn("left"), await shownOn("middle"), await shownOn("right")];
  const zoomIn = async (camera: string) => {
    await moveTo(camera, [0.3, 0.6]);
    for (let notch = 0; notch < 4; notch += 1) await page.mouse.wheel(0, -120);
  };
  const [fitted] = await onAll();
  await zoomIn("left");
  await expect.poll(() => shownOn("left")).not.toBe(fitted);
  expect((await onAll()).slice(1)).toEqual([fitted, fitted]);
  await page.keyboard.press("l");
  await expect(sync).toHaveAttribute("aria-pressed", "true");
  await zoomIn("middle");
  const isAlike = async () => new Set(await onAll()).size === 1;
  await expect.poll(isAlike).toBe(true);
  const zoomed = await shownOn("left");
  expect(zoomed).not.toBe(fitted);
  await moveTo("right", [0.5, 0.6]);
  await page.mouse.down({ button: "middle" });
  await moveTo("right", [0.4, 0.5]);
  await page.mouse.up({ button: "middle" });
  await expect.poll(isAlike).toBe(true);
  expect(await shownOn("left")).not.toBe(zoomed);
  await sync.click();
  await expect(sync).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "One large camera" }).click();
  const widths = await Promise.all(
    ["left", "right"].map(async (name) => (await pane(page, name).boundingBox())?.width),
  );
  expect(widths[1]).toBeGreaterThan(2 * (widths[0] ?? 0));
});

const fish = { type: "fish", keyframes: { 0: [100, 80, 220, 160] } } as const;

test("[V-PANEL-03] [V-TRACKLIST-07] [V-TIMELINE-04] [V-TIMELINE-05] [V-MULTICAM-04] [V-MULTICAM-06] [V-MULTICAM-07] [V-MULTICAM-08] [V-MULTICAM-10] Multi-camera tools in the place of the Group manager; linking, with what is said of a wrong pick, and unlinking", async ({
  page,
  server,
  user,
}) => {
  const rig = await createRig(user);
  const { left = "", middle = "", right = "" } = rig.cameras;
  await saveTracks(user, middle, [{ id: 1, ...fish }]);
  await saveTracks(user, left, [{ id: 2, ...fish }]);
  const keyframes = { 0: [10, 10, 60, 60] } as const;
  await saveTracks(user, right, [
    { id: 2, ...fish },
    { id: 3, type: "crab", keyframes },
  ]);
  const groups = { upsert: [{ ...group, id: 0, members: { 1: { ranges: [[0, 0]] } } }], delete: [] };
  await user.client.call("annotation.save", { folderId: middle, body: { groups } });
  await open(page, rig.id);

  await expect(page.getByRole("button", { name: "Multi-camera tools", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Group manager" })).toHaveCount(0);
  const tabs = page.getByRole("region", { name: "Timelines" }).getByRole("tab");
  await page.locator('[data-track="1"]').click({ position: { x: 6, y: 35 } });
  await enableAttributeTimeline(page);
  await expect(tabs).toHaveText(["Detections", "Events"]);

  await page.locator('[data-track="1"]').getByRole("button", { name: "Cameras of track 1" }).click();
  const panel = page.getByRole("complementary", { name: "Context panel" });
  await expect(panel.getByRole("heading").first()).toHaveText("Track 1");
  await expect(panel.locator("[data-tools-of]")).toHaveText([
    /left\s*not here/,
    /middle\s*fish 0–0/,
    /right\s*not here/,
  ]);
  const status = page.getByRole("toolbar", { name: "Editor" }).getByRole("status");
  // For a moment its bars show the annotations before a step: an error in the page fails the test.
  await page.getByRole("tab", { name: "Events" }).click();
  await panel.getByRole("button", { name: "Link with a track of camera right" }).click();
  await expect(status).toHaveText("Linking");
  // The first Escape would close the tooltip under the mouse.
  await pane(page, "right").hover();
  await page.keyboard.press("Escape");
  await expect(status).toHaveText("Not editing");
  await panel.getByRole("button", { name: "Link with a track of camera right" }).click();
  await expect(status).toHaveText("Linking");
  await expect(page.locator("[data-linking]")).toHaveAttribute("data-camera", "right");

  // Another camera: a dialog explains what to do, with an OK button.
  const dialog = page.getByRole("dialog");
  await pane(page, "left").click({ position: { x: 20, y: 60 } });
  await expect(dialog).toContainText("Press OK and Escape to leave Linking mode, or pick another track");
  await dialog.getByRole("button", { name: "OK" }).click();
  await page.locator('[data-track="2"]').getByRole("button").first().click();
  await expect(dialog).toContainText("Linking error");
  await expect(dialog).toContainText("Track 2 exists in another camera too");
  await dialog.getByRole("button", { name: "OK" }).click();
  await page.locator('[data-track="3"]').getByRole("button").first().click();
  await expect(panel.locator("[data-tools-of]")).toHaveText([
    /left\s*not here/,
    /middle\s*fish 0–0/,
    /right\s*crab 0–0/,
  ]);
  const title = panel.getByRole("heading").first();
  for (const [key, track] of [
    ["Control+z", "Track 3"],
    ["Control+y", "Track 1"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(title).toHaveText(track);
  }
  await expect(panel.locator("[data-tools-of=right]")).toContainText("crab 0–0");
  await saveViewer(page);
  expect((await storedTracks(user, right)).map(({ id }) => id).sort()).toEqual([1, 2]);

  // Unlinked, it becomes a new track on the same camera.
  await panel.getByRole("button", { name: "Unlink on camera right: it becomes a new track there" }).click();
  await expect(panel.locator("[data-tools-of=right]")).toContainText("not here");
  await saveViewer(page);
  const unlinked = (await storedTracks(user, right)).map(({ id, confidencePairs }) => [id, confidencePairs[0]?.[0]]);
  expect(unlinked.toSorted()).toEqual([
    [2, "fish"],
    [4, "crab"],
  ]);
  expect((await storedTracks(user, middle)).map(({ id }) => id)).toEqual([1]);

  // The remaining selection may be on another camera only, and is announced as it is there.
  const said = page.getByTestId("said");
  const selector = page.getByRole("combobox", { name: "Camera", exact: true });
  const place = { position: { x: 6, y: 35 } };
  await page.locator('[data-track="2"]').click(place);
  await expect(said).toHaveText("Track 2, fish, frames 0 to 0");
  await selector.click();
  await page.getByRole("option", { name: "middle" }).click();
  const only = page.locator('[data-track="1"]');
  await only.click({ ...place, modifiers: ["Control"] });
  await expect(said).toHaveText("2 tracks");
  await only.click({ ...place, modifiers: ["Control"] });
  await expect(said).toHaveText("Track 2, fish, frames 0 to 0");

  // While a pipeline runs, the panel says why it offers nothing.
  const { jobs } = server.server.services;
  const refused = panel.getByText("You cannot make changes");
  await expect(refused).toHaveCount(0);
  const run = { title: "A detector", type: "pipelines", handler: workerHandler, userId: user.id, datasetId: rig.id };
  await jobs.change((await jobs.create(run)).id, { status: JobStatus.running });
  await expect(refused).toBeVisible();
});

const group = { begin: 0, end: 0, confidencePairs: [["school", 1] as [string, number]], attributes: {} };

test("[V-LAYOUT-10] [V-PLAY-04] [V-PANEL-03, one camera] a single camera has no selector, no sync and no frame around it", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { frames: 2 });
  await new ViewerPage(page).open(id);
  await expect(page.getByRole("combobox", { name: "Camera" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Sync pan and zoom of the cameras" })).toHaveCount(0);
  await expect(page.getByTestId("camera-caption")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Group manager" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Multi-camera tools", exact: true })).toHaveCount(0);
  await expect(activePane(page)).toHaveCount(0);
});

test("a calibrated pair, aligned by time: differences, the epipolar line that follows the pointer, and the length, shown and stored", async ({
  page,
  user,
}) => {
  // Both look straight ahead, 100 mm apart: a point 1 m away is 60 pixels further left in the right picture.
  const lens = { fx: 600, fy: 600, cx: 160, cy: 120 };
  const both = Object.entries(lens).flatMap(([key, value]) =>
    ["left", "right"].map((side) => [`${key}_${side}`, value]),
  );
  const file = { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], T: [-100, 0, 0], ...Object.fromEntries(both) };
  const rig = await createMultiCamDataset(user.client, {
    cameras: ["left", "right"].map((name) => ({ name, images: 2 })),
    // The right camera took its pictures slightly later.
    timeAlignment: { mode: "frame", cameras: { right: { offset: 0.02 } } },
    calibration: { name: "calibration.json", bytes: JSON.stringify(file) },
  });
  const line = (shift: number) => {
    const [head, tail] = [
      [180 + shift, 100],
      [270 + shift, 100],
    ] as const;
    const point = (key: string, coordinates: readonly number[]) => ({
      type: "Feature",
      properties: { key },
      geometry: { type: "Point", coordinates },
    });
    const features = [
      {
        frame: 0,
        bounds: [180 + shift, 90, 270 + shift, 110],
        keyframe: true,
        attributes: {},
        geometry: { type: "FeatureCollection", features: [point("head", head), point("tail", tail)] },
      },
    ];
    return { id: 4, begin: 0, end: 0, confidencePairs: [["fish", 1]], attributes: {}, features };
  };
  for (const [camera, shift] of [
    ["left", 0],
    ["right", -60],
  ] as const) {
    await user.client.call("annotation.save", {
      folderId: rig.cameras[camera] ?? "",
      body: { tracks: { upsert: [line(shift)], delete: [] } } as never,
    });
  }
  await open(page, rig.id);
  await page.getByRole("button", { name: "Cameras of track 4" }).click();
  await expect(page.getByTestId("camera-caption")).toHaveText(["leftimage-000.png±0 ms", "rightimage-000.png+20 ms"]);
  const length = page.getByTestId("stereo-length");
  // 90 pixels at 1 m with a focal length of 600.
  await expect(length).toContainText("Length 150 ±");
  await length.getByRole("button", { name: "Save the length" }).click();

  // The line is at the height of the pointer, only in the other picture.
  const right = await pane(page, "right").boundingBox();
  const left = await pane(page, "left").boundingBox();
  if (left === null || right === null) throw new Error("no cameras");
  const plain = await page.screenshot({ clip: { ...right, x: right.x + right.width * 0.35, width: 4 } });
  await expect
    .poll(async () => {
      await page.mouse.move(left.x + left.width * 0.6, left.y + left.height * 0.55, { steps: 2 });
      return (await page.screenshot({ clip: { ...right, x: right.x + right.width * 0.35, width: 4 } })).equals(plain);
    })
    .toBe(false);

  await saveViewer(page);
  for (const camera of ["left", "right"]) {
    const [track] = await storedTracks(user, rig.cameras[camera] ?? "");
    expect(track?.attributes).toMatchObject({ avg_length: expect.closeTo(150, 6) });
    expect(track?.features[0]?.attributes).toMatchObject({
      length: expect.closeTo(150, 6),
      midpoint_z: expect.closeTo(1000, 4),
      stereo_rms: expect.closeTo(0, 6),
      length_method: "user_set",
    });
  }
});

test("a camera aligned by time that begins later: the keys of the timeline, its bounds and what is announced are in frames of the active camera", async ({
  page,
  user,
}) => {
  const rig = await createMultiCamDataset(user.client, {
    cameras: ["left", "right"].map((name) => ({ name, images: 40 })),
    // Frame 0 of the right camera is on position 20 of the playhead, its last frame on 59.
    timeAlignment: { mode: "frame", cameras: { right: { offset: 20 } } },
  });
  await open(page, rig.id);
  await page.getByRole("combobox", { name: "Camera" }).click();
  await page.getByRole("option", { name: "right" }).click();
  const timeline = page.getByTestId("timeline");
  const { frameField } = new ViewerPage(page);
  await expect(timeline).toHaveAttribute("aria-valuemin", "0");
  await expect(timeline).toHaveAttribute("aria-valuemax", "39");
  await timeline.press("End");
  await expect(frameField).toHaveValue("39");
  // Zooming about the last frame keeps it at the right edge.
  for (let step = 0; step < 4; step++) await timeline.press("+");
  await expect(timeline).toHaveAttribute("aria-valuemin", "15");
  await timeline.press("Home");
  await expect(frameField).toHaveValue("15");

  // A slider in focus announces itself.
  await timeline.blur();
  await page.keyboard.press("f");
  await expect(frameField).toHaveValue("16");
  await expect(page.getByTestId("said")).toHaveText("Frame 16");
});
