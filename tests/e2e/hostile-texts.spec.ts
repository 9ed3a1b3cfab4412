/**
 * Texts that try to be HTML, in everything that users can write: each is shown literally on every page, and nothing in
 * it runs (CVE-2024-47064, CVE-2026-22033, CVE-2026-73220 and others of their kind).
 */
import type { Page } from "@playwright/test";
import { uploadFile } from "../../schemas/index.ts";
import { createUser, expect, goWithin, signIn, startApp, test } from "./support/app.ts";
import { createDataset, ViewerPage } from "./support/viewer.ts";

const html = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;
const markdown = `${html}\n\n[here](javascript:window.hacked=1) ![x](x" onerror="window.hacked=1)`;

/** Nothing ran, nothing of it became an element, and the page's content policy blocked no script. */
async function expectTexts(page: Page, violations: readonly string[]): Promise<void> {
  expect(await page.evaluate(() => (globalThis as { hacked?: number }).hacked)).toBeUndefined();
  await expect(page.locator("img[onerror], script:not([src]):not([type]), [href^='javascript:']")).toHaveCount(0);
  expect(violations).toEqual([]);
}

test("names, descriptions, brand, types, attributes, notes, sets, imported files and what is wrong in them are shown as text", async ({
  browser,
}) => {
  const server = await startApp();
  const user = await createUser(server);
  const page = await browser.newPage({ baseURL: server.url });
  await signIn(page, server, user.token);
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  try {
    await server.client.call("configuration.setBrand", {
      body: { name: html, loginMessage: html, alertMessage: html } as never,
    });
    const place = { parentType: "user", parentId: user.id } as const;
    const folder = await user.client.call("folder.create", { ...place, name: `folder ${html}`, description: markdown });
    const target = { parentType: "folder", parentId: folder._id, name: `${html}.txt` } as const;
    await uploadFile(user.client, target, new Blob([html]));
    await page.goto("/");
    await expect(page.getByRole("row", { name: `folder ${html}` })).toBeVisible();
    await expect(page.getByText(html, { exact: true }).first()).toBeVisible();
    await expectTexts(page, violations);
    await page.goto(`/folder/${folder._id}`);
    await expect(page.getByRole("row", { name: `${html}.txt` })).toBeVisible();
    await expect(page.getByRole("region", { name: "Details" })).toContainText("here");
    await expectTexts(page, violations);

    const id = await createDataset(user, { name: `data ${html}`, frames: 2 });
    const track = {
      id: 0,
      begin: 0,
      end: 0,
      confidencePairs: [[html, 1]],
      attributes: { [html]: html },
      features: [
        { frame: 0, bounds: [100, 80, 200, 160], keyframe: true, attributes: { [html]: html }, notes: [html] },
      ],
    };
    for (const set of [undefined, html]) {
      const body = { tracks: { upsert: [track] }, ...(set !== undefined && { set }) };
      await user.client.call("annotation.save", { folderId: id, body: body as never });
    }
    await user.client.call("dataset.updateAttributes", {
      id,
      body: {
        upsert: [{ belongs: "track", datatype: "text", key: `track_${html}`, name: html, values: [html] }],
      } as never,
    });
    const viewer = await new ViewerPage(page).open(id);
    await expect(viewer.rows).toHaveCount(1);
    await expect(viewer.row(0)).toContainText("<img src=x");
    await expect(page.getByText(`data ${html}`)).toBeVisible();
    await viewer.click(150, 120, "right");
    await expectTexts(page, violations);
    // A set named in the URL, one that exists and one that does not.
    for (const set of [html, `${html}?`]) {
      await page.goto(`/viewer/${id}/set/${encodeURIComponent(set)}`);
      await expect(page.getByTestId("canvas").or(page.getByRole("alert")).first()).toBeVisible();
      await expectTexts(page, violations);
    }
    // Error messages repeat the input.
    for (const path of [
      `/folder/${encodeURIComponent(html)}`,
      `/viewer/${encodeURIComponent(html)}`,
      `/${encodeURIComponent(html)}/x`,
      "/summary",
    ]) {
      await page.goto(path);
      await expect(page.locator("#root, body > div").first()).toBeVisible();
      await page.waitForTimeout(300);
      await expectTexts(page, violations);
    }

    await test.step("the name of an imported file, and what is wrong in it", async () => {
      await createDataset(user, { name: "imports", frames: 2 });
      await goWithin(page, "/");
      await page.getByRole("row", { name: /imports/ }).click();
      await page.getByRole("region", { name: "Details" }).getByRole("button", { name: "Import annotations" }).click();
      const dialog = page.getByRole("dialog");
      const importFile = async (name: string, text: string) => {
        const [chooser] = await Promise.all([
          page.waitForEvent("filechooser"),
          dialog.getByLabel("Annotation file").click(),
        ]);
        await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
        await dialog.getByRole("button", { name: "Import", exact: true }).click();
      };
      // No slashes: a file name has none.
      const name = '<img src=x onerror="window.hacked=1">';
      await importFile(`${name}.json`, '{"version": 1, "confidenceFilters": 3}');
      await expect(dialog.getByRole("alert")).toContainText(`${name}.json`);
      await expectTexts(page, violations);
      await importFile(`${name}.csv`, `# ${html}\n0,${name},0,1,1,5,5,0.9,-1,${name},0.9\n${name},x,0\n`);
      await expect(dialog.getByText("Import warnings")).toBeVisible();
      await expectTexts(page, violations);
    });
  } finally {
    await page.close();
    await server.close();
  }
});
