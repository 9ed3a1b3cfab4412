/** Signing in and out: log-in, registration, one-time link, sessions that end, an unavailable server. */
import { type TOTP, URI } from "otpauth";

import { clientOf } from "../support/test-server.ts";
import { createFolder, createUser, expect, signIn, startApp, test, withoutLiveMessages } from "./support/app.ts";
import type { TestServer, TestUser } from "./support/app.ts";

test("[S-AUTH-01] an anonymous user is sent to the login page from everywhere", async ({ page }) => {
  for (const path of [
    ...[
      "/",
      "/root",
      "/collections",
      "/users",
      "/shared",
      "/summary",
      "/jobs",
      "/trained-models",
      "/admin",
      "/account",
    ],
    ...["user", "collection", "folder", "viewer"].map((type) => `/${type}/65f0c0ffee0c0ffee0c0ffe1`),
    ...["/viewer/65f0c0ffee0c0ffee0c0ffe1/revision/1", "/user-guide", "/nothing/here/at/all"],
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL("/login");
    await expect(page.getByRole("dialog"), path).toBeVisible();
    await expect(page.getByRole("navigation"), path).toHaveCount(0);
  }
});

test("[S-AUTH-06] [S-AUTH-07] [S-AUTH-08] one registers, logs in, changes the password to one beyond Latin-1, and logs out", async ({
  page,
  server,
}) => {
  const taken = await createUser(server);
  const login = `${taken.login}-too`;
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const account = page.getByRole("button", { name: `Account of ${login}` });
  const token = () => page.evaluate(() => localStorage.getItem("girderToken"));

  await test.step("registering shows what the server objects to at its field, then opens the data browser", async () => {
    await page.goto("/login");
    await page.getByRole("tab", { name: "Register" }).click();
    const requests: string[] = [];
    page.on("request", (request) => request.method() === "POST" && requests.push(request.url()));
    await page.getByRole("textbox", { name: "Login" }).fill("7x");
    await page.getByLabel("Email").fill("grace@");
    await page.getByLabel("First name").fill("Grace");
    await page.getByLabel("Last name").fill("Hopper");
    await field("Password").fill("amaze");
    await field("Confirm password").fill("amazin");
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByText("The passwords do not match")).toBeVisible();
    // All mistakes at once, without asking the server, and the first one has the focus.
    await expect(page.locator("[aria-invalid=true]")).toHaveCount(4);
    await expect(page.getByRole("textbox", { name: "Login" })).toBeFocused();
    expect(requests).toEqual([]);
    await page.getByRole("textbox", { name: "Login" }).fill(taken.login);
    await page.getByLabel("Email").fill("grace@example.org");
    await field("Password").fill("amazing");

    await field("Confirm password").fill("amazing");
    await page.getByRole("button", { name: "Register" }).click();
    const objection = page.getByText("That login is already registered.");
    await expect(objection).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Login" })).toBeFocused();
    // It differs from valid fields by more than its color.
    expect(await objection.evaluate((text) => getComputedStyle(text, "::before").maskImage)).toContain("url(");

    await page.getByRole("textbox", { name: "Login" }).fill(login);
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page).toHaveURL("/");
    await expect(account).toBeVisible();
    // A password must never be in a URL.
    expect(requests.some((url) => url.includes("amazing"))).toBe(false);
  });

  await test.step("[S-AUTH-07] a wrong password is reported, the right one opens the data browser and keeps the session", async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("This field is required")).toHaveCount(2);
    await page.getByLabel("Login or email").fill(login);
    await field("Password").fill("wrong password");
    await field("Password").press("Enter");
    await expect(page.getByRole("alert")).toContainText("Login or password is wrong");
    await expect(page.getByLabel("Login or email")).toHaveValue(login);

    await field("Password").fill("amazing");
    await field("Password").press("Enter");
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("grid")).toContainText("Private");
    expect(await token()).toMatch(/^[A-Za-z0-9]{64}$/);
    expect((await page.context().cookies()).find((cookie) => cookie.name === "girderToken")?.httpOnly).toBe(true);

    await page.reload();
    await expect(page.getByRole("grid")).toContainText("Private");
  });

  await test.step("[S-AUTH-06] a signed-in user who opens the login page goes to the data", async () => {
    await page.goto("/login");
    await expect(page).toHaveURL("/");
    await expect(account).toBeVisible();
  });

  const unusual = "пароль – 密碼";
  await test.step("changing the password needs the old one, and revokes keys of scripts if that is wished", async () => {
    const client = clientOf(server.url, (await token()) ?? "");
    await client.call("apiKey.create", { name: "script" });
    await account.click();
    await page.getByRole("menuitem", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await dialog.getByRole("textbox", { name: "Current password" }).fill("not it");
    await dialog.getByRole("textbox", { name: "New password" }).fill(unusual);
    await dialog.getByRole("textbox", { name: "Confirm password" }).fill(unusual);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Old password is incorrect.");
    await dialog.getByRole("textbox", { name: "Current password" }).fill("amazing");
    await dialog.getByRole("checkbox", { name: "Revoke all API keys too" }).check();
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Your password was changed.")).toBeVisible();
    expect(await client.call("apiKey.list", {})).toEqual([]);
    const authorization = `Basic ${Buffer.from(`${login}:${unusual}`).toString("base64")}`;
    const answer = await fetch(`${server.url}/api/v1/user/authentication`, { headers: { authorization } });
    expect(answer.status).toBe(200);
  });

  await test.step("a password beyond Latin-1 works", async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByLabel("Login or email").fill(login);
    await field("Password").fill(unusual);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page).toHaveURL("/");
    await expect(account).toBeVisible();
  });

  await test.step("[S-AUTH-08] Logout ends the session and opens the login page", async () => {
    const ended = clientOf(server.url, (await token()) ?? "");
    expect((await ended.call("user.me", {}))?.login).toBe(login);
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    // The server has also closed the live messages, which is not reported as a lost connection.
    await page.waitForTimeout(500);
    await expect(page.getByText("Connection to the server lost")).toHaveCount(0);
    expect(await token()).toBeNull();
    expect(await ended.call("user.me", {})).toBeNull();
    await page.goto("/jobs");
    await expect(page).toHaveURL("/login");
  });
});

test.describe("on a site of its own", () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp();
  });
  test.afterAll(() => server.close());

  test("[S-AUTH-02, S-AUTH-03, S-AUTH-04, S-AUTH-05, S-BRAND-02, S-BRAND-04] the login page shows both forms in a dialog, and the site's name and messages", async ({
    browser,
  }) => {
    const page = await browser.newPage();
    const settings = { "core.contact_email_address": "help@example.org" };
    await page.route("**/api/v1/system/public_settings", (route) => route.fulfill({ json: settings }));
    await page.goto(`${server.url}/login`);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { name: "Welcome to Wakeline" })).toBeVisible();
    await expect(dialog.locator("svg").first()).toBeVisible();
    await expect(dialog).toContainText("updated automatically on a weekly schedule, with a short downtime");
    await expect(dialog.getByLabel("Login or email")).toBeVisible();
    await dialog.getByRole("tab", { name: "Register" }).click();
    for (const name of ["Login", "Email", "First name", "Last name", "Password", "Confirm password"])
      await expect(dialog.getByLabel(name, { exact: true }), name).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Register" })).toBeVisible();
    await dialog.getByRole("tab", { name: "Log in" }).click();
    await expect(dialog.getByLabel("Password", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Log in", exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Forgot your password?" }).click();
    await expect(dialog).toContainText("link that signs you in once");
    await dialog.getByRole("button", { name: "Back to log in" }).click();
    await expect(dialog.getByRole("link", { name: /help@example.org/ })).toHaveAttribute(
      "href",
      "mailto:help@example.org",
    );

    await server.client.call("configuration.setBrand", {
      body: { name: "Tidewatch", loginMessage: "Down on Sunday.", logo: "/favicon.svg", alertMessage: "Closed." },
    });
    await page.reload();
    await expect(dialog.getByRole("heading", { name: "Welcome to Tidewatch" })).toBeVisible();
    await expect(dialog).toContainText("Down on Sunday.");
    await expect(dialog.locator("img")).toHaveAttribute("src", "/favicon.svg");
    const logoWidth = () => dialog.locator("img").evaluate((logo: HTMLImageElement) => logo.naturalWidth);
    await expect.poll(logoWidth, { message: "the logo was loaded" }).toBeGreaterThan(0);
    await expect(page).toHaveTitle("Log in · Tidewatch");
    await page.close();
  });

  test("a one-time link signs in once, and sets a new password without the old one, once", async ({ browser }) => {
    const link = server.server.firstStart?.signInUrl ?? "";
    const first = await browser.newPage();
    await first.goto(link);
    await expect(first).toHaveURL(`${server.url}/`);
    await first.getByRole("button", { name: "Account of admin" }).click();
    await first.getByRole("menuitem", { name: "Change password" }).click();
    const dialog = first.getByRole("dialog", { name: "Change password" });
    await dialog.getByRole("textbox", { name: "New password" }).fill("known from now on");
    await expect(dialog.getByRole("textbox", { name: "Current password" })).toHaveCount(0);
    await dialog.getByRole("textbox", { name: "Confirm password" }).fill("known from now on");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(first.getByText("Your password was changed.")).toBeVisible();
    await first.getByRole("button", { name: "Account of admin" }).click();
    await first.getByRole("menuitem", { name: "Change password" }).click();
    await expect(dialog.getByRole("textbox", { name: "Current password" })).toBeVisible();

    const second = await (await browser.newContext()).newPage();
    await second.goto(link);
    await expect(second.getByRole("alert").filter({ hasText: "has expired or was already used" })).toBeVisible();
    await expect(second).toHaveURL(`${server.url}/login`);
    await expect(second.getByLabel("Login or email")).toBeVisible();
    await first.close();
    await second.context().close();
  });
});

test("a session that ends asks to log in on top of the page, and nothing typed is lost; a dialog that failed says so in our words", async ({
  page,
  user,
}) => {
  await withoutLiveMessages(page);
  await page.goto("/");
  await page.getByRole("button", { name: "New folder" }).click();
  const dialog = page.getByRole("dialog", { name: /New folder/ });
  await dialog.getByLabel("Name").fill("Half done");
  await user.client.call("user.logout", {});
  await dialog.getByRole("button", { name: "Create" }).click();

  const expired = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(expired.getByLabel("Login or email")).toHaveValue(user.login);
  await expect(dialog).toContainText("Your session had ended. Try again.");
  await expect(page.getByText("user None")).toHaveCount(0);
  await expired.getByRole("textbox", { name: "Password" }).fill(user.password);
  await expired.getByRole("button", { name: "Log in" }).click();
  await expect(expired).toBeHidden();
  await expect(dialog.getByLabel("Name")).toHaveValue("Half done");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("row", { name: /Half done/ })).toBeVisible();
});

test("a server that cannot be reached is reported, and the page starts when it is back", async ({ page, server }) => {
  const user = await createUser(server);
  await signIn(page, server, user.token);
  let away = true;
  await page.route("**/api/v1/**", (route) => (away ? route.abort("connectionrefused") : route.fallback()));
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Cannot reach the server" })).toBeVisible();
  await expect(page.getByText(server.url)).toBeVisible();
  away = false;
  await page.getByRole("button", { name: "Try now" }).click();
  await expect(page.getByRole("grid")).toContainText("Private");
});

/** Turns on one-time codes for an account. Returns a function that gives unused codes, one after the other. */
async function switchCodesOn(user: TestUser): Promise<() => string> {
  const { totpUri } = await user.client.call("user.startOtp", { id: user.id });
  const totp = URI.parse(totpUri) as TOTP;
  // One step early and one late are accepted as well: three codes at a time, each once.
  let step = -1;
  const next = () => totp.generate({ timestamp: Date.now() + 30_000 * step++ });
  await user.client.call("user.confirmOtp", { id: user.id }, { headers: { "Girder-OTP": next() } });
  return next;
}

test("an account with one-time codes is asked for one after the password, and a wrong one can be corrected", async ({
  page,
  server,
}) => {
  const user = await createUser(server);
  const nextCode = await switchCodesOn(user);
  await page.goto("/login");
  await page.getByLabel("Login or email").fill(user.login);
  const password = page.getByRole("textbox", { name: "Password" });
  await password.fill("wrong password");
  await password.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Login or password is wrong");
  await expect(page.getByLabel("One-time code")).toHaveCount(0);

  await password.fill(user.password);
  await password.press("Enter");
  const code = page.getByLabel("One-time code");
  await expect(code).toBeFocused();
  await expect(page.getByText(`Six digits, from the authenticator app of ${user.login}`)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await code.press("Enter");
  await expect(page.getByText("This field is required")).toBeVisible();
  await code.fill("000000");
  await code.press("Enter");
  await expect(page.getByText("This code is incorrect, expired or already used.")).toBeVisible();
  await expect(code).toHaveValue("");

  // Another account, or a mistyped password: back to both fields.
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Login or email")).toHaveValue(user.login);
  await password.fill(user.password);
  await password.press("Enter");

  const digits = nextCode();
  // Grouped as apps display it.
  await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: `Account of ${user.login}` })).toBeVisible();
});

test("a session with one-time codes that ends asks for both on top of the page, which stays as it is", async ({
  page,
  server,
  user,
}) => {
  const nextCode = await switchCodesOn(user);
  await withoutLiveMessages(page);
  const outer = await createFolder(user, "Outer");
  await createFolder(user, "Inner", outer);
  await page.goto(`/folder/${outer._id}`);
  await expect(page.getByRole("row", { name: /Inner/ })).toBeVisible();
  await user.client.call("user.logout", {});
  // Loaded content stays, and missing content waits for the log-in without an "access denied" for an anonymous caller.
  await page.getByRole("row", { name: /Inner/ }).dblclick();
  const expired = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(expired).toBeVisible();
  await page.waitForTimeout(1000);
  await expect(page.getByText("denied")).toHaveCount(0);
  await expect(page.getByText("user None")).toHaveCount(0);

  await expired.getByRole("textbox", { name: "Password" }).fill("wrong password");
  await expired.getByRole("button", { name: "Log in" }).click();
  await expect(expired.getByRole("alert")).toContainText("Login or password is wrong");
  await expired.getByRole("textbox", { name: "Password" }).fill(user.password);
  await expired.getByRole("button", { name: "Log in" }).click();
  await expired.getByLabel("One-time code").fill(nextCode());
  await expired.getByRole("button", { name: "Log in" }).click();
  await expect(expired).toBeHidden();
  await expect(page.getByText("This folder is empty")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("row", { name: /Inner/ })).toBeVisible();
  expect(server.url).toBeTruthy();
});

test("a session that is ended elsewhere asks for the log-in by itself, and live messages come again after it", async ({
  page,
  user,
}) => {
  const opened = page.waitForRequest(/notification\/stream/);
  await page.goto("/");
  await opened;
  await expect(page.getByRole("grid")).toContainText("Private");
  await user.client.call("user.logout", {});
  const expired = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(expired).toBeVisible();
  await expect(page.getByText("Connection to the server lost")).toHaveCount(0);
  const reopened = page.waitForRequest(/notification\/stream/);
  await expired.getByRole("textbox", { name: "Password" }).fill(user.password);
  await expired.getByRole("button", { name: "Log in" }).click();
  await expect(expired).toBeHidden();
  await reopened;
  await expect(page.getByText("Connection to the server lost")).toHaveCount(0);
});
