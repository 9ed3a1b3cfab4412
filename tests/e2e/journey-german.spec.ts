/** The first day in German: register, upload, open, draw, save. No English word is in the way. */
import { encode } from "fast-png";
import { expect, test } from "./support/app.ts";

const image = (shade: number) =>
  Buffer.from(encode({ width: 160, height: 120, data: new Uint8Array(57_600).fill(shade), channels: 3 }));

test("the whole of it in German", async ({ browser, server }) => {
  test.setTimeout(120_000);
  const context = await browser.newContext({ locale: "de-DE", baseURL: server.url });
  const page = await context.newPage();
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

  await page.goto("/login");
  await page.getByRole("tab", { name: "Registrieren" }).click();
  const form = page.getByRole("tabpanel", { name: "Registrieren" });
  const login = `forscherin-${process.pid}`;
  await form.getByLabel("Anmeldename", { exact: true }).fill(login);
  await form.getByLabel("E-Mail-Adresse").fill(`${login}@example.org`);
  await form.getByLabel("Vorname").fill("Käthe");
  await form.getByLabel("Nachname").fill("Meer");
  await form.getByLabel("Passwort", { exact: true }).fill("richtig langes Passwort");
  await form.getByLabel("Passwort wiederholen").fill("richtig langes Passwort");
  await form.getByRole("button", { name: "Registrieren" }).click();
  await expect(page.getByRole("navigation", { name: "Hauptnavigation" })).toBeVisible();

  await button("Neuer Ordner").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Fahrt 12");
  await dialog.getByRole("button", { name: "Anlegen" }).click();
  await page.getByRole("link", { name: "Fahrt 12" }).click();
  await expect(page.getByText("Dieser Ordner ist leer")).toBeVisible();

  const files = [40, 90, 140].map((shade) => ({
    name: `bild-${shade}.png`,
    mimeType: "image/png",
    buffer: image(shade),
  }));
  await page.getByTestId("upload-files").first().setInputFiles(files);
  await expect(dialog).toContainText("3 Dateien");
  await dialog.getByLabel("Name des Ordners").fill("Erste Bilder");
  await dialog.getByRole("button", { name: "Hochladen" }).click();
  await page.getByRole("link", { name: "Annotator starten: Erste Bilder" }).click({ timeout: 30_000 });

  const canvas = page.getByTestId("canvas");
  await expect(canvas).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Noch keine Spuren", { exact: false })).toBeVisible();
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
  // Nothing is drawn before the picture is there.
  await expect(async () => {
    await page.keyboard.press("n");
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.4);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByTestId("save")).toHaveText("1 Änderung", { timeout: 2000 });
  }).toPass();
  await page.getByTestId("save").click();
  await expect(page.getByTestId("save")).toHaveText(/^Gespeichert \d\d:\d\d$/);
  await context.close();
});
