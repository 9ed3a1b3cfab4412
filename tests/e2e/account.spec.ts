/** The page of the user's own account. */
import { Secret, TOTP } from "otpauth";
import { clientOf } from "../support/test-server.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, test } from "./support/app.ts";

test("one's own account: sessions, profile, theme and one-time codes, and keys for scripts", async ({
  page,
  user,
  server,
}) => {
  await test.step("sessions: one is ended, all others are, and the page that asks stays", async () => {
    const signInAgain = async (agent: string): Promise<string> => {
      const authorization = `Basic ${Buffer.from(`${user.login}:${user.password}`).toString("base64")}`;
      const headers = { authorization, "user-agent": agent };
      const reply = await fetch(`${server.url}/api/v1/user/authentication`, { headers });
      return ((await reply.json()) as { authToken: { token: string } }).authToken.token;
    };
    const phone = await signInAgain("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537 Chrome/140.0 Safari/537");
    const script = await signInAgain("python-requests/2.32");
    await page.goto("/account");
    const sessions = page.getByRole("region", { name: "Sessions" });
    await expect(sessions.getByRole("row")).toHaveCount(4);
    await expect(sessions.getByRole("row").nth(1)).toContainText("This session");
    await sessions.getByRole("button", { name: "End the session Chrome on Android" }).click();
    await expect(sessions.getByRole("row")).toHaveCount(3);
    const isIn = async (token: string) => (await clientOf(server.url, token).call("user.me", {})) !== null;
    expect([await isIn(phone), await isIn(script)]).toEqual([false, true]);
    await sessions.getByRole("button", { name: "End all others" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End all others" }).click();
    await expect(sessions.getByRole("row")).toHaveCount(2);
    expect([await isIn(script), await isIn(user.token)]).toEqual([false, true]);
  });

  await test.step("profile, theme and one-time codes", async () => {
    let isBroken = true;
    await page.route("**/user/*/sessions", (route) =>
      isBroken ? route.fulfill({ status: 500, json: { message: "The disk is away." } }) : route.fallback(),
    );
    await page.goto("/");
    await page.getByRole("button", { name: `Account of ${user.login}` }).click();
    await page.getByRole("menuitem", { name: "Account" }).click();
    await expect(page).toHaveURL("/account");
    const sessions = page.getByRole("region", { name: "Sessions" });
    await expect(sessions.getByRole("alert")).toContainText("The disk is away.");
    isBroken = false;
    await sessions.getByRole("button", { name: "Try again" }).click();
    await expect(sessions.getByRole("table")).toBeVisible();
    await expect(sessions.getByRole("alert")).toHaveCount(0);

    const profile = page.getByRole("region", { name: "Profile" });
    await expect(profile.getByRole("button", { name: "Save" })).toBeDisabled();
    await profile.getByLabel("First name").fill("");
    await profile.getByRole("button", { name: "Save" }).click();
    await expect(profile.getByText("This field is required")).toBeVisible();
    await profile.getByLabel("First name").fill("Ada");
    await profile.getByLabel("Email").fill("not an address");
    await profile.getByRole("button", { name: "Save" }).click();
    await expect(profile.getByRole("alert")).toBeVisible();
    await profile.getByLabel("Email").fill(`${user.login}@example.com`);
    await profile.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your profile was saved")).toBeVisible();
    expect(await user.client.call("user.me", {})).toMatchObject({
      firstName: "Ada",
      email: `${user.login}@example.com`,
    });

    const html = page.locator("html");
    for (const name of ["Light", "Dark"]) {
      await page.getByRole("region", { name: "Theme" }).getByText(name, { exact: true }).click();
      await expect(html).toHaveAttribute("data-mantine-color-scheme", name.toLowerCase());
    }

    const codes = page.getByRole("region", { name: "One-time codes" });
    await codes.getByRole("button", { name: "Turn on" }).click();
    const dialog = page.getByRole("dialog", { name: "One-time codes" });
    const qr = dialog.getByRole("img", { name: "QR code with the secret" });
    await expect.poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const secret = (await dialog.locator("code").textContent()) ?? "";
    await dialog.getByLabel("Code from the app").fill("000000");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog.getByText(/^This code is incorrect/)).toBeVisible();
    const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
    const code = totp.generate();
    await dialog.getByLabel("Code from the app").fill(code);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(codes.getByText("You need a code from your authenticator app to sign in.")).toBeVisible();
    const authorization = `Basic ${Buffer.from(`${user.login}:${user.password}`).toString("base64")}`;
    const signIn = () => fetch(`${server.url}/api/v1/user/authentication`, { headers: { authorization } });
    expect((await signIn()).status).toBe(401);
    await codes.getByRole("button", { name: "Turn off" }).click();
    // A code can be used once: the previous one is refused, the next one accepted.
    for (const shown of [code, totp.generate({ timestamp: Date.now() + 30_000 })]) {
      await dialog.getByLabel("Code from the app").fill(shown);
      await dialog.getByRole("button", { name: "Turn off" }).click();
      if (shown === code) await expect(dialog.getByText(/^This code is incorrect/)).toBeVisible();
    }
    await expect(codes.getByRole("button", { name: "Turn on" })).toBeVisible();
    expect((await signIn()).status).toBe(200);

    await expectAccessible(page, "account");
  });

  await test.step("keys for scripts: limited, shown once, switched off, deleted", async () => {
    const keys = page.getByRole("region", { name: "API keys" });
    await expect(keys.getByText("You have no keys.")).toBeVisible();
    await keys.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog", { name: "New key" });
    await dialog.getByLabel("Name").fill("nightly export");
    await dialog.getByRole("radio", { name: "Only selected permissions" }).check();
    await expect(dialog.getByRole("button", { name: "Create" })).toBeDisabled();
    await dialog.getByRole("checkbox", { name: "Read data" }).check();
    await dialog.getByRole("button", { name: "Create" }).click();
    const shown = page.getByRole("dialog", { name: "Your new key" });
    const key = (await shown.getByTestId("new-key").textContent()) ?? "";
    await shown.getByRole("button", { name: "Done" }).click();
    const trade = () => server.fetch(`/api/v1/api_key/token?key=${key}`, { method: "POST", token: null });
    const traded = (await (await trade()).json()) as { authToken: { token: string } };
    const { token } = traded.authToken;
    const get = async (path: string) => (await server.fetch(`/api/v1/${path}`, { token })).status;
    expect(await get(`folder?parentType=user&parentId=${user.id}`)).toBe(200);
    expect(await get("api_key")).toBe(401);

    const row = keys.getByRole("row", { name: /nightly export/ });
    await expect(row.getByRole("cell").nth(1)).toHaveText(`${key.slice(0, 4)}…`);
    await expect(row.getByRole("cell").nth(2)).toHaveText("Read data");
    await row.getByRole("switch", { name: "nightly export is active" }).click({ force: true });
    await expect(row.getByRole("switch")).not.toBeChecked();
    await expect.poll(async () => (await trade()).status).toBe(400);
    await row.getByRole("button", { name: "Delete nightly export" }).click();
    await page.getByRole("dialog", { name: "Delete key" }).getByRole("button", { name: "Delete" }).click();
    await expect(keys.getByText("You have no keys.")).toBeVisible();
    expect(await user.client.call("apiKey.list", {})).toEqual([]);
  });
});
