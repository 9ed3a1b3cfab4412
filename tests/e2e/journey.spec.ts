/**
 * The scripted journey: what a user does on the first day, in one browser, on a server as started by `npm start` but
 * without the sample datasets, which no step uses. With `WAKELINE_PICTURES=1` each step saves a screenshot in
 * test-results/journey.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { encode } from "fast-png";
import { loadSampleMedia } from "../../server/sample/sample-media.ts";
import { startServerProcess, type ServerProcess } from "../support/server-process.ts";
import { sharedData } from "../support/shared-data.ts";
import { downloadAnyway } from "./support/downloads.ts";

interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

let dataFolder: string;
let server: ServerProcess;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  dataFolder = await mkdtemp(join(tmpdir(), "wakeline-journey-"));
  server = await startServerProcess({ dataFolder });
});
test.afterAll(async () => {
  await server.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

/** A real recording if available, else the sample video. */
async function someVideo(): Promise<UploadedFile> {
  const recording = sharedData("video/motion.mp4");
  if (recording !== undefined) {
    return { name: basename(recording), mimeType: "video/mp4", buffer: await readFile(recording) };
  }
  const { video } = await loadSampleMedia();
  const file = video.files[0];
  if (file === undefined) throw new Error("The sample dataset has no video.");
  return { name: "motion.mp4", mimeType: "video/mp4", buffer: Buffer.from(file.bytes) };
}

/** Two tracks on the first frames, so that the import of an annotation file is visible. */
const annotationFile: UploadedFile = {
  name: "motion.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    [
      "0,,0,40,30,140,110,1,-1,boat,0.95",
      "0,,10,60,40,160,120,1,-1,boat,0.95",
      "1,,0,200,60,260,140,1,-1,bird,0.2",
      "1,,10,220,70,280,150,1,-1,bird,0.2",
      "",
    ].join("\n"),
  ),
};

function images(count: number): UploadedFile[] {
  return Array.from({ length: count }, (_, index) => {
    const data = new Uint8Array(160 * 120 * 3).fill(40 * index + 20);
    const buffer = Buffer.from(encode({ width: 160, height: 120, data, channels: 3 }));
    return { name: `picture-${index}.png`, mimeType: "image/png", buffer };
  });
}

function steps(page: Page): (title: string, body: () => Promise<void>) => Promise<void> {
  let number = 0;
  return async (title, body) => {
    number++;
    await test.step(title, body);
    if (process.env["WAKELINE_PICTURES"] !== "1") return;
    const file = `${String(number).padStart(2, "0")}-${title.replaceAll(/\W+/g, "-").toLowerCase()}.png`;
    await page.screenshot({ path: `test-results/journey/${file}` });
  };
}

/** Drags on the canvas, from and to in fractions of its size. */
async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const box = await page.getByTestId("canvas").boundingBox();
  if (box === null) throw new Error("There is no canvas.");
  const at = ([x, y]: readonly [number, number]): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]), { steps: 4 });
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

const frame = (page: Page): Locator => page.getByRole("textbox", { name: "Frame number" });
const save = (page: Page): Locator => page.getByTestId("save");
const tracks = (page: Page): Locator => page.getByRole("list", { name: "Tracks" }).getByRole("listitem");
const types = (page: Page): Locator => page.getByRole("list", { name: "Types" }).getByRole("listitem");

test("[S-AUTH-01, S-AUTH-03, S-AUTH-07, S-AUTH-08] signs in by the one-time link, out, and registers", async ({
  page,
}) => {
  const step = steps(page);
  await step("signed in by the one-time link", async () => {
    await page.goto(server.firstStart?.signInUrl ?? "");
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`^${server.url}/`));
    await expect(page).not.toHaveURL(/token/);
  });
  await step("signed out", async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(`${server.url}/login`);
    await page.goto(`${server.url}/jobs`);
    await expect(page).toHaveURL(/\/login/);
  });
  await step("a wrong password is refused in words", async () => {
    await page.getByLabel("Login or email").fill("admin");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toContainText("Login or password is wrong");
  });
  await step("registered", async () => {
    await page.getByRole("tab", { name: "Register" }).click();
    const form = page.getByRole("tabpanel", { name: "Register" });
    await form.getByLabel("Login", { exact: true }).fill("newcomer");
    await form.getByLabel("Email").fill("newcomer@example.org");
    await form.getByLabel("First name").fill("New");
    await form.getByLabel("Last name").fill("Comer");
    await form.getByLabel("Password", { exact: true }).fill("correct horse");
    await form.getByLabel("Confirm password").fill("correct horse");
    await form.getByRole("button", { name: "Register" }).click();
    await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible();
  });
});

test("[S-UPLOAD-01, S-UPLOAD-08, S-BROWSE-12, V-TRACK-02, V-TRACK-18, V-SAVE-03, V-SAVE-04] annotates an uploaded video", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const step = steps(page);
  await register(page, "annotator");

  await step("made a folder", async () => {
    await page.getByRole("button", { name: "New folder" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Field work");
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("link", { name: "Field work" }).click();
    await expect(page.getByText("This folder is empty")).toBeVisible();
  });

  await step("chose a video with annotations", async () => {
    await choose(page, "Videos", [await someVideo(), annotationFile]);
    const dialog = page.getByRole("dialog", { name: /Upload/ });
    await dialog.getByLabel("Folder name").fill("First video");
    await dialog.getByRole("combobox", { name: "Frame rate" }).click();
    await page.getByRole("option", { name: "Same as the video" }).click();
    await expect(dialog.getByText("motion.csv")).toBeVisible();
  });

  await step("uploaded", async () => {
    await page.getByRole("button", { name: "Start upload" }).click();
    await expect(page.getByRole("dialog", { name: /Upload/ })).toBeHidden({ timeout: 30_000 });
    await expect(page.getByRole("link", { name: "Launch annotator: First video" })).toBeVisible();
  });

  await step("opened the viewer", async () => {
    await page.getByRole("link", { name: "Launch annotator: First video" }).click();
    await expect(frame(page)).toHaveValue("0");
    await expect(tracks(page)).toHaveCount(2);
    await expect(types(page)).toHaveCount(2);
    await expect(save(page)).toHaveText(/Saved/);
  });

  await step("stepped, sought and played", async () => {
    await page.getByTestId("canvas").click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("f");
    await expect(frame(page)).toHaveValue("2");
    await page.keyboard.press("ArrowLeft");
    await expect(frame(page)).toHaveValue("1");
    await page.keyboard.press("PageDown");
    await expect(frame(page)).toHaveValue("11");
    await page.getByRole("slider", { name: "Speed" }).press("ArrowRight");
    await expect(page.getByTestId("speed")).toHaveText("2×");
    await page.keyboard.press("Space");
    await expect(frame(page)).not.toHaveValue("11");
    await page.getByRole("button", { name: "Pause" }).click();
    const frameSlider = page.getByRole("slider", { name: "Frame", exact: true });
    await frameSlider.press("Home");
    await expect(frame(page)).toHaveValue("0");
  });

  await step("selected on the canvas and in the list", async () => {
    await selectOnCanvas(page, [90, 70]);
    await expect(tracks(page).filter({ has: page.getByRole("button", { name: /^Track 0,/ }) })).toHaveAttribute(
      "data-selected",
    );
    await page.getByRole("button", { name: /^Track 1,/ }).click();
    await expect(page.locator("[data-selected][data-track]")).toHaveAttribute("data-track", "1");
    await page.keyboard.press("Escape");
  });

  await step("drew a track", async () => {
    await page.keyboard.press("n");
    await expect(page.getByRole("toolbar", { name: "Editor" })).toContainText("Creating");
    await drag(page, [0.3, 0.6], [0.45, 0.8]);
    await expect(tracks(page)).toHaveCount(3);
    await expect(save(page)).toHaveText("1 change");
  });

  await step("moved it on another frame", async () => {
    await page.keyboard.press("PageDown");
    await drag(page, [0.375, 0.7], [0.475, 0.75]);
    await expect(row(page, 2)).toContainText("0 – 10");
    // Interpolated between the two keyframes.
    for (let back = 0; back < 5; back++) await page.keyboard.press("ArrowLeft");
    await expect(frame(page)).toHaveValue("5");
    await expect(row(page, 2).getByRole("button", { name: "Make this frame a keyframe" })).toBeVisible();
  });

  await step("changed its type", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Type of track 2/ }).click();
    await page.getByRole("combobox", { name: "Type of track 2" }).fill("whale");
    await page.keyboard.press("Enter");
    await expect(types(page).filter({ hasText: "whale" })).toBeVisible();
  });

  await step("undid and redid", async () => {
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(types(page).filter({ hasText: "whale" })).toHaveCount(0);
    await page.getByRole("button", { name: "Redo", exact: true }).click();
    await expect(types(page).filter({ hasText: "whale" })).toBeVisible();
  });

  await step("filtered by confidence and by type", async () => {
    const slider = page.getByRole("slider", { name: "Confidence filter", exact: true });
    for (let press = 0; press < 30; press++) await slider.press("ArrowRight");
    await expect(tracks(page)).toHaveCount(2);
    await page.getByRole("checkbox", { name: "Show boat" }).uncheck();
    await expect(tracks(page)).toHaveCount(1);
    await page.getByRole("checkbox", { name: "Show boat" }).check();
    await slider.press("Home");
    await expect(tracks(page)).toHaveCount(3);
  });

  await step("deleted a track", async () => {
    await row(page, 1).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Do you want to delete the following tracks:");
    await dialog.getByRole("button", { name: /delete/i }).click();
    await expect(tracks(page)).toHaveCount(2);
  });

  await step("was warned before leaving", async () => {
    await expect(save(page)).toHaveText("2 changes");
    await page.getByRole("link", { name: "Data", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Discard and leave" })).toBeVisible();
    await dialog.getByRole("button", { name: "Don't leave" }).click();
    await expect(save(page)).toHaveText("2 changes");
  });

  await step("saved", async () => {
    await page.keyboard.press("Control+s");
    await expect(save(page)).toHaveText(/^Saved/);
  });

  await step("exported", async () => {
    const csv = await exported(page, "VIAME CSV");
    expect(csv).toContain("whale");
    expect(csv).not.toContain("bird");
    const json = JSON.parse(await exported(page, "DIVE JSON")) as { tracks: Record<string, { begin: number }> };
    expect(Object.keys(json.tracks)).toEqual(["0", "2"]);
  });

  await step("found it again after a reload", async () => {
    await page.reload();
    await expect(tracks(page)).toHaveCount(2);
    await expect(types(page).filter({ hasText: "whale" })).toBeVisible();
    await expect(save(page)).toHaveText(/^Saved/);
  });
});

test("uploads images, takes one back, hears what is wrong with a bad file, and shares a dataset with someone who may only look", async ({
  page,
  browser,
}) => {
  const step = steps(page);
  const colleague = await browser.newPage();
  await register(colleague, "colleague");
  await register(page, "uploader");
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Pictures");
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await page.getByRole("link", { name: "Pictures", exact: true }).click();

  await step("uploaded images", async () => {
    await choose(page, "Images", images(3));
    await page.getByLabel("Folder name").fill("Three pictures");
    await page.getByRole("button", { name: "Start upload" }).click();
    await page.getByRole("link", { name: "Launch annotator: Three pictures" }).click();
    await expect(frame(page)).toHaveValue("0");
    await expect(page.getByTestId("position")).toHaveText("picture-0.png");
    await page.getByRole("link", { name: "Data", exact: true }).click();
    await expect(page.getByRole("link", { name: "Launch annotator: Three pictures" })).toBeVisible();
  });

  await step("removed before the start", async () => {
    await choose(page, "Images", images(1));
    await page.getByRole("button", { name: /^Remove/ }).click();
    await expect(page.getByRole("dialog", { name: /Upload/ })).toBeHidden();
  });

  await step("learned that a file is not a video", async () => {
    const broken = { name: "broken.mp4", mimeType: "video/mp4", buffer: Buffer.from("this is not a video") };
    await choose(page, "Videos", [broken]);
    await page.getByRole("button", { name: "Start upload" }).click();
    await expect(page.getByRole("dialog", { name: "broken: Import Error" })).toContainText(
      "Failed to read broken.mp4: the file is not a video file",
    );
    await page.getByRole("dialog", { name: "broken: Import Error" }).getByRole("button").last().click();
  });

  await step("shared with a colleague, who sees it and may not write", async () => {
    await page.goto(`${server.url}/`);
    await page.getByRole("link", { name: "Pictures", exact: true }).click();
    const entry = page.getByRole("row", { name: /Three pictures/ });
    await entry.getByRole("button", { name: /^Actions/ }).click();
    await page.getByRole("menuitem", { name: "Access control" }).click();
    const dialog = page.getByRole("dialog", { name: "Access control of Three pictures" });
    await dialog.getByRole("combobox", { name: "Add a person or a group" }).fill("colleague");
    await page.getByRole("option", { name: /^colleague / }).click();
    await dialog.getByRole("switch", { name: "Public" }).uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Access to Three pictures was updated")).toBeVisible();

    await colleague.getByRole("tab", { name: "Shared with me" }).click();
    const shared = colleague.getByRole("row", { name: /Three pictures/ });
    await expect(shared).toContainText("uploader");
    await shared.getByRole("link", { name: /Launch annotator/ }).click();
    await expect(frame(colleague)).toHaveValue("0");
    await expect(colleague.getByText("Read only", { exact: true })).toBeVisible();
    await colleague.keyboard.press("n");
    await expect(colleague.getByText("This Dataset is in Read Only mode, no edits can be made.").first()).toBeVisible();
    const id = /viewer\/(\w+)/.exec(colleague.url())?.[1] ?? "";
    const token = await colleague.evaluate(() => localStorage.getItem("girderToken") ?? "");
    const refused = await colleague.request.put(`${server.url}/api/v1/folder/${id}?name=Mine`, {
      headers: { "Girder-Token": token.replaceAll('"', "") },
    });
    expect(refused.status()).toBe(403);
    await colleague.close();
  });
});

/** Picks files through the upload button, as users do. */
async function choose(page: Page, kind: "Videos" | "Images", files: UploadedFile[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("main").getByRole("button", { name: "Upload", exact: true }).first().click();
  await page.getByRole("menuitem", { name: kind, exact: true }).click();
  await (await chooser).setFiles(files);
}

/** The row of a track. */
function row(page: Page, id: number): Locator {
  return page.locator(`[data-track="${id}"]`);
}

/** Clicks on a point given in picture pixels; the cursor label shows the pixel under the mouse. */
async function selectOnCanvas(page: Page, [x, y]: readonly [number, number]): Promise<void> {
  const box = await page.getByTestId("canvas").boundingBox();
  if (box === null) throw new Error("There is no canvas.");
  const label = page.getByTestId("cursor-label");
  const positionAt = async (screenX: number, screenY: number): Promise<readonly [number, number]> => {
    await page.mouse.move(screenX, screenY);
    // The label updates on the next animation frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    // Only the position: the name of the object under the mouse is a separate element.
    const text = await label.evaluate(({ childNodes }) =>
      Array.from(childNodes, (node) => (node instanceof Text ? node.data : "")).join(""),
    );
    const [imageX = 0, imageY = 0] = text.split(", ").map(Number);
    return [imageX, imageY];
  };
  const a = [box.x + box.width * 0.45, box.y + box.height * 0.45] as const;
  const b = [box.x + box.width * 0.55, box.y + box.height * 0.55] as const;
  const imageA = await positionAt(...a);
  const imageB = await positionAt(...b);
  const scale = (b[0] - a[0]) / (imageB[0] - imageA[0]);
  await page.mouse.click(a[0] + (x - imageA[0]) * scale, a[1] + (y - imageA[1]) * scale);
}

async function exported(page: Page, format: "VIAME CSV" | "DIVE JSON"): Promise<string> {
  await page.getByRole("button", { name: "Export" }).click();
  const download = await downloadAnyway(page, () => page.getByRole("menuitem", { name: format }).click());
  return await readFile(await download.path(), "utf8");
}

/** Creates an account through the API and signs in on the log-in page. */
async function register(page: Page, login: string): Promise<void> {
  const password = "correct horse";
  const query = new URLSearchParams({
    login,
    password,
    email: `${login}@example.org`,
    firstName: "Ann",
    lastName: "O",
  });
  const response = await page.request.post(`${server.url}/api/v1/user?${query}`);
  expect(response.ok()).toBe(true);
  await page.context().clearCookies();
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Login or email").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("navigation", { name: "Main navigation" })).toBeVisible();
}
