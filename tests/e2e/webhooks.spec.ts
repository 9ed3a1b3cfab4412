/**
 * Webhooks in the app: created for a dataset and for the site, tested, turned off, their messages viewed and resent.
 */
import { createImageDataset } from "../support/dataset.ts";
import { openHookReceiver } from "../support/hook-receiver.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, signIn, startApp, test } from "./support/app.ts";

test("a dataset's owner makes a webhook, tests it, sees why a message failed and sends it again; administrators do so for the site", async ({
  browser,
}) => {
  const receiver = await openHookReceiver();
  const server = await startApp({ webhookHosts: [receiver.host] });
  const page = await browser.newPage({ baseURL: server.url });
  try {
    const ada = await server.createUser("ada-hooks");
    await createImageDataset(ada.client, "reef", 1);
    await signIn(page, server, ada.token);
    await page.goto("/");
    await page.getByRole("button", { name: "Actions for reef" }).click();
    // Its many formats are folded.
    await expect(page.getByRole("menuitem", { name: "VIAME CSV" })).toHaveCount(0);
    await page.getByRole("menuitem", { name: "Download" }).press("Enter");
    await expect(page.getByRole("menuitem", { name: "VIAME CSV" })).toBeVisible();
    await page.getByRole("menuitem", { name: "Webhooks" }).click();
    const dialog = page.getByRole("dialog", { name: "Webhooks of reef" });
    await expect(dialog.getByText("There are no webhooks")).toBeVisible();

    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await dialog.getByLabel("Address").fill("ftp://example.org/hook");
    await dialog.getByLabel("someone comments").check();
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await expect(dialog.getByRole("alert")).toContainText("http");
    await dialog.getByLabel("Address").fill(receiver.url);
    await dialog.getByLabel("Description").fill("builds the report");
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    const secret = dialog.getByTestId("webhook-secret");
    await expect(secret).toHaveText(/^[\w-]{43}$/);
    await dialog.getByRole("button", { name: "Done" }).click();
    const row = dialog.getByRole("row", { name: /builds the report/ });
    await expect(row).toContainText("annotations are saved, someone comments");

    receiver.answer = 500;
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Send a test message" }).click();
    const messages = dialog.getByRole("table", { name: /^Messages to/ });
    await expect(messages.getByRole("row", { name: /test/ })).toContainText(/Waiting.*500.*next try/);
    await expectAccessible(page, "messages of a webhook");
    await dialog.getByRole("button", { name: "Webhooks" }).click();
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Turn off" }).click();
    await expect(row).toContainText("Off");
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Delete webhook" }).click();
    await page.getByRole("button", { name: "Delete webhook" }).click();
    await expect(dialog.getByText("There are no webhooks")).toBeVisible();

    const site = await browser.newPage({ baseURL: server.url });
    await signIn(site, server, server.token);
    await site.goto("/admin/webhooks");
    receiver.answer = 200;
    await site.getByRole("button", { name: "Add webhook" }).click();
    await site.getByLabel("Address").fill(receiver.url);
    await site.getByRole("button", { name: "Add webhook" }).click();
    await site.getByRole("button", { name: "Done" }).click();
    await site.getByRole("button", { name: /^Actions for/ }).click();
    await site.getByRole("menuitem", { name: "Send a test message" }).click();
    const sent = site.getByRole("row", { name: /test/ });
    await expect(sent).toContainText(/Delivered.*Status 200/);
    await sent.getByRole("button", { name: /^Send again/ }).click();
    await expect.poll(() => receiver.received.filter(({ event }) => event === "test").length).toBeGreaterThan(2);
    await site.close();
  } finally {
    await page.close();
    await server.close();
    await receiver.close();
  }
});
