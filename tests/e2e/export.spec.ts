/**
 * Export from the viewer: its questions, and that its files are identical to those of the server and the command line.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Download } from "@playwright/test";
import type { Group, Track } from "../../schemas/index.ts";
import type { TestUser } from "./support/app.ts";
import { expect, goWithin, test } from "./support/app.ts";
import { downloadAnyway } from "./support/downloads.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

const commandLine = fileURLToPath(new URL("../../cli/wakeline.ts", import.meta.url));

/** Every kind of value that both formats support, and numbers whose text differs between languages. */
const rich: Track = {
  id: 7,
  begin: 1,
  end: 4,
  confidencePairs: [
    ['fish, "big"', 0.9],
    ["кит 🐋", 0.00001],
  ],
  attributes: { sex: "f", weight: 3 },
  features: [
    {
      frame: 1,
      bounds: [10, 20, 31, 40],
      keyframe: true,
      interpolate: true,
      attributes: { occluded: true, depth: 12.5 },
      notes: ["near the pier"],
      geometry: {
        type: "FeatureCollection",
        features: [
          {
            type: "Feature",
            properties: { key: "head" },
            geometry: { type: "Point", coordinates: [12.5, 22.5] },
          },
          {
            type: "Feature",
            properties: { key: "" },
            geometry: {
              type: "Polygon",
              coordinates: [
                [
                  [10, 20],
                  [31, 20],
                  [31, 40],
                  [10, 20],
                ],
              ],
            },
          },
        ],
      },
    },
    { frame: 4, bounds: [20, 25, 44, 60], keyframe: true, attributes: {} },
  ],
};

async function exportedByServer(user: TestUser, folderId: string, format: "viame_csv" | "dive_json"): Promise<Buffer> {
  const response = await user.client.fetch("annotation.export", { folderId, format });
  return Buffer.from(await response.arrayBuffer());
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

test("[S-EXPORT-01] the viewer, the server and the command line write the same bytes; every other format says before the download what it cannot hold", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { name: "Reef 1", frames: 6 });
  const group: Group = {
    id: 1,
    begin: 0,
    end: 4,
    confidencePairs: [["pod", 1]],
    attributes: {},
    members: { 7: { ranges: [[0, 4]] } },
  };
  const body = { tracks: { upsert: [rich] }, groups: { upsert: [group] } };
  await user.client.call("annotation.save", { folderId: id, body });
  await test.step("[S-EXPORT-01] the viewer, the server and the command line write the same bytes", async () => {
    const csv = await exportedByServer(user, id, "viame_csv");
    const json = await exportedByServer(user, id, "dive_json");
    const exportedTime = /exported_time: ""([^"]+)""/.exec(csv.toString())?.[1] ?? "";
    expect(exportedTime).not.toBe("");

    // The header of a CSV contains the time: the page exports at the server's time.
    await page.clock.setFixedTime(new Date(`${exportedTime} UTC`));
    const viewer = await new ViewerPage(page).open(id);
    const download = async (format: string) => {
      await page.getByRole("button", { name: "Export", exact: true }).click();
      return await downloadAnyway(page, () => page.getByRole("menuitem", { name: format }).click());
    };
    const csvDownload = await download("VIAME CSV");
    expect(csvDownload.suggestedFilename()).toBe("reef-1.csv");
    expect((await bytesOf(csvDownload)).toString()).toBe(csv.toString());
    const jsonDownload = await download("DIVE JSON");
    expect(jsonDownload.suggestedFilename()).toBe("reef-1.dive.json");
    expect((await bytesOf(jsonDownload)).toString()).toBe(json.toString());
    await expect(viewer.saveButton).toBeDisabled();

    const folder = mkdtempSync(join(tmpdir(), "wakeline-export-"));
    try {
      const media = await user.client.call("dataset.media", { id });
      writeFileSync(join(folder, "server.json"), json);
      writeFileSync(join(folder, "images.txt"), media.imageData.map((image) => `${image.filename}\n`).join(""));
      const convert = ["convert", "server.json", "--to", "viame-csv", "-o", "offline.csv", "--images", "images.txt"];
      execFileSync(process.execPath, [commandLine, ...convert, "--exported-time", exportedTime], {
        cwd: folder,
        stdio: "pipe",
      });
      expect(readFileSync(join(folder, "offline.csv")).toString()).toBe(csv.toString());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  await test.step("every other format is offered in the viewer and in the list, and says before the download what it cannot hold", async () => {
    const dialog = page.getByRole("dialog", { name: /cannot hold$/ });
    const download = async () => {
      const [started] = await Promise.all([
        page.waitForEvent("download"),
        dialog.getByRole("button", { name: "Download" }).click(),
      ]);
      return started;
    };
    const choose = async (format: string) => {
      await page.getByRole("button", { name: "Export", exact: true }).click();
      await page.getByRole("menuitem", { name: format, exact: true }).click();
    };
    for (const [format, name] of [
      ["CVAT XML", "reef-1.cvat.xml"],
      ["YOLO", "reef-1.yolo.zip"],
    ] as const) {
      await choose(format);
      await expect(dialog).toContainText("The confidence is not written. (once, first on track 7)");
      await expect(dialog).toContainText("(once, first on track 7, frame 1)");
      const file = await download();
      expect(file.suggestedFilename()).toBe(name);
      expect((await bytesOf(file)).toString()).toContain(format === "YOLO" ? "data.yaml" : '<track id="7"');
    }
    // Groups are lost in every CSV; DIVE JSON keeps everything.
    await choose("VIAME CSV");
    await expect(dialog).toContainText("Groups are not written. (once");
    await dialog.getByRole("checkbox", { name: "Do not ask again about these for VIAME CSV" }).check();
    expect((await download()).suggestedFilename()).toBe("reef-1.csv");
    // It does not ask again, but still reports it.
    const [unasked] = await Promise.all([page.waitForEvent("download"), choose("VIAME CSV")]);
    expect(unasked.suggestedFilename()).toBe("reef-1.csv");
    const toast = page.getByRole("alert").filter({ hasText: "VIAME CSV cannot hold everything" });
    await toast.getByRole("button", { name: "Show" }).click();
    await expect(dialog).toContainText("Groups are not written. (once");
    await dialog.getByRole("button", { name: "Ask again next time" }).click();
    await expect(dialog).toHaveCount(0);
    await choose("KPF");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);

    await goWithin(page, "/");
    await page.getByRole("row").filter({ hasText: "Reef 1" }).click();
    await page.getByRole("region", { name: "Details" }).getByRole("button", { name: "Download" }).click();
    await page.getByRole("menuitem", { name: "YOLO", exact: true }).click();
    await expect(dialog).toContainText("The confidence is not written.");
    const file = await download();
    expect((await bytesOf(file)).toString()).toContain("labels/");
    await page.getByRole("region", { name: "Details" }).getByRole("button", { name: "Download" }).click();
    await page.getByRole("menuitem", { name: "VIAME CSV", exact: true }).click();
    await expect(dialog).toContainText("Groups are not written. (once");
    const csv = await download();
    expect(csv.suggestedFilename()).toBe("reef-1.csv");
    expect((await bytesOf(csv)).toString()).toContain("\n7,");
  });
});

test("[S-EXPORT-02] the viewer exports by palette and menu, asks about what is not saved, and leaves out what is below the threshold as the server does", async ({
  page,
  user,
}) => {
  const weak = { ...rich, id: 8, confidencePairs: [["fish", 0.3]] } as Track;
  const id = await createDataset(user, { frames: 6 });
  await user.client.call("annotation.save", { folderId: id, body: { tracks: { upsert: [rich, weak] } } });
  await user.client.call("dataset.update", { id, body: { confidenceFilters: { default: 0.5 } } });
  const viewer = await new ViewerPage(page).open(id);

  await test.step("the command palette exports the annotations, too", async () => {
    await viewer.press("Control+k");
    await viewer.dialog.getByRole("textbox").fill("export");
    const csv = await downloadAnyway(page, () =>
      viewer.dialog.getByRole("button", { name: /Export annotations as VIAME CSV/ }).click(),
    );
    expect((await bytesOf(csv)).toString()).toContain("\n7,");
  });

  await test.step("[S-EXPORT-02] with unsaved changes the export asks whether to save first", async () => {
    await viewer.draw([120, 120, 160, 160]);
    await viewer.press("Escape", "Escape");
    const choose = async (answer: string) => {
      await page.getByRole("button", { name: "Export", exact: true }).click();
      await page.getByRole("menuitem", { name: "DIVE JSON" }).click();
      await viewer.dialog.getByRole("button", { name: answer, exact: true }).click();
    };

    await choose("Cancel");
    await expect(viewer.dialog).toHaveCount(0);
    await expect(viewer.saveButton).toHaveText("1 change");

    const [asShown] = await Promise.all([page.waitForEvent("download"), choose("Export as shown")]);
    const shown = JSON.parse((await bytesOf(asShown)).toString());
    expect(shown.tracks).toMatchObject({ 9: { features: [{ bounds: [120, 120, 160, 160] }] } });
    await expect(viewer.saveButton).toHaveText("1 change");

    const [saved] = await Promise.all([page.waitForEvent("download"), choose("Save and export")]);
    await expect(viewer.saveButton).toHaveText(/^Saved/);
    const stored = await exportedByServer(user, id, "dive_json");
    expect((await bytesOf(saved)).toString()).toBe(stored.toString());
  });

  await test.step("the viewer offers what the data pages offer, and leaves out what is below the threshold", async () => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    for (const name of ["Media", "Configuration", "Everything (zip)"]) {
      await expect(page.getByRole("menuitem", { name, exact: true })).toHaveAttribute("href", /.+/);
    }
    await page.getByRole("menuitemcheckbox", { name: "Exclude detections below the threshold" }).click();
    const [strong] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "DIVE JSON" }).click(),
    ]);
    expect(Object.keys(JSON.parse((await bytesOf(strong)).toString()).tracks)).toEqual(["7", "9"]);
    const filtered = await user.client.fetch("annotation.export", {
      folderId: id,
      format: "dive_json",
      excludeBelowThreshold: true,
    });
    expect((await bytesOf(strong)).toString()).toBe(await filtered.text());
  });
});
