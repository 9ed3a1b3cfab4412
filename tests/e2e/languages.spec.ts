/** The language of the application: which one a page starts in, and how to change it. */
import { testPassword } from "../support/test-server.ts";
import { createFolder, expect, test } from "./support/app.ts";
import { row } from "./support/browser.ts";

test("a page speaks the language of the browser from its first picture on, else the one that was chosen", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ locale: "de-AT" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => seen.push(document.querySelector("#root")?.textContent ?? "")).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  await page.goto(`${server.url}/login`);
  await expect(page.getByRole("button", { name: "Anmelden" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const seen = await page.evaluate(() => (window as never as { seen: string[] }).seen.join("\n"));
  expect(seen).toContain("Passwort");
  expect(seen).not.toContain("Log in");

  // Typed text is kept, and so is the choice.
  await page.getByLabel("Anmeldename oder E-Mail-Adresse").fill("someone");
  await page.getByLabel("Sprache").selectOption({ label: "English" });
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expect(page.getByLabel("Login or email")).toHaveValue("someone");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page).toHaveTitle(/^Log in/);
  await page.reload();
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await context.close();
});

test("what is typed on the page of the account stays when its language is changed; another browser speaks it too", async ({
  browser,
  page,
  server,
  user,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/account");
  await page.getByLabel("First name").fill("Ada");
  // Only the current language is loaded.
  expect(asked.filter((url) => /pages\.part/.test(url))).toHaveLength(1);
  await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Deutsch" });
  await expect(page.getByLabel("Vorname")).toHaveValue("Ada");
  await expect(page.getByRole("link", { name: "Daten", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect.poll(async () => (await user.client.call("user.me", {}))?.firstName).toBe("Ada");
  await page.getByText("Hell", { exact: true }).click();
  await expect.poll(() => user.client.call("user.me", {})).toMatchObject({ language: "de", theme: "light" });

  // Another browser, which has used English and dark so far.
  const context = await browser.newContext({ locale: "en-GB", baseURL: server.url });
  const other = await context.newPage();
  const enter = async (login: string, words: { login: RegExp; password: string; submit: string }) => {
    await other.getByLabel(words.login).fill(login);
    await other.getByLabel(words.password, { exact: true }).fill(testPassword);
    await other.getByRole("button", { name: words.submit, exact: true }).click();
  };
  const english = { login: /^Login or email/, password: "Password", submit: "Log in" };
  await other.goto("/login");
  await enter(user.login, english);
  await expect(other.getByRole("link", { name: "Daten", exact: true })).toBeVisible();
  await expect(other.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
  // The choice on the log-in page applies to the user who signs in there.

  await other.getByRole("button", { name: "Abmelden" }).click();
  await other.getByLabel("Sprache").selectOption({ label: "English" });
  await enter(user.login, english);
  await expect(other.getByRole("link", { name: "Data", exact: true })).toBeVisible();
  await expect.poll(() => user.client.call("user.me", {})).toMatchObject({ language: "en", theme: "light" });
  // A choice that could not be saved to the account is reported.
  await other.goto("/account");
  await other.route("**/preferences?*", (route) =>
    route.fulfill({ status: 503, json: { message: "Come back later." } }),
  );
  await other.getByText("Dark", { exact: true }).click();
  await expect(other.getByText("Your choice is saved in this browser only")).toBeVisible();
  await context.close();
  // The first browser adopts it at its next start.
  await page.reload();
  await expect(page.getByRole("link", { name: "Data", exact: true })).toBeVisible();
});

test("in German, a pasted number keeps its decimals, whichever separator it was copied with", async ({
  page,
  user,
}) => {
  await page.addInitScript(() => localStorage.setItem("wakeline.language", JSON.stringify("de")));
  await page.goto("/scoring");
  await expect(page.getByText(user.login, { exact: true })).toBeVisible();
  const field = page.getByLabel("Kleinste Überlappung (IoU)");
  await expect(field).toHaveValue("0,5");
  for (const [copied, shown] of [
    ["0.4", "0,4"],
    ["0,25", "0,25"],
  ] as const) {
    await field.focus();
    await page.keyboard.press("Control+a");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
    await page.keyboard.press("Control+v");
    await expect(field).toHaveValue(shown);
  }
});

test("rows that are shown before the texts of the chosen language have arrived speak it afterwards", async ({
  page,
  user,
}) => {
  await createFolder(user, "Survey");
  await page.goto("/account");
  const choice = page.getByRole("combobox", { name: "Language" });
  await expect(choice).toBeVisible();
  const arrived = Promise.withResolvers<void>();
  await page.route(/pages\.part/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await choice.selectOption({ label: "Deutsch" });
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await expect(row(page, "Survey")).toContainText("Folder");
  arrived.resolve();
  await expect(page.getByRole("columnheader", { name: "Typ", exact: true })).toBeVisible();
  await expect(row(page, "Survey")).toContainText("Ordner");
});
