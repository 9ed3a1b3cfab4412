/** Importing an annotation file into the open dataset. */
import type { Page } from "@playwright/test";
import { storedZip } from "../../core-wasm/zip/write.ts";
import { expect, test } from "./support/app.ts";
import { viameCsv } from "./support/files.ts";
import { createDataset, storedTracks, ViewerPage } from "./support/viewer.ts";

const fish = { id: 0, type: "fish", keyframes: { 0: [10, 10, 60, 60] } } as const;
const openButton = (page: Page) => page.getByRole("button", { name: "Import annotations", exact: true });
const menu = (page: Page) => page.getByRole("dialog", { name: /^Import annotations into/ });
const start = (page: Page) => menu(page).getByRole("button", { name: "Import", exact: true });

async function choose(page: Page, name: string, text: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    menu(page).getByLabel("Annotation file").click(),
  ]);
  await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

test("[V-IMPORT-01] [V-IMPORT-03] [V-IMPORT-04] [V-IMPORT-05] [V-IMPORT-06] [V-IMPORT-07] a file is imported into the open dataset: in place of what is there, in addition to it, as a set", async ({
  page,
  user,
}) => {
  await page.goto("/viewer/65f0c0ffee0c0ffee0c0ffe1");
  await expect(page.getByText("Could not open this dataset")).toBeVisible();
  await expect(openButton(page)).toBeDisabled();

  const id = await createDataset(user, { tracks: [fish] });
  const viewer = await new ViewerPage(page).open(id);
  await openButton(page).click();
  await expect(menu(page)).toContainText("CSV, annotation JSON, configuration JSON and KWCOCO JSON");
  await expect(menu(page).getByRole("link", { name: "File formats" })).toHaveAttribute("href", "/user-guide/formats");
  const set = menu(page).getByRole("combobox", { name: "Annotation set" });
  const overwrite = menu(page).getByRole("switch", { name: "Overwrite" });
  await expect(set).toHaveValue("default");
  await expect(overwrite).toBeChecked();
  await expect(menu(page)).not.toContainText("Imported annotations are added");
  await expect(menu(page).getByLabel("Text to prepend to types")).toHaveCount(0);
  await expect(start(page)).toBeDisabled();
  await choose(page, "found.csv", viameCsv);
  const mayGoOn = Promise.withResolvers<void>();
  await page.route("**/api/v1/dive_rpc/postprocess/*", async (route) => {
    await mayGoOn.promise;
    await route.continue();
  });
  await start(page).click();
  await expect(start(page)).toBeDisabled();
  mayGoOn.resolve();
  await expect(menu(page)).toHaveCount(0);
  await page.unroute("**/api/v1/dive_rpc/postprocess/*");
  // In the open viewer, without reopening it.
  await expect(viewer.rows).toHaveCount(2);
  expect((await storedTracks(user, id)).map((track) => track.confidencePairs?.[0]?.[0])).toEqual(["fish", "crab"]);
  await expect(viewer.saveButton).toHaveText("Saved");

  // A configuration takes effect immediately, too.
  await openButton(page).click();
  await choose(page, "reef.config.json", JSON.stringify({ customTypeStyling: { fish: { color: "#ff0000" } } }));
  await start(page).click();
  await expect(menu(page)).toHaveCount(0);
  await expect(viewer.row(0).locator("span").first()).toHaveCSS("background-color", "rgb(255, 0, 0)");

  // Added to existing annotations, with renamed types.
  await openButton(page).click();
  await overwrite.uncheck();
  await expect(menu(page)).toContainText("Imported annotations are added to the existing ones.");
  await menu(page).getByLabel("Text to prepend to types").fill("tracker");
  await choose(page, "found.csv", viameCsv);
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.url().includes("dive_rpc/postprocess")),
    start(page).click(),
  ]);
  const sent = new URL(request.url()).searchParams;
  expect([sent.get("additive"), sent.get("additivePrepend"), sent.get("set")]).toEqual(["true", "tracker", ""]);
  await expect(viewer.rows).toHaveCount(4);
  await expect(viewer.row(2)).toContainText("tracker_fish");

  // As a new set, which is opened; unsaved changes are saved first.
  await expect(menu(page)).toHaveCount(0);
  await viewer.draw([220, 120, 260, 160]);
  await viewer.press("Escape");
  await expect(viewer.saveButton).toHaveText("1 change");
  await openButton(page).click();
  const question = page.getByRole("dialog", { name: "Save before the import?" });
  await expect(question).toContainText("You have 1 unsaved change.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(menu(page)).toHaveCount(0);
  await openButton(page).click();
  await question.getByRole("button", { name: "Save and import" }).click();
  await set.fill("tracker");
  await choose(page, "found.csv", viameCsv);
  await start(page).click();
  await expect(page).toHaveURL(new RegExp(`/viewer/${id}/set/tracker$`));
  await viewer.ready();
  await expect(viewer.rows).toHaveCount(2);
  await expect(viewer.row(0)).toContainText("tracker");
  expect(await storedTracks(user, id)).toHaveLength(5);
});

test("a file dropped on the viewer is looked into, imported as one revision, and taken back with one click", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: [fish] });
  const viewer = await new ViewerPage(page).open(id);
  const drop = async (name: string, text: string) => {
    const transfer = await page.evaluateHandle(
      ([fileName, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([content], fileName, { type: "text/csv" }));
        return data;
      },
      [name, text] as const,
    );
    await viewer.canvas.dispatchEvent("dragover", { dataTransfer: transfer });
    await expect(page.getByText("Drop an annotation file to import it")).toBeVisible();
    await viewer.canvas.dispatchEvent("drop", { dataTransfer: transfer });
  };
  await drop("notes.csv", "hello");
  await expect(menu(page).getByRole("alert")).toContainText("Nothing in this file can be imported");
  await expect(start(page)).toBeDisabled();
  await menu(page).getByRole("button", { name: "Cancel" }).click();

  const row = (track: string, frame: number) => `${track},,${frame},10,10,60,60,1,-1,crab,1`;
  await drop("found.csv", [row("0", 0), row("x", 0), row("1", 0), row("1", 40)].join("\n"));
  const preview = menu(page).getByRole("region", { name: "File contents" });
  await expect(preview).toContainText("VIAME CSV");
  await expect(preview).toContainText("2 tracks, 3 detections");
  await expect(preview).toContainText("crab 2");
  const [left, issues] = [preview.getByRole("alert").first(), preview.getByRole("alert").last()];
  await expect(left).toContainText("Will be left out");
  await expect(left).toContainText("Cell 1 must be a track id");
  await expect(left).toContainText("Line 2.");
  await expect(issues).toContainText("the last frame of the dataset is 11");
  await start(page).click();
  // The server reports what it found as well.
  await menu(page).or(page.getByRole("dialog")).getByRole("button", { name: "OK" }).click();
  await expect(viewer.rows).toHaveCount(2);
  await page.getByRole("button", { name: "Undo the import" }).click();
  await expect(viewer.rows).toHaveCount(1);
  await expect(viewer.row(0)).toContainText("fish");

  // Later saves are not undone with it.
  await drop("again.csv", row("3", 0));
  await start(page).click();
  await expect(viewer.row(3)).toContainText("crab");
  const tracks = { upsert: [], delete: [3] };
  await user.client.call("annotation.save", { folderId: id, body: { tracks } });
  await page.getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("Changes were saved after the import.")).toBeVisible();
  const revisions = await user.client.call("annotation.revisions", { folderId: id });
  expect(revisions.map(({ description }) => description)).toEqual([
    "save",
    expect.stringContaining("Import VIAME_CSV from found.csv"),
    expect.stringContaining("Rollback to revision 1"),
    expect.stringContaining("Import VIAME_CSV from again.csv"),
    "save",
  ]);
});

test("archives of YOLO, files of CVAT and of MOT Challenge are looked into and imported", async ({ page, user }) => {
  const id = await createDataset(user, { tracks: [fish] });
  const viewer = await new ViewerPage(page).open(id);
  const cvat =
    '<annotations><track id="3" label="boat"><box frame="1" xtl="10" ytl="10" xbr="60" ybr="60"/><blob/></track></annotations>';
  await openButton(page).click();
  await choose(page, "task.xml", cvat);
  const preview = menu(page).getByRole("region", { name: "File contents" });
  await expect(preview).toContainText("CVAT XML");
  await expect(preview).toContainText("1 track, 1 detection");
  await expect(preview).toContainText("Elements `blob` are not read. Line 1.");
  await start(page).click();
  await expect(menu(page)).toHaveCount(0);
  await expect(viewer.row(3)).toContainText("boat");

  await openButton(page).click();
  await choose(page, "gt.txt", "1,5,10,20,30,40,1,-1,-1,-1\n2,5,11,20,30,40,1,-1,-1,-1\n");
  await expect(preview).toContainText("MOT");
  await expect(preview).toContainText("1 track, 2 detections");
  await start(page).click();
  await expect(menu(page)).toHaveCount(0);
  await expect(viewer.row(5)).toBeVisible();

  const files = [
    ["data.yaml", "names: [crab]"],
    ["labels/image-000.txt", "0 0.5 0.5 0.25 0.5"],
  ] as const;
  const archive = Buffer.concat([...storedZip(files)]);
  await openButton(page).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    menu(page).getByLabel("Annotation file").click(),
  ]);
  await chooser.setFiles({ name: "reef.zip", mimeType: "application/zip", buffer: archive });
  await expect(preview).toContainText("YOLO");
  await start(page).click();
  await expect(menu(page)).toHaveCount(0);
  await expect(viewer.row(0)).toContainText("crab");
  expect(await storedTracks(user, id)).toHaveLength(1);
});
