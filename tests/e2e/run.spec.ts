/** The menus that run pipelines and trainings, on the data pages and in the viewer. */
import type { Page } from "@playwright/test";
import { createImageDataset } from "../support/dataset.ts";
import { createFolder, expect, test } from "./support/app.ts";

const details = (page: Page) => page.getByRole("region", { name: "Details" });
const widthLimit = (page: Page, role: "menu" | "dialog", name: string) =>
  page.getByRole(role, { name }).evaluate((element) => getComputedStyle(element).maxWidth);

test("[S-BROWSE-03, S-BROWSE-06, S-RUN-01, S-RUN-03] what is offered on a selection; the form of a training and what it sends", async ({
  page,
  user,
}) => {
  const folder = await createFolder(user, "Survey");
  for (const name of ["reef", "sand"]) {
    const id = await createImageDataset(user.client, name, 1);
    await user.client.call("folder.update", { id, parentType: "folder", parentId: folder._id });
  }
  await createFolder(user, "Notes", folder);
  const configurations = { training: { configs: ["deep.conf", "quick.conf"], default: "quick.conf" } };
  const models = {
    "Sea stars": { name: "Sea stars", type: ".zip", folderId: folder._id },
    base: { name: "Fish of the world", type: ".zip", path: "/models/fish.zip" },
  };
  // No worker of this site trains, so that it has no configurations of its own.
  await page.route("**/api/v1/dive_configuration/training_configs", (route) =>
    route.fulfill({ json: { ...configurations, models } }),
  );
  await page.goto(`/folder/${folder._id}`);
  const row = (name: string) => page.getByRole("row", { name });
  await row("reef").getByRole("checkbox").click();
  await expect(details(page).getByRole("heading", { name: "reef" })).toBeVisible();
  const actions = ["Clone", "Run training", "Run pipeline", "Download", "Delete"];
  const bar = page.getByRole("toolbar", { name: "1 selected" });
  for (const name of [...actions, "Import annotations"]) {
    await expect(details(page).getByRole("button", { name, exact: true })).toBeEnabled();
    await expect(bar.getByRole("button", { name, exact: true })).toBeEnabled();
  }

  await bar.getByRole("button", { name: "Run pipeline" }).click();
  const pipelines = page.getByRole("menu", { name: "Run pipeline" });
  await expect(pipelines).toBeVisible();
  expect(await widthLimit(page, "menu", "Run pipeline")).toBe("230px");
  await page.keyboard.press("Escape");

  await row("sand").getByRole("checkbox").click();
  await page.getByRole("toolbar", { name: "2 selected" }).getByRole("button", { name: "Run training" }).click();
  const form = page.getByRole("dialog", { name: "Run training" });
  expect(await widthLimit(page, "dialog", "Run training")).toBe("500px");
  const start = form.getByRole("button", { name: "Train on 2 datasets" });
  await expect(form.getByRole("combobox", { name: "Configuration file" })).toHaveValue("quick.conf");
  await expect(start).toBeDisabled();
  await form.getByRole("textbox", { name: "New model name" }).fill("Urchins");
  await expect(start).toBeEnabled();
  await form.getByRole("combobox", { name: "Configuration file" }).click();
  await expect(page.getByRole("option")).toHaveText(["deep.conf", "quick.conf"]);
  await page.getByRole("option", { name: "deep.conf" }).click();
  await form.getByRole("combobox", { name: "Model to begin with" }).click();
  await expect(page.getByRole("option")).toHaveText(["Sea stars (User)", "Fish of the world (System)"]);
  await page.getByRole("option", { name: /System/ }).click();
  const asked = page.waitForRequest("**/api/v1/dive_rpc/train**");
  await start.click();
  const request = await asked;
  const { searchParams } = new URL(request.url());
  expect([searchParams.get("pipelineName"), searchParams.get("config"), request.postDataJSON()]).toEqual([
    "Urchins",
    "deep.conf",
    { folderIds: expect.any(Array) as string[], fineTuneModel: models.base },
  ]);
  const launch = page.getByRole("dialog", { name: "Training of Urchins" });
  await expect(launch.getByRole("alert")).toContainText("Training is unavailable");
  await launch.getByRole("button", { name: "Done" }).click();

  // Folders that are no datasets.
  await page.getByRole("button", { name: "Clear selection" }).click();
  await row("Notes").getByRole("checkbox").click();
  await expect(details(page).getByRole("button", { name: "Run pipeline" })).toBeDisabled();
  await details(page).getByRole("button", { name: "Run training" }).click();
  await expect(form.getByRole("alert")).toHaveText("No selected datasets to run on");
  await page.keyboard.press("Escape");
  await page.unroute("**/api/v1/dive_configuration/training_configs");
  await page.reload();
  await row("reef").getByRole("checkbox").click();
  await details(page).getByRole("button", { name: "Run training" }).click();
  await expect(form.getByRole("alert")).toHaveText("Training configurations not found.");
});
