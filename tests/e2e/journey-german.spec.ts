/**
 * The first days of users and administrators, in German and without a mouse: register, upload, annotate,
 * export, share; brand the site, turn jobs off, view statistics. Training works the same way: `run.spec.ts`.
 */
import { readFile } from "node:fs/promises";

import type { Browser, Page } from "@playwright/test";
import { encode } from "fast-png";
import { createImageDataset } from "../support/dataset.ts";
import { createUser, expect, signIn, startApp, test } from "./support/app.ts";
import { ViewerPage } from "./support/viewer.ts";
import { keyboardOf, type Keyboard } from "./support/keyboard.ts";

const picture = (shade: number) => ({
  name: `bild-${shade}.png`,
  mimeType: "image/png",
  buffer: Buffer.from(encode({ width: 160, height: 120, data: new Uint8Array(57_600).fill(shade), channels: 3 })),
});

async function openGerman(browser: Browser, baseURL: string): Promise<{ page: Page; keyboard: Keyboard }> {
  const page = await browser.newPage({ locale: "de-DE", baseURL });
  // Waiting for a file chooser turns on its interception, and the key that opens it may come first.
  page.on("filechooser", () => undefined);
  return { page, keyboard: keyboardOf(page) };
}

test("in German, by keyboard: registers, uploads, draws, types, saves and exports, shares with another, who sees it and may not write", async ({
  browser,
  server,
}) => {
  const other = await createUser(server);
  const { page, keyboard } = await openGerman(browser, server.url);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("dialog");

  await page.goto("/login");
  await keyboard.reach(page.getByRole("tab", { name: "Anmelden" }));
  await keyboard.keys("ArrowRight");
  const form = page.getByRole("tabpanel", { name: "Registrieren" });
  const login = `forscherin-${process.pid}`;
  for (const [label, text] of [
    ["Anmeldename", login],
    ["E-Mail-Adresse", `${login}@example.org`],
    ["Vorname", "Käthe"],
    ["Nachname", "Meer"],
    ["Passwort", "richtig langes Passwort"],
    ["Passwort wiederholen", "richtig langes Passwort"],
  ] as const)
    await keyboard.type(form.getByLabel(label, { exact: true }), text);
  await keyboard.keys("Enter");
  await expect(page.getByRole("navigation", { name: "Hauptnavigation" })).toBeVisible();

  await keyboard.press(button("Neuer Ordner").first());
  await keyboard.type(dialog.getByLabel("Name"), "Fahrt 12");
  await keyboard.keys("Enter");
  await expect(dialog).toHaveCount(0);
  const folder = page.getByRole("row", { name: /Fahrt 12/ });
  await keyboard.press(folder);
  await expect(page.getByText("Dieser Ordner ist leer")).toBeVisible();

  const chooser = page.waitForEvent("filechooser");
  await keyboard.press(page.getByRole("main").getByRole("button", { name: "Hochladen", exact: true }).first());
  await keyboard.choose(page.getByRole("menuitem", { name: "Bilder", exact: true }));
  await (await chooser).setFiles([picture(40), picture(90), picture(140)]);
  await expect(dialog).toContainText("3 Dateien");
  await keyboard.type(dialog.getByLabel("Name des Ordners"), "Erste Bilder");
  await keyboard.press(dialog.getByRole("button", { name: "Hochladen", exact: true }));
  await expect(dialog).toHaveCount(0);

  const dataset = page.getByRole("row", { name: /Erste Bilder/ });
  const place = page.url();
  await keyboard.press(dataset.getByRole("link", { name: "Annotator starten: Erste Bilder" }));
  const viewer = new ViewerPage(page);
  await expect.poll(() => viewer.redAt(80, 60).catch(() => undefined), { timeout: 30_000 }).toBe(40);
  // The crosshair starts in the middle of the picture and moves ten pixels per step.
  await keyboard.keys("n", "Alt+Shift+ArrowRight", "Enter", "Alt+Shift+ArrowRight", "Alt+Shift+ArrowDown", "Enter");
  await expect(viewer.saveButton).toHaveText("1 Änderung");
  await keyboard.keys("Control+s");
  await expect(viewer.saveButton).toHaveText(/^Gespeichert/);
  const [track] = await server.client.call("annotation.tracks", { folderId: page.url().split("/").at(-1) ?? "" });
  expect(track?.features.map(({ frame, bounds }) => [frame, bounds])).toEqual([[0, [90, 60, 100, 70]]]);

  // A new type, created explicitly; then the saved annotations are exported.
  await keyboard.keys("Escape", "Shift+Enter");
  await expect(page.getByRole("listbox", { name: /Typ/ })).toBeVisible();
  await page.keyboard.type("Krabbe");
  await expect(page.getByRole("option", { name: /Krabbe/ })).toBeVisible();
  await keyboard.keys("Enter");
  await expect(viewer.saveButton).toHaveText("1 Änderung");
  await keyboard.keys("Control+s");
  await expect(viewer.saveButton).toHaveText(/^Gespeichert/);
  // The dataset toolbar is a single tab stop.
  await keyboard.reach(page.getByRole("link", { name: "Handbuch" }));
  await keyboard.choose(button("Exportieren"), "ArrowRight");
  const download = page.waitForEvent("download");
  await keyboard.choose(page.getByRole("menuitem", { name: "VIAME-CSV" }));
  await keyboard.press(dialog.getByRole("button", { name: "Herunterladen" }));
  const file = await (await download).path();
  expect(await readFile(file, "utf8")).toMatch(/\n0,bild-40\.png,0,90,60,100,70,.*,Krabbe,/);
  await page.goto(place);

  await keyboard.press(dataset, "Shift+F10");
  await keyboard.choose(page.getByRole("menuitem", { name: "Zugriffsrechte" }));
  await keyboard.type(dialog.getByRole("combobox", { name: "Person oder Gruppe hinzufügen" }), other.login);
  await expect(page.getByRole("option", { name: other.login })).toBeVisible();
  await keyboard.keys("ArrowDown", "Enter");
  await expect(dialog.getByRole("table", { name: "Wer Zugriff hat" })).toContainText(other.login);
  await keyboard.press(dialog.getByRole("button", { name: "Speichern" }));
  await expect(page.getByText("Die Zugriffsrechte für Erste Bilder wurden geändert")).toBeVisible();
  await keyboard.press(button("Abmelden"));
  await expect(page).toHaveURL("/login");

  await keyboard.type(page.getByLabel("Anmeldename oder E-Mail-Adresse"), other.login);
  await keyboard.type(page.getByLabel("Passwort", { exact: true }), other.password);
  await keyboard.keys("Enter");
  await keyboard.reach(page.getByRole("tab", { name: "Daten durchsuchen" }));
  // Messages for the user who signed out are gone.
  expect(await page.getByText("Die Zugriffsrechte für Erste Bilder wurden geändert").count()).toBe(0);
  await keyboard.choose(page.getByRole("tab", { name: "Für mich freigegeben" }), "ArrowRight");
  const shared = page.getByRole("row", { name: /Erste Bilder/ });
  await expect(shared).toContainText(login);
  await keyboard.press(shared.getByRole("link", { name: "Annotator starten: Erste Bilder" }));
  await expect(page.getByTestId("canvas")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("list", { name: "Spuren" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByText("Lesemodus", { exact: true })).toBeVisible();
  await keyboard.keys("n");
  await expect(
    page.getByText("Dieser Datensatz ist im Lesemodus und kann nicht bearbeitet werden.").first(),
  ).toBeVisible();
  await page.close();
});

test("in German, by keyboard: an administrator brands the site, switches jobs off, looks at the numbers", async ({
  browser,
}) => {
  const server = await startApp();
  const { page, keyboard } = await openGerman(browser, server.url);
  try {
    await createImageDataset(server.client, "Riff", 1);
    await signIn(page, server, server.token);
    const tab = (name: string) => page.getByRole("tab", { name, exact: true });
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });
    await page.goto("/");
    await keyboard.press(page.getByRole("link", { name: "Admin", exact: true }));
    await keyboard.reach(tab("Neueste"));
    await keyboard.choose(tab("Erscheinungsbild"), "ArrowDown");

    const accent = () =>
      page
        .getByRole("navigation", { name: "Hauptnavigation" })
        .getByRole("link", { name: "Admin" })
        .evaluate((link) => getComputedStyle(link, "::after").backgroundColor);
    const ours = await accent();
    await keyboard.type(field("Name"), "Rifflabor");
    await keyboard.type(field("Akzentfarbe"), "#c8102e");
    await expect.poll(accent).not.toBe(ours);
    const chosen = await accent();
    await keyboard.type(field("Hinweis"), "Morgen wird gewartet.");
    await expect(page.getByRole("group", { name: "Vorschau" })).toContainText("Morgen wird gewartet.");
    await keyboard.press(page.getByRole("button", { name: "Speichern" }));
    await expect(page.getByText("Das Erscheinungsbild wurde gespeichert")).toBeVisible();
    expect(await server.client.call("configuration.brand", {})).toEqual({
      name: "Rifflabor",
      alertMessage: "Morgen wird gewartet.",
      vuetify: { theme: { themes: { dark: { primary: "#c8102e" }, light: { primary: "#c8102e" } } } },
    });
    // For all users, from the first paint on.
    await page.reload();
    await expect(page.getByRole("banner")).toContainText("Rifflabor");
    await expect(page.getByRole("alert").filter({ hasText: "Morgen wird gewartet." }).first()).toBeVisible();
    expect(await accent()).toBe(chosen);
    // Unsaved choices are lost when leaving the page.
    await keyboard.press(page.getByRole("button", { name: "Auf Wakeline-Standard zurücksetzen" }));
    await expect.poll(accent).toBe(ours);
    await keyboard.reach(tab("Erscheinungsbild"));
    await keyboard.choose(tab("Jobs"));
    await expect(tab("Jobs")).toHaveAttribute("aria-selected", "true");
    await expect.poll(accent).toBe(chosen);

    await keyboard.type(field("Meldung an die Benutzer"), "Heute nicht.");
    await keyboard.press(page.getByRole("button", { name: "Jobs ausschalten" }));
    await expect(page.getByText("Jobs sind ausgeschaltet")).toBeVisible();
    const [dataset] = await server.client.call("dataset.list", {});
    const pipeline = { name: "motion", type: "detector", pipe: "motion", folderId: null };
    const run = server.client.call("rpc.pipeline", { folderId: dataset?._id ?? "", pipeline });
    await expect(run).rejects.toMatchObject({ status: 503, message: expect.stringContaining("Heute nicht.") });
    await keyboard.press(page.getByRole("button", { name: "Jobs einschalten" }));
    await expect(page.getByRole("button", { name: "Jobs ausschalten" })).toBeVisible();

    await keyboard.reach(tab("Jobs"));
    await keyboard.choose(tab("Statistik"), "ArrowDown");
    await keyboard.reach(page.getByRole("combobox", { name: "Gruppieren nach" }));
    await keyboard.keys("ArrowDown");
    await expect(page.getByRole("option", { name: "Monat" })).toBeVisible();
    await keyboard.keys("ArrowDown", "ArrowDown", "Enter");
    const months = page.getByRole("region", { name: "Nach Monat" });
    await expect(months.getByRole("columnheader")).toHaveText(["Monat", "Datensätze", "Jobs", "Neue Benutzer"]);
    await expect(months.getByRole("cell").first()).toHaveText(/^\p{L}+\.? 20\d\d$/u);
    await keyboard.reach(months.getByRole("link", { name: "Nach Monat als CSV herunterladen" }));
  } finally {
    await page.close();
    await server.close();
  }
});
