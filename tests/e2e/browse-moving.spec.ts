/** Dragging, sorting and filtering rows. */
import { createFolder, expect, goWithin, test } from "./support/app.ts";

test("rows are dragged onto a folder and onto the breadcrumb, and sorted and filtered by the server", async ({
  page,
  user,
}) => {
  const home = await createFolder(user, "Surveys");
  const reef = await createFolder(user, "Reef", home);
  for (let n = 1; n <= 12; n++) await createFolder(user, `Dive ${String(n).padStart(2, "0")}`, home);
  const inFolder = async (parentId: string) =>
    (await user.client.call("folder.list", { parentType: "folder", parentId, limit: 0 })).map(({ name }) => name);
  await page.goto(`/folder/${home._id}`);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  const first = page.getByRole("row").nth(1);
  await expect(first).toContainText("Dive 01");

  // The server sorts: the first row was on the second page.
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(first).toContainText("Reef");
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("button", { name: "Updated", exact: true }).click();
  await expect(first).toContainText("Reef");
  await page.getByRole("button", { name: "Updated", exact: true }).click();
  await expect(first).toContainText("Dive 12");

  await page.getByRole("searchbox", { name: "Filter this list" }).fill("dive 1");
  await expect(page.getByText("Nothing here matches")).toBeHidden();
  await page.getByRole("searchbox", { name: "Filter this list" }).fill("nowhere");
  await expect(page.getByText("Nothing here matches “nowhere”.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter this list" }).press("Escape");
  await expect(first).toContainText("Dive 12");
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await page.getByRole("button", { name: "Name", exact: true }).click();

  // Two selected rows move together.
  await row("Dive 12").click();
  await row("Dive 11").click({ modifiers: ["Control"] });
  await row("Dive 11")
    .getByText("Folder", { exact: true })
    .dragTo(row("Reef").getByText("Folder", { exact: true }));
  await expect(page.getByText("2 items were moved into “Reef”.")).toBeVisible();
  await expect(row("Dive 12")).toHaveCount(0);
  expect(await inFolder(reef._id)).toEqual(["Dive 11", "Dive 12"]);

  await goWithin(page, `/folder/${reef._id}`);
  const step = page.getByRole("navigation", { name: "Location" }).getByRole("link", { name: "Surveys" });
  await row("Dive 11").getByText("Folder", { exact: true }).dragTo(step);
  await expect(row("Dive 11")).toHaveCount(0);
  expect(await inFolder(reef._id)).toEqual(["Dive 12"]);
  expect(await inFolder(home._id)).toContain("Dive 11");

  // Failures have an icon in addition to their color, which may also be the site's accent color.
  const signOf = (text: string) =>
    page
      .getByRole("alert")
      .filter({ hasText: text })
      .evaluate((toast) => getComputedStyle(toast, "::before").maskImage);
  expect(await signOf("moved into “Surveys”")).toBe("none");
  await page.route("**/resource/move*", (route) =>
    route.fulfill({ status: 500, json: { message: "The disk is away." } }),
  );
  await row("Dive 12").getByText("Folder", { exact: true }).dragTo(step);
  await expect(page.getByRole("alert").filter({ hasText: "The disk is away." })).toBeVisible();
  expect(await signOf("The disk is away.")).toContain("url(");
  await expect(row("Dive 12")).toBeVisible();
});

test("the dialog that moves a folder does not lead into that folder", async ({ page, user }) => {
  const home = await createFolder(user, "Surveys");
  const reef = await createFolder(user, "Reef", home);
  const other = await createFolder(user, "Archive", home);
  await createFolder(user, "Inside", reef);
  await page.goto(`/folder/${home._id}`);
  await page.getByRole("row", { name: /Reef/ }).getByRole("checkbox").check();
  await page.getByRole("toolbar").getByRole("button", { name: "Move" }).click();
  const dialog = page.getByRole("dialog", { name: "Move 1 item" });
  const folders = dialog.getByRole("list", { name: "Folders" });
  await folders.getByRole("button", { name: "Surveys" }).click();
  await expect(folders.getByRole("button", { name: /^Archive/ })).toBeEnabled();
  await expect(folders.getByRole("button", { name: /^Reef/ })).toBeDisabled();
  await expect(folders.getByRole("button", { name: /^Reef/ })).toContainText("is being moved");
  await folders.getByRole("button", { name: /^Archive/ }).click();
  await dialog.getByRole("button", { name: "Move into Archive" }).click();
  await expect(dialog).toHaveCount(0);
  const moved = await user.client.call("folder.list", { parentType: "folder", parentId: other._id });
  expect(moved.map(({ name }) => name)).toEqual(["Reef"]);
});
