/**
 * A calibrated pair in the viewer: the counterpart of a box is proposed and accepted; the cameras are aligned in time
 * and registered.
 */
import type { Page } from "@playwright/test";
import { encode } from "fast-png";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { expect, test } from "./support/app.ts";
import { storedTracks, saveViewer } from "./support/viewer.ts";

const pane = (page: Page, camera: string) => page.locator(`[data-camera="${camera}"]`);

const size = { width: 320, height: 240 };
/** Both look straight ahead, 100 mm apart: a wall 1.5 m away is 40 pixels further left in the right picture. */
const shift = 40;

function wall(by: number, frame: number) {
  const data = new Uint8Array(size.width * size.height * 3);
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const at = x + by;
      const light = 128 + 55 * Math.sin(at / 9 + 2 * Math.sin(y / 21)) + 50 * Math.sin(y / 7 + at / 31);
      data.set([light, light * 0.9, 40 + frame * 60], (y * size.width + x) * 3);
    }
  }
  return { name: `image-${frame}.png`, bytes: encode({ ...size, data, channels: 3 }) };
}

const lens = { fx: 600, fy: 600, cx: 160, cy: 120 };
const both = Object.entries(lens).flatMap(([key, value]) => ["left", "right"].map((side) => [`${key}_${side}`, value]));
const calibration = {
  name: "calibration.json",
  bytes: JSON.stringify({ R: [1, 0, 0, 0, 1, 0, 0, 0, 1], T: [-100, 0, 0], ...Object.fromEntries(both) }),
};

test("a box is proposed on the other camera and accepted by a key; a common instant aligns cameras; points on both register them", async ({
  page,
  user,
}) => {
  const rig = await createMultiCamDataset(user.client, {
    cameras: [
      { name: "left", pictures: [0, 1, 2].map((frame) => wall(0, frame)) },
      { name: "right", pictures: [0, 1, 2].map((frame) => wall(shift, frame)) },
    ],
    calibration,
  });
  await page.goto(`/viewer/${rig.id}`);
  await expect(page.getByTestId("canvas").first()).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("n");
  const left = await pane(page, "left").boundingBox();
  if (left === null) throw new Error("no camera");
  const at = (x: number, y: number) => [left.x + left.width * x, left.y + left.height * y] as const;
  await page.mouse.move(...at(0.42, 0.42));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.5));
  await page.mouse.move(...at(0.56, 0.58));
  await page.mouse.up();
  const proposal = pane(page, "right").getByTestId("proposal");
  await expect(proposal).toContainText("press Ctrl+Enter to accept, Escape to reject");
  await page.keyboard.press("Escape");
  await expect(proposal).toHaveCount(0);
  // Moved a little, it is searched for again.
  await page.keyboard.press("Alt+ArrowRight");
  await page.mouse.move(...at(0.5, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.52, 0.5));
  await page.mouse.up();
  await expect(proposal).toContainText("% similar");
  await page.keyboard.press("Control+Enter");
  await expect(proposal).toHaveCount(0);
  await saveViewer(page);
  const [[here] = [], [there] = []] = await Promise.all(
    ["left", "right"].map((camera) => storedTracks(user, rig.cameras[camera] ?? "")),
  );
  expect(there?.id).toBe(here?.id);
  const [own, other] = [here?.features[0]?.bounds ?? [], there?.features[0]?.bounds ?? []];
  for (const [index, edge] of other.entries()) {
    expect(Math.abs(edge - ((own[index] ?? 0) - (index % 2 === 0 ? shift : 0)))).toBeLessThanOrEqual(1);
  }

  // The second picture of the left camera shows what the first one of the right camera shows.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Multi-camera tools", exact: true }).click();
  const tools = page.getByRole("region", { name: "Time alignment" });
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("textbox", { name: "Frame number" })).toHaveValue("1");
  await tools.getByRole("button", { name: "Use this moment on camera left" }).click();
  await expect(tools).toContainText("Now find the same moment on another camera");
  await page.getByRole("textbox", { name: "Frame number" }).fill("0");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("camera-caption").nth(1)).toContainText("image-0.png");
  await tools.getByRole("button", { name: "Use this moment on camera right" }).click();
  await expect(tools.getByRole("textbox", { name: "Offset of camera right" })).toHaveValue("1 s");
  // Each field has a label.
  await expect(tools.getByText("Offset", { exact: true })).toHaveCount(2);
  await expect(tools.getByText("Drift", { exact: true })).toHaveCount(2);
  // Storing fails: that is reported there, and the result stays.
  const storing = `**/dive_dataset/${rig.id}`;
  await page.route(storing, (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 500, json: { message: "The disk is away.", type: "internal" } })
      : route.fallback(),
  );
  await tools.getByRole("button", { name: "Save and reopen" }).click();
  await expect(tools.getByRole("alert")).toContainText("The disk is away.");
  await expect(tools.getByRole("textbox", { name: "Offset of camera right" })).toHaveValue("1 s");
  await page.unroute(storing);
  await tools.getByRole("button", { name: "Save and reopen" }).click();
  await expect(page.getByTestId("camera-caption").first()).toContainText("±0 ms", { timeout: 30_000 });
  const { timeAlignment } = await user.client.call("dataset.get", { id: rig.id });
  expect(timeAlignment).toEqual({ mode: "manual", cameras: { left: { offset: 0 }, right: { offset: 1 } } });
  // Four instants now: the right camera starts with the second one.
  await expect(page.getByTestId("camera-caption").nth(1)).not.toContainText("image-0.png");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByTestId("camera-caption")).toHaveText([/left\s*image-1\.png/, /right\s*image-0\.png/]);

  // The displayed pictures now show the same. Four points define their registration.
  const registration = page.getByRole("region", { name: "Registration" });
  await registration.getByRole("button", { name: "Pick points" }).click();
  const press = async (camera: string, x: number, y: number): Promise<void> => {
    const canvas = pane(page, camera).getByTestId("canvas");
    const place = await canvas.boundingBox();
    if (place === null) throw new Error("no camera");
    // The picture is fitted to its canvas.
    const scale = Math.min(place.width / size.width, place.height / size.height);
    const [left, top] = [(place.width - size.width * scale) / 2, (place.height - size.height * scale) / 2];
    await page.mouse.click(place.x + left + x * scale, place.y + top + y * scale);
  };
  const list = registration.getByRole("list", { name: "Points that both cameras show" });
  for (const [index, [x, y]] of (
    [
      [80, 40],
      [280, 50],
      [270, 200],
      [90, 190],
    ] as const
  ).entries()) {
    await press("left", x, y);
    await expect(registration).toContainText("Now click the same point on right");
    await press("right", x - shift, y);
    await expect(list.getByRole("listitem")).toHaveCount(index + 1);
    await expect(pane(page, "right").locator("[data-mark]")).toHaveCount(index + 1);
  }
  await expect(registration.getByTestId("registration-fit")).toContainText("px off on average");
  // The fourth is undone by keyboard; three are too few for a homography, but enough for a similarity.
  await page.keyboard.press("Control+z");
  await expect(registration.getByTestId("registration-fit")).toHaveText("1 more point is needed.");
  await expect(registration.getByRole("button", { name: /Overlay right/ })).toBeDisabled();
  await page.keyboard.press("Control+Shift+z");
  await expect(list.getByRole("listitem")).toHaveCount(4);
  await page.keyboard.press("Escape");
  await expect(registration.getByRole("button", { name: "Pick points" })).toHaveAttribute("aria-pressed", "false");

  // The right picture extends beyond the left one by the disparity of the wall; the swipe slider hides it.
  const strip = async (): Promise<Buffer> => {
    const place = await pane(page, "left").getByTestId("canvas").boundingBox();
    if (place === null) throw new Error("no camera");
    const scale = Math.min(place.width / size.width, place.height / size.height);
    const x = place.x + (place.width + size.width * scale) / 2 + (shift * scale) / 2;
    return await page.screenshot({ clip: { x, y: place.y + place.height / 2, width: 4, height: 40 } });
  };
  const without = await strip();
  await registration.getByRole("button", { name: "Overlay right on the active camera" }).click();
  await expect.poll(async () => (await strip()).equals(without)).toBe(false);
  await registration.getByRole("slider", { name: "Swipe" }).focus();
  await page.keyboard.press("Home");
  await expect.poll(async () => (await strip()).equals(without)).toBe(true);

  // A track of the right camera's picture is copied to the left one, and saved with the registration.
  await page.getByRole("combobox", { name: "Camera", exact: true }).click();
  await page.getByRole("option", { name: "right" }).click();
  await registration.getByRole("button", { name: "Copy this picture's annotations to left" }).click();
  await expect(page.getByText("1 annotation copied to left.")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByTestId("save")).toContainText("Saved");
  const stored = await user.client.call("dataset.get", { id: rig.id });
  expect(stored.cameraTransformTypes).toEqual({ "left::right": "homography" });
  expect(stored.cameraCorrespondences?.["left::right"]).toHaveLength(4);
  expect(stored.cameraHomographies?.["left::right"]?.AtoB?.[0]?.[2]).toBeCloseTo(-shift, 0);
  const bounds = there?.features[0]?.bounds ?? [];
  const copied = (await storedTracks(user, rig.cameras["left"] ?? ""))[0]?.features[1];
  expect(copied?.frame).toBe(1);
  for (const [index, edge] of bounds.entries()) {
    expect(Math.abs((copied?.bounds?.[index] ?? 0) - (edge + (index % 2 === 0 ? shift : 0)))).toBeLessThanOrEqual(1);
  }
});
