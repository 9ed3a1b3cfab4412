/** The context panels one after the other: no serious accessibility finding in either theme. */
import { expectAccessible, partOf } from "./support/accessibility.ts";
import { expect, test } from "./support/app.ts";
import { uploadFile } from "../../schemas/index.ts";
import { createDataset, saveTracks, ViewerPage } from "./support/viewer.ts";

test("jobs, problems, frame labels, notes, facts of dataset and frame, comparison and filters have no serious accessibility finding", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, {
    tracks: [
      { id: 0, keyframes: { 0: [10, 10, 60, 60], 6: [12, 10, 62, 60] } },
      { id: 1, type: "crab", keyframes: { 4: [200, 100, 400, 160] } },
    ],
  });
  await saveTracks(user, id, [{ id: 0, keyframes: { 0: [10, 10, 60, 60], 6: [30, 20, 80, 70] } }]);
  await user.client.call("dataset.update", { id, body: { datasetInfo: { vessel: "Lydia" } } });
  const csv = new Blob(["filename,depth\nimage-000.png,12.5\nimage-001.png,13.75\n"]);
  await uploadFile(user.client, { parentType: "folder", parentId: id, name: "frame-metadata.csv" }, csv);
  await user.client.call("rpc.postprocess", { id, skipJobs: true });
  const viewer = await new ViewerPage(page).open(id);
  const panel = page.getByRole("complementary", { name: "Context panel" });
  const open = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await open("Jobs");
  await expect(panel).toContainText("No job has run");
  await expectAccessible(page, "jobs");
  await open("Problems");
  await panel.getByRole("button", { name: "Outside the picture" }).first().click();
  await expectAccessible(page, "problems", partOf.contextPanel);
  await open("Frame labels");
  await panel.getByRole("textbox", { name: "New label" }).fill("feeding");
  await page.keyboard.press("Enter");
  await panel.getByRole("button", { name: "Begin feeding" }).click();
  await page.getByRole("tab", { name: "Labels", exact: true }).click();
  await page.mouse.move(0, 0);
  await expectAccessible(page, "frame labels");
  await open("Notes");
  await expectAccessible(page, "notes", partOf.contextPanel);
  await open("Dataset info");
  await expect(panel.getByRole("region", { name: "Facts" })).toContainText("vesselLydia");
  await expect(panel.getByRole("region", { name: "Media" })).toContainText("320 × 240");
  await expect(panel.getByRole("region", { name: "Frame 0" })).toContainText("depth12.5");
  await viewer.press("ArrowRight");
  await expect(panel.getByRole("region", { name: "Frame 1" })).toContainText("depth13.75");
  await expectAccessible(page, "dataset info", partOf.contextPanel);
  await viewer.press("ArrowLeft");
  // Dataset information is saved like everything else, but writes no revision; values stored by others meanwhile
  // survive.
  await viewer.save();
  const readRevisions = () => user.client.call("annotation.revisions", { folderId: id });
  const revisions = await readRevisions();
  await panel.getByRole("button", { name: "Edit facts" }).click();
  await panel.getByRole("textbox", { name: "Value of fact 1" }).fill("Petrel");
  await panel.getByRole("textbox", { name: "Name of fact 2" }).fill("vessel");
  await expect(panel.getByText("Another fact already has this name.")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Save" })).toBeDisabled();
  await panel.getByRole("textbox", { name: "Name of fact 2" }).fill("port");
  await panel.getByRole("textbox", { name: "Value of fact 2" }).fill("Bergen");
  await expectAccessible(page, "facts while they are edited", partOf.contextPanel);
  await user.client.call("dataset.update", { id, body: { datasetInfo: { vessel: "Lydia", net: 3 } } });
  await page.keyboard.press("Enter");
  await expect(viewer.saveButton).toHaveText("2 changes");
  await viewer.save();
  for (const fact of ["vesselPetrel", "net3", "portBergen"])
    await expect(panel.getByRole("region", { name: "Facts" })).toContainText(fact);
  const stored = await user.client.call("dataset.get", { id });
  expect(stored.datasetInfo).toEqual({ vessel: "Petrel", net: 3, port: "Bergen" });
  expect(await readRevisions()).toEqual(revisions);
  await open("Compare");
  await panel.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: /^1:/ }).click();
  // The moved box, and the label.
  await expect(panel.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page, "differences", partOf.contextPanel);
  await panel.getByRole("tab", { name: "Numbers" }).click();
  await expect(panel.getByText("IDF1")).toBeVisible();
  await expectAccessible(page, "numbers", partOf.contextPanel);
  await open("Attribute track filters");
  await panel.getByRole("button", { name: "Add a filter" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "a filter", partOf.dialog);
});
