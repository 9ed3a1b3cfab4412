/** The pages for administrators of a site. */
import { encode } from "fast-png";
import type { Page } from "@playwright/test";
import { JobStatus } from "../../schemas/wire.ts";
import { createImageDataset } from "../support/dataset.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { createUser, expect, signIn, startApp, test } from "./support/app.ts";
import type { TestServer } from "./support/app.ts";

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

/** The administrator's page; the fixture `user` signs in another user. */
async function openAdmin(page: Page, server: TestServer, path = "/admin"): Promise<void> {
  await signIn(page, server, server.token);
  await page.goto(`${server.url}${path}`);
  await expect(page.getByRole("heading", { name: "Administration" })).toBeVisible();
}

test("[S-NAV-09, S-PERM-05] the administration is for administrators only, in the page and on the server", async ({
  page,
  user,
}) => {
  for (const path of ["/admin", "/admin/users"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("grid")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Administration" })).toHaveCount(0);
  }
  // The page decides from what it knows about the user, before any request; the server also refuses.
  await expect(user.client.call("configuration.addons", {})).rejects.toMatchObject({ status: 403 });
});

test("what no tab of the administration can read is said, and read when it is tried again; none has serious accessibility findings", async ({
  page,
  server,
}) => {
  await openAdmin(page, server, "/admin/update");
  await expect(page.getByRole("button", { name: "Update pipelines" })).toBeVisible();
  await expectAccessible(page, "Update");
  let isBroken = true;
  await page.route("**/api/v1/**", (route) =>
    isBroken && !route.request().url().includes("/notification/")
      ? route.fulfill({ status: 500, json: { message: "The database is away.", type: "internal" } })
      : route.fallback(),
  );
  const panel = page.getByRole("tabpanel");
  const alert = panel.getByRole("alert");
  const list = panel.getByRole("table").or(panel.getByText("There are no"));
  const shown = {
    Recents: list,
    Users: list,
    Groups: list,
    Storage: list,
    Webhooks: list,
    Audit: list,
    // Loaded separately from the list, and retried together with it.
    Jobs: panel.getByRole("button", { name: "Turn off jobs" }),
    Addons: panel.getByText("No addons are available"),
    Branding: panel.getByRole("textbox", { name: "Training message" }),
    Stats: panel.getByRole("heading").first(),
    Settings: panel.getByRole("button", { name: "Save" }),
    Health: panel.getByRole("heading", { name: "Database" }),
  };
  for (const [name, content] of Object.entries(shown)) {
    isBroken = true;
    await tab(page, name).click();
    await expect(alert, name).toContainText("The database is away.");
    await expect(content, name).toHaveCount(0);
    isBroken = false;
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(content, name).toBeVisible();
    await expect(alert, name).toHaveCount(0);
    await expectAccessible(page, name);
  }
  expect(["Update", ...Object.keys(shown)].toSorted(), "every tab").toEqual(
    (await page.getByRole("tab").allTextContents()).toSorted(),
  );
});

test("[S-ADMIN-01, S-ADMIN-02, S-ADMIN-03] [S-ADMIN-10] [S-ADMIN-11, S-ADMIN-12] [S-ADMIN-14, S-ADMIN-15, S-ADMIN-16, S-ADMIN-17, S-ADMIN-18] [S-NAV-13 for administrators] [S-API-03, S-API-04] [S-DIALOG-03, S-DIALOG-05] recents, users, statistics and addons", async ({
  page,
  server,
}) => {
  await test.step("[S-ADMIN-01, S-ADMIN-02, S-ADMIN-03] [S-NAV-13 for administrators] [S-ADMIN-10] [S-API-03, S-API-04] recents and users", async () => {
    const other = await createUser(server);
    await createImageDataset(other.client, "reef of another");
    const asked: URL[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (/\/(dive_dataset|user|job\/all)$/.test(url.pathname)) asked.push(url);
    });
    await openAdmin(page, server);
    await expect(page.getByRole("link", { name: "Admin", exact: true })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("tab")).toHaveText([
      ...["Recents", "Jobs", "Stats"],
      ...["Users", "Groups"],
      ...["Branding", "Settings", "Storage", "Addons", "Webhooks"],
      ...["Health", "Audit", "Update"],
    ]);
    // All are in sight in a narrow window, too.
    await page.setViewportSize({ width: 720, height: 900 });
    for (const each of await page.getByRole("tab").all()) await expect(each).toBeInViewport({ ratio: 1 });
    // Each line of them begins at the same edge.
    const corners = await page.getByRole("tab").evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    const lines = [...Map.groupBy(corners, ({ y }) => y).values()].map(([first]) => first?.x);
    expect(lines.length).toBeGreaterThan(1);
    expect(new Set(lines).size).toBe(1);
    await page.setViewportSize({ width: 1440, height: 900 });
    const recents = page.getByRole("table", { name: "Recents" });
    const dataset = recents.getByRole("row", { name: /reef of another/ }).first();
    await expect(dataset.getByRole("link", { name: other.login })).toHaveAttribute("href", `/user/${other.id}`);

    await tab(page, "Users").click();
    await expect(page).toHaveURL(/\/admin\/users$/);
    const users = page.getByRole("table", { name: "Users" });
    const link = users.getByRole("link", { name: other.login, exact: true });
    await expect(link).toHaveAttribute("href", `/user/${other.id}`);
    await tab(page, "Jobs").click();
    await expect.poll(() => asked.filter(({ pathname }) => pathname.endsWith("/job/all")).length).toBeGreaterThan(0);
    // If the total is unknown, one more entry than a page is requested, to know whether there is another page.
    const firstOf = (path: string) =>
      Object.fromEntries(asked.find(({ pathname }) => pathname.endsWith(`/${path}`))?.searchParams ?? []);
    expect(firstOf("dive_dataset")).toEqual({
      limit: "50",
      offset: "0",
      sort: "created",
      sortdir: "-1",
      published: "false",
      shared: "false",
    });
    expect(firstOf("user")).toEqual({ limit: "51", offset: "0", sort: "login", sortdir: "1" });
    expect(firstOf("job/all")).toMatchObject({ limit: "51", offset: "0", sort: "created", sortdir: "-1" });

    await tab(page, "Users").click();
    // The first entries of the menu for oneself are disabled; keys reach it all the same.
    await users.getByRole("row").filter({ hasText: "You" }).getByRole("button").click();
    await expect(page.getByRole("menuitem", { name: "Set password..." })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await page.getByRole("button", { name: `Actions for ${other.login}` }).click();
    await page.getByRole("menuitem", { name: "Make administrator" }).click();
    const row = users.getByRole("row").filter({ has: page.getByRole("link", { name: other.login, exact: true }) });
    await expect(row.getByText("Administrator")).toBeVisible();
    expect((await server.client.call("user.get", { id: other.id })).admin).toBe(true);
    await page.getByRole("button", { name: `Actions for ${other.login}` }).click();
    await page.getByRole("menuitem", { name: "Set password..." }).click();
    const dialog = page.getByRole("dialog", { name: `Set the password for ${other.login}` });
    await dialog.getByLabel("New password").fill("abc");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await dialog.getByLabel("New password").fill("a longer one");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    const authorization = `Basic ${Buffer.from(`${other.login}:a longer one`).toString("base64")}`;
    const reply = await fetch(`${server.url}/api/v1/user/authentication`, { headers: { authorization } });
    expect(reply.status).toBe(200);
  });

  await test.step("[S-ADMIN-14, S-ADMIN-15, S-ADMIN-16, S-ADMIN-17, S-ADMIN-18] statistics", async () => {
    const other = await createUser(server);
    await createImageDataset(other.client, "counted");
    await server.server.services.jobs.create({
      title: "Counted",
      type: "pipelines",
      handler: "worker",
      userId: other.id,
      status: JobStatus.success,
    });
    const asked: URLSearchParams[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith("/stats")) asked.push(url.searchParams);
    });
    await tab(page, "Stats").click();
    const range = page.getByRole("combobox", { name: "Date range" });
    await expect(range).toHaveValue("6 months");
    await range.click();
    await expect(page.getByRole("option")).toHaveText([
      ...["60 days", "3 months", "6 months", "1 year", "3 years", "5 years"],
    ]);
    await page.getByRole("option", { name: "1 year" }).click();
    await expect.poll(() => asked.at(-1)?.get("dateRange")).toBe("1 year");

    const slider = page.getByRole("slider", { name: /Users at most/ });
    for (const [name, value] of Object.entries({ valuemin: "5", valuemax: "100", valuenow: "20" }))
      await expect(slider).toHaveAttribute(`aria-${name}`, value);
    const jobs = page.getByRole("region", { name: "Jobs by type" });
    const pie = jobs.locator(".recharts-wrapper");
    await expect.poll(() => pie.boundingBox()).toMatchObject({ width: 300, height: 300 });
    await expect(jobs.getByRole("table")).toContainText("Pipeline");
    await expect(jobs.getByRole("link", { name: /as CSV/ })).toHaveAttribute("href", /^data:text\/csv.*Pipeline/);

    const group = page.getByRole("combobox", { name: "Group by" });
    await expect(group).toHaveValue("None");
    expect(asked.at(-1)?.has("groupBy")).toBe(false);
    await group.click();
    await expect(page.getByRole("option")).toHaveText(["None", "User", "Month"]);
    await page.getByRole("option", { name: "User" }).click();
    const byUser = page.getByRole("region", { name: "Datasets by user" });
    await expect(byUser.getByRole("row", { name: new RegExp(other.login) })).toContainText("1");
    await expect.poll(() => asked.at(-1)?.get("groupBy")).toBe("user");
    await slider.press("Home");
    await expect.poll(() => asked.at(-1)?.get("limit")).toBe("5");
    await group.click();
    await page.getByRole("option", { name: "Month" }).click();
    const months = page.getByRole("region", { name: "By month" });
    await expect
      .poll(() => months.locator(".recharts-wrapper").boundingBox())
      .toMatchObject({ width: 800, height: 400 });
    await expect(months.getByRole("columnheader")).toHaveText(["Month", "Datasets", "Jobs", "New users"]);
    // A one-year range touches 13 months.
    await expect(months.getByRole("row")).toHaveCount(14);
  });

  await test.step("[S-ADMIN-11, S-ADMIN-12, S-DIALOG-03, S-DIALOG-05] addons: what each is, and installing the chosen ones", async () => {
    const rows = [
      ["Sea lions", "https://addons.example.org/sea-lions.zip", "Finds sea lions from above", false],
      ["Scallops", "https://addons.example.org/scallops.zip", "Measures scallops", true],
    ];
    const install = Promise.withResolvers<{ url: URL; body: unknown }>();
    const answered = Promise.withResolvers<void>();
    // Addons are reported by workers of other programs; this server passes the reports on.
    await page.route("**/api/v1/dive_configuration/addons", (route) => route.fulfill({ json: rows }));
    await page.route("**/api/v1/dive_configuration/upgrade_pipelines**", async (route) => {
      install.resolve({ url: new URL(route.request().url()), body: route.request().postDataJSON() as unknown });
      await answered.promise;
      await route.fulfill({ json: null });
    });
    await tab(page, "Addons").click();
    const table = page.getByRole("table", { name: "Addons" });
    await expect(table.getByRole("columnheader")).toHaveText([
      ...["", "Name", "Description", "Download address", "Installed"],
    ]);
    const cells = (name: string) => table.getByRole("row", { name }).getByRole("cell");
    await expect(cells("Sea lions")).toHaveText(["", "Sea lions", String(rows[0]?.[2]), String(rows[0]?.[1]), ""]);
    await expect(cells("Scallops").nth(4)).toHaveText("Installed");
    await page.getByRole("checkbox", { name: "Choose Scallops" }).check();
    await page.getByRole("checkbox", { name: /force/ }).check();
    await page.getByRole("button", { name: "Install 1 addon" }).click();
    const launch = page.getByRole("dialog", { name: "Addons" });
    await expect(launch.getByText("Starting the job")).toBeVisible();
    await expect(launch.locator(".mantine-Loader-root")).toBeVisible();
    const { url, body } = await install.promise;
    expect([url.searchParams.get("force"), body]).toEqual(["true", ["https://addons.example.org/scallops.zip"]]);
    answered.resolve();
    await expect(launch.getByText("Installing addons. Follow the progress under Jobs.")).toBeVisible();
    await expect(launch.locator(".mantine-Loader-root")).toHaveCount(0);
    await expect(launch.getByRole("alert")).toHaveCount(1);
  });
});

test.describe("on a site of its own", () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp();
  });
  test.afterAll(() => server.close());

  test("[S-ADMIN-04, S-ADMIN-05, S-ADMIN-06, S-ADMIN-07, S-ADMIN-08, S-ADMIN-09] [S-ADMIN-10] [S-API-05, S-API-06 of the page] jobs of everybody", async ({
    page,
  }) => {
    const create = (title: string, type: string, status: JobStatus) =>
      server.server.services.jobs.create({ title, type, handler: "worker", userId: server.userId, status });
    await create("A inactive", "convert", JobStatus.inactive);
    await create("B queued", "pipelines", JobStatus.queued);
    await create("C running", "pipelines", JobStatus.running);
    await create("D success", "training", JobStatus.success);
    await create("E error", "convert", JobStatus.error);
    await create("F cancelled", "convert", JobStatus.canceled);
    await create("G cancelling", "training", JobStatus.canceling);
    const asked: URLSearchParams[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith("/job/all")) asked.push(url.searchParams);
    });
    await openAdmin(page, server, "/admin/jobs");
    const table = page.getByRole("table", { name: "Jobs" });
    const titles = table.locator("tbody tr td:first-child");
    await expect(titles).toHaveText(["E error", "C running", "B queued", "A inactive"]);

    const filter = (name: string) =>
      page.locator(".mantine-MultiSelect-root").filter({ has: page.getByText(name, { exact: true }) });
    const openFilter = (name: string) =>
      filter(name)
        .locator(".mantine-MultiSelect-input")
        .click({ position: { x: 4, y: 4 } });
    const chosen = filter("Statuses").locator(".mantine-Pill-label");
    await expect(chosen).toHaveText(["Running", "Error", "Inactive"]);
    await openFilter("Statuses");
    await expect(page.getByRole("option")).toHaveText([
      ...["Cancelled", "Error", "Inactive", "Running", "Cancelling", "Success"],
    ]);
    for (const name of ["Cancelled", "Cancelling", "Success"]) await page.getByRole("option", { name }).click();
    await page.keyboard.press("Escape");
    await expect(titles).toHaveText([
      ...["G cancelling", "F cancelled", "E error", "D success", "C running", "B queued", "A inactive"],
    ]);

    const types = filter("Types").locator(".mantine-Pill-label");
    await expect(types).toHaveText(["Conversion", "Pipeline", "Training"]);
    expect(asked[0]?.get("statuses")).toMatch(/^\[\d+(,\d+)*\]$/);
    await openFilter("Types");
    await page.getByRole("option", { name: "Conversion" }).click();
    await page.keyboard.press("Escape");
    await expect(titles).toHaveText(["G cancelling", "D success", "C running", "B queued"]);

    // 0 to 2: inactive, queued, running.
    await expect(page.getByRole("button", { name: /^Cancel / })).toHaveCount(2);
    await page.getByRole("button", { name: "Cancel C running" }).click();
    const question = page.getByRole("dialog", { name: "Cancel this job?" });
    await question.getByRole("button", { name: "Keep running" }).click();
    await expect(question).toHaveCount(0);
    // In the default list, the job stays.
    for (const name of ["Cancelled", "Cancelling"])
      await filter("Statuses")
        .locator(".mantine-Pill-root", { hasText: name })
        .getByRole("button", { includeHidden: true })
        .click();
    await expect(titles).toHaveText(["D success", "C running", "B queued"]);
    await page.getByRole("button", { name: "Cancel C running" }).click();
    await question.getByRole("button", { name: "Cancel job" }).click();
    await expect(
      table
        .getByRole("row", { name: /C running/ })
        .getByRole("cell")
        .nth(2),
    ).toHaveText(/Cancell/);
    await expect(page.getByRole("button", { name: "Cancel C running" })).toHaveCount(0);

    await openFilter("Types");
    await page.getByRole("option", { name: "Conversion" }).click();
    await page.keyboard.press("Escape");
    // Deleting is offered for every status, cancelling below 3.
    await expect(titles).toHaveCount(7);
    await expect(page.getByRole("button", { name: /^Cancel / })).toHaveText([/^$/, /^$/]);
    for (const name of ["A inactive", "B queued"])
      await expect(page.getByRole("button", { name: `Cancel ${name}` })).toBeEnabled();
    await expect(page.getByRole("button", { name: /^Delete / })).toHaveCount(7);
    for (let left = 6; left >= 0; left -= 1) {
      await page
        .getByRole("button", { name: /^Delete / })
        .first()
        .click();
      await page.getByRole("dialog", { name: "Delete job" }).getByRole("button", { name: "Delete" }).click();
      await expect(titles).toHaveCount(left);
    }
    expect(await server.client.call("job.all", {})).toEqual([]);

    for (let index = 0; index < 51; index += 1) await create(`Job ${index}`, "convert", JobStatus.error);
    await page.reload();
    await expect(titles).toHaveCount(50);
    await expect(titles.first()).toHaveText("Job 50");
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(titles).toHaveText(["Job 0"]);
    expect(asked.at(-1)?.get("offset")).toBe("50");

    await page.getByRole("textbox", { name: "Message shown to users" }).fill("We update tonight.");
    await page.getByRole("button", { name: "Turn off jobs" }).click();
    await expect(page.getByText("We update tonight.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Turn on jobs" })).toBeVisible();
    expect(await server.client.call("configuration.get", {})).toMatchObject({ jobsDisabled: true });
    await page.getByRole("button", { name: "Turn on jobs" }).click();
    await expect(page.getByRole("button", { name: "Turn off jobs" })).toBeVisible();
    expect(await server.client.call("configuration.get", {})).toMatchObject({ jobsDisabled: false });
  });

  test("[S-ADMIN-13, S-BRAND-01, S-BRAND-03, S-BRAND-05] [S-BRAND-04 of the texts] the branding is edited, previewed, saved, and taken back", async ({
    page,
  }) => {
    await openAdmin(page, server, "/admin/branding");
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });
    const preview = page.getByRole("group", { name: "Preview" });
    await expect(field("Training message")).toHaveValue(/Training jobs can take a long time/);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
    const texts = { "Login message": "Welcome aboard", "Training message": "Trains at night", "Alert message": "Soon" };
    await field("Name").fill("Reef Lab");
    for (const [label, text] of Object.entries(texts)) {
      await field(label).fill(text);
      await expect(preview.getByText(text)).toBeVisible();
    }
    await field("Logo URL").fill("javascript:alert(1)");
    await expect(page.getByText("Not a valid image URL")).toBeVisible();
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
    const png = Buffer.from(
      encode({ width: 44, height: 22, channels: 3, data: new Uint8Array(44 * 22 * 3).fill(200) }),
    );
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file: Logo URL" }).click();
    await (await chooser).setFiles([{ name: "logo.png", mimeType: "image/png", buffer: png }]);
    const logo = `data:image/png;base64,${png.toString("base64")}`;
    await expect(field("Logo URL")).toHaveValue(logo);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("The branding was saved")).toBeVisible();
    await expect(page.getByRole("banner")).toContainText("Reef Lab");
    await expect(page.getByRole("alert").filter({ hasText: "Soon" }).first()).toBeVisible();
    expect(await server.client.call("configuration.brand", {})).toEqual({
      name: "Reef Lab",
      logo,
      loginMessage: "Welcome aboard",
      trainingMessage: "Trains at night",
      alertMessage: "Soon",
    });
    await page.reload();
    // The picture is displayed, whether it is stored here or on another site.
    const shownPx = () =>
      page
        .getByRole("banner")
        .locator("img")
        .evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(shownPx).toBe(44);
    await page.route("https://pictures.example.org/**", (route) =>
      route.fulfill({ body: png, contentType: "image/png" }),
    );
    await field("Logo URL").fill("https://pictures.example.org/logo.png");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("The branding was saved")).toBeVisible();
    await page.reload();
    await expect(field("Logo URL")).toHaveValue("https://pictures.example.org/logo.png");
    await expect.poll(shownPx).toBe(44);
    for (const [label, text] of Object.entries({ Name: "Reef Lab", ...texts }))
      await expect(field(label)).toHaveValue(text);
    await expect(page.getByRole("banner")).toContainText("Reef Lab");
    // Favicon and theme belong to the brand data as well: values set by other clients survive when this page saves.
    const brand = { favicon: "/icon.png", vuetify: { theme: { dark: true } } };
    await server.client.call("configuration.setBrand", { body: { name: "Reef Lab", ...brand } });
    await page.reload();
    await field("Name").fill("");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("The branding was saved")).toBeVisible();
    await expect(page.getByRole("banner")).toContainText("Wakeline");
    expect(await server.client.call("configuration.brand", {})).toEqual(brand);
  });
});

test("[S-ADMIN-19, S-ADMIN-20, S-ADMIN-21, S-ADMIN-22] the update", async ({ page, server }) => {
  await page.clock.install();
  let answers = Promise.withResolvers<void>();
  let status = 200;
  // The response of a gateway whose server is restarting cannot come from the server itself.
  await page.route("**/api/v1/dive_configuration/update_containers", async (route) => {
    await answers.promise;
    await (status === 502 ? route.fulfill({ status, body: "Bad Gateway" }) : route.continue());
  });
  await openAdmin(page, server, "/admin/update");
  const button = page.getByRole("button", { name: "Update pipelines" });
  await expect(button).toBeEnabled();
  await expect(page.getByRole("status")).toHaveCount(0);
  await button.click();
  await expect(page.getByRole("button", { name: "Updating" })).toHaveAttribute("data-loading", "true");
  answers.resolve();
  await expect(page.getByRole("status")).toContainText("Already updated");
  await expect(button).toBeEnabled();

  answers = Promise.withResolvers<void>();
  status = 502;
  await button.click();
  answers.resolve();
  const notice = page.getByRole("status");
  await expect(notice).toContainText("20 s");
  await expect(notice.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.clock.runFor(5_000);
  await expect(notice).toContainText("15 s");
  const reloaded = page.waitForEvent("load");
  await page.clock.runFor(15_000);
  await reloaded;
  await expect(button).toBeEnabled();
});
