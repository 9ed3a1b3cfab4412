/** Saving, what is kept when saving fails, leaving with unsaved changes, and two users on one dataset. */
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import "../support/english.ts";
import { t } from "../../web/base/texts/index.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { startGateway } from "../support/gateway.ts";
import { startServerProcess } from "../support/server-process.ts";
import { createUser, expect, signIn, startApp, test, withoutLiveMessages } from "./support/app.ts";
import { createDataset, saveTracks, storedTracks, ViewerPage } from "./support/viewer.ts";

const fish = { id: 4, keyframes: { 0: [100, 80, 200, 160] } } as const;

test("[V-SAVE-02, V-SAVE-03, V-SAVE-06, V-LAYOUT-07] [V-SAVE-05] [V-SAVE-04] changes are counted per track, sent by a save, and none are left; closing the page warns exactly while there are some, and leaving it asks", async ({
  page,
  user,
}) => {
  const id = await createDataset(user, { tracks: [fish] });
  const viewer = await new ViewerPage(page).open(id);
  const isWarned = () =>
    page.evaluate(() => {
      const event = new Event("beforeunload", { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    });
  await test.step("[V-SAVE-02, V-SAVE-03, V-SAVE-06, V-LAYOUT-07] [V-SAVE-05] changes are counted, warned about and sent", async () => {
    await expect(viewer.saveButton).toBeDisabled();
    expect(await isWarned()).toBe(false);
    await expect(page.getByRole("toolbar", { name: "Editor" })).toBeVisible();
    await expect(page.getByRole("slider", { name: "Confidence filter" })).toBeVisible();
    await viewer.draw([20, 20, 60, 60]);
    await viewer.drag([40, 40], [60, 50]);
    await expect(viewer.saveButton).toHaveText("1 change");
    expect(await isWarned()).toBe(true);
    await viewer.press("Escape", "Escape");
    await viewer.click(150, 120);
    await viewer.press("Delete");
    await viewer.dialog.getByRole("button", { name: "Delete" }).click();
    await expect(viewer.saveButton).toHaveText("2 changes");
    // Deleting and restoring, or drawing and deleting, is not a change.
    await expect(viewer.dialog).toHaveCount(0);
    await viewer.press("Control+z");
    await expect(viewer.saveButton).toHaveText("1 change");
    await viewer.press("Control+y");
    await viewer.draw([220, 20, 260, 60]);
    await expect(viewer.saveButton).toHaveText("3 changes");
    await viewer.press("Escape", "Delete");
    await viewer.dialog.getByRole("button", { name: "Delete" }).click();
    await expect(viewer.saveButton).toHaveText("2 changes");

    const saved = page.waitForRequest(
      (request) => request.method() === "PATCH" && request.url().includes("dive_annotation"),
    );
    const mayGoOn = Promise.withResolvers<void>();
    await page.route("**/api/v1/dive_annotation?*", async (route) => {
      await mayGoOn.promise;
      await route.continue();
    });
    await viewer.saveButton.click();
    await expect(viewer.saveButton).toHaveText("Saving");
    await expect(viewer.saveButton).toBeDisabled();
    mayGoOn.resolve();
    expect((await saved).postDataJSON()).toMatchObject({ tracks: { upsert: [{ id: 5 }], delete: [4] } });
    await expect(viewer.saveButton).toHaveText(/^Saved \d\d:\d\d$/);
    await expect(viewer.saveButton).toBeDisabled();
    expect(await isWarned()).toBe(false);
    expect((await storedTracks(user, id)).map((track) => track.id)).toEqual([5]);
    await page.unroute("**/api/v1/dive_annotation?*");
  });
  await test.step("[V-SAVE-04] leaving with unsaved changes asks; staying keeps them, discarding drops them; saving first that fails stays, with everything", async () => {
    await viewer.draw([20, 20, 60, 60]);
    await page.getByRole("link", { name: "Jobs" }).click();
    await viewer.dialog.getByRole("button", { name: "Don't leave" }).click();
    await expect(viewer.rows).toHaveCount(2);
    await page.getByRole("link", { name: "Jobs" }).click();
    // Back at once: the address has changed, but the other page is not shown yet.
    const visited = await page.evaluateHandle(() => {
      const addresses: string[] = [];
      const { pushState } = history;
      history.pushState = function (...args) {
        pushState.apply(this, args);
        addresses.push(location.pathname);
        history.pushState = pushState;
        setTimeout(() => history.back());
      };
      return addresses;
    });
    await viewer.dialog.getByRole("button", { name: "Discard and leave" }).click();
    await expect.poll(() => visited.jsonValue()).toEqual(["/jobs"]);
    await expect(page).toHaveURL(new RegExp(id));
    await viewer.ready();
    await expect(viewer.rows).toHaveCount(1);
    await expect(viewer.saveButton).toHaveText("Saved");

    await viewer.draw([20, 20, 60, 60]);
    await page.route("**/api/v1/dive_annotation?*", (route) => route.fulfill({ status: 500, json: { message: "no" } }));
    await page.getByRole("link", { name: "Jobs" }).click();
    await viewer.dialog.getByRole("button", { name: "Save and leave" }).click();
    await expect(page.getByText("Unable to save data")).toBeVisible();
    await expect(viewer.rows).toHaveCount(2);
    await page.unroute("**/api/v1/dive_annotation?*");
    await page.getByRole("link", { name: "Jobs" }).click();
    await viewer.dialog.getByRole("button", { name: "Save and leave" }).click();
    await expect(page).toHaveURL(/\/jobs$/);
    expect(await storedTracks(user, id)).toHaveLength(2);
    await expect(viewer.canvas).toHaveCount(0);
  });
  await viewer.goToRevision(id, 1);
  await expect(viewer.saveButton).toBeDisabled();
});

test("[V-SAVE-08] [V-SAVE-09] a failed save says so (and rejects, see tests/session) and keeps everything; after an outage the same save arrives once", async ({
  page,
  user,
}) => {
  const id = await createDataset(user);
  const viewer = await new ViewerPage(page).open(id);
  await viewer.draw([20, 20, 60, 60]);
  let refusal: { status: number; json: object } | undefined = {
    status: 500,
    json: { message: "Disk full", type: "internal" },
  };
  const bodies: string[] = [];
  await page.route("**/api/v1/dive_annotation?*", async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    if (refusal !== undefined) return route.fulfill(refusal);
    bodies.push(route.request().postData() ?? "");
    // The first save reaches the server, but its response is lost.
    if (bodies.length > 1) return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await viewer.press("Control+s");
  const message = page.getByRole("alert").filter({ hasText: "Unable to save data" });
  await expect(message).toContainText("Disk full");
  // Reported once, where the user looks: no page error in addition.
  expect(errors).toEqual([]);
  await expect(viewer.saveButton).toHaveText("1 change");
  await expect(message).toContainText("kept on this machine");
  await expect(viewer.saveButton).toHaveAttribute("data-keeping", "kept");

  refusal = { status: 403, json: { message: "Write access denied", type: "access" } };
  // Auto-saved settings report it too, quietly and once.
  const dataset = `**/api/v1/dive_dataset/${id}`;
  await page.route(dataset, (route) =>
    route.request().method() === "PATCH" ? route.fulfill(refusal) : route.continue(),
  );
  const slider = page.getByRole("slider", { name: "Confidence filter" });
  const unstored = page.getByRole("alert").filter({ hasText: t("viewer.unstored") });
  await slider.press("End");
  await expect(unstored).toContainText(t("viewer.saveForbidden"));
  await unstored.getByRole("button", { name: "Close" }).click();
  const refused = page.waitForResponse((response) => response.request().method() === "PATCH");
  await slider.press("Home");
  await refused;
  await expect(unstored).toHaveCount(0);
  await page.unroute(dataset);
  await viewer.press("Control+s");
  await expect(page.getByText("You do not have permission to Save Data to this Folder")).toBeVisible();
  await expect(viewer.saveButton).toHaveText("1 change");

  refusal = undefined;
  await viewer.press("Control+s");
  await expect(viewer.saveButton).toHaveText("Offline: kept on this machine");
  await viewer.save();
  await expect(message).toHaveCount(0);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
  expect(await storedTracks(user, id)).toHaveLength(1);
  expect(await user.client.call("annotation.revisions", { folderId: id })).toHaveLength(1);

  // A full disk of this machine: nothing else confirms that changes were kept.
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException("The disk is full.", "QuotaExceededError");
    };
  });
  await page.route("**/api/v1/dive_annotation?*", (route) => route.abort("connectionreset"));
  await viewer.draw([80, 20, 120, 60]);
  await expect(viewer.saveButton).toHaveText("1 change");
  await expect(viewer.saveButton).toHaveAccessibleDescription(t("viewer.keeping.failed"));
  await viewer.press("Control+s");
  await expect(viewer.saveButton).toHaveText(t("viewer.offlineUnkept"));
  await expect(message).toContainText(t("viewer.saveWaitsUnkept"));
});

test("a session that has ended is gone on with after the log-in: the viewer goes on loading, and a save is done", async ({
  page,
  server,
  user,
}) => {
  await withoutLiveMessages(page);
  const id = await createDataset(user, { tracks: [fish] });
  const viewer = new ViewerPage(page);
  const expired = page.getByRole("dialog", { name: "Your session has ended" });
  /** Ends the page's current session, as signing out elsewhere does. */
  const endSession = () =>
    page.evaluate(async () => {
      const headers = { "Girder-Token": localStorage.getItem("girderToken") ?? "" };
      // The cookie of this page stays.
      const own = { method: "DELETE", headers, credentials: "omit" } as const;
      const answer = await fetch("/api/v1/user/authentication", own);
      if (!answer.ok) throw new Error(`The session was not ended: ${answer.status}`);
    });
  await test.step("a viewer that is opened while the session has ended goes on loading after the log-in", async () => {
    await page.goto(`/folder/${id}`);
    await expect(page.getByRole("link", { name: /Launch annotator/ }).first()).toBeVisible();
    // Otherwise a request of this page would find out first.
    await page.waitForLoadState("networkidle");
    await endSession();
    await page
      .getByRole("link", { name: /Launch annotator/ })
      .first()
      .click();
    await expect(expired).toBeVisible();
    await expect(page.getByText("denied")).toHaveCount(0);
    await expired.getByRole("textbox", { name: "Password" }).fill(user.password);
    await expired.getByRole("button", { name: "Log in" }).click();
    await viewer.ready();
    await expect(viewer.rows).toHaveCount(1);
  });
  await test.step("a save that finds the session ended is done after the log-in, and leaves no message behind", async () => {
    await viewer.draw([20, 20, 60, 60]);
    await endSession();
    await viewer.press("Control+s");
    await expect(expired).toBeVisible();
    await expect(page.getByText("Unable to save data")).toHaveCount(0);
    await expect(page.getByText("user None")).toHaveCount(0);
    await expired.getByRole("textbox", { name: "Password" }).fill(user.password);
    await expired.getByRole("button", { name: "Log in" }).click();
    await expect(expired).toBeHidden();
    await expect(viewer.saveButton).toHaveText(/^Saved \d\d:\d\d$/);
    await expect(page.getByText("Unable to save data")).toHaveCount(0);
    const tracks = await server.client.call("annotation.tracks", { folderId: id });
    expect(tracks).toHaveLength(2);
  });
});

test("unsaved changes are there again after the page was killed; another page does not take them over while it is open", async ({
  page,
  user,
  context,
}) => {
  const id = await createDataset(user, { tracks: [fish] });
  const viewer = await new ViewerPage(page).open(id);
  await viewer.draw([20, 20, 60, 60]);
  await viewer.press("ArrowRight");
  await viewer.drag([30, 30], [90, 90]);
  await expect(viewer.saveButton).toHaveText("1 change");
  const other = await new ViewerPage(await context.newPage()).open(id);
  await expect(other.saveButton).toHaveText("Saved");
  await expect(other.rows).toHaveCount(1);
  await other.page.close();
  // A threshold that was just moved is not stored yet.
  await page.route(`**/api/v1/dive_dataset/${id}`, (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await page.getByRole("slider", { name: "Confidence filter" }).press("End");
  await page.waitForTimeout(250);
  // No event runs, no dialog is answered: as if the browser crashed.
  await page.close({ runBeforeUnload: false });

  const again = await new ViewerPage(await context.newPage()).open(id);
  const slider = again.page.getByRole("slider", { name: "Confidence filter" });
  await expect(slider).toHaveAttribute("aria-valuenow", "1");
  const thresholds = async () => (await user.client.call("dataset.get", { id })).confidenceFilters;
  await expect.poll(thresholds).toEqual({ default: 1 });
  await slider.press("Home");
  await expect(again.page.getByText("1 unsaved change from")).toBeVisible();
  await expect(again.saveButton).toHaveText("1 change");
  await expect(again.rows).toHaveCount(2);
  await again.save();
  expect((await storedTracks(user, id)).find((track) => track.id === 5)?.features).toHaveLength(2);

  const third = await new ViewerPage(await context.newPage()).open(id);
  await expect(third.saveButton).toHaveText("Saved");
});

test("unsaved changes that cannot be brought back are offered as a file, each time the dataset is opened, until they are deleted on purpose", async ({
  page,
  user,
  context,
}) => {
  const id = await createDataset(user, { tracks: [fish] });
  const viewer = await new ViewerPage(page).open(id);
  await viewer.draw([20, 20, 60, 60]);
  await expect(viewer.saveButton).toHaveAttribute("data-keeping", "kept");
  // The browser's storage was damaged.
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("wakeline-journal");
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction("entries", "readwrite");
    const store = transaction.objectStore("entries");
    const all = store.getAll();
    all.onsuccess = () => {
      for (const entry of all.result) {
        if (entry.ops[0] === 87) store.put({ ...entry, ops: entry.ops.with(-1, 255) });
      }
    };
    await new Promise((resolve) => (transaction.oncomplete = resolve));
  });
  await page.close({ runBeforeUnload: false });

  const again = await new ViewerPage(await context.newPage()).open(id);
  const offer = again.page.getByRole("alert").filter({ hasText: "could not be restored" });
  await expect(offer).toContainText("This browser keeps them for up to 90 days");
  await expect(again.saveButton).toHaveText("Saved");
  await expect(again.rows).toHaveCount(1);
  const download = again.page.waitForEvent("download");
  await offer.getByRole("button", { name: "Save as a file" }).click();
  const file = JSON.parse(await readFile(await (await download).path(), "utf8"));
  expect(file).toMatchObject({ datasetId: id, reason: "differs", steps: [{ seq: 1 }] });
  expect(atob(file.steps[0].ops)).toContain("track.add");
  await expectAccessible(again.page, "an offer of unsaved changes");

  await again.open(id);
  await offer.getByRole("button", { name: "Delete" }).click();
  await again.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(offer).toBeVisible();
  await offer.getByRole("button", { name: "Delete" }).click();
  await again.dialog.getByRole("button", { name: "Delete" }).click();
  await expect(offer).toHaveCount(0);
  await again.open(id);
  await expect(again.saveButton).toHaveText("Saved");
  await expect(offer).toHaveCount(0);
});

test("what was saved elsewhere meanwhile is merged field by field; what both changed is asked about side by side; new tracks of both are kept", async ({
  browser,
  page,
  server,
  user,
}) => {
  const id = await createDataset(user, { tracks: [fish, { id: 9, keyframes: { 0: [220, 20, 300, 60] } }] });
  const friend = await createUser(server);
  const users = [
    { id: user.id, level: 2 },
    { id: friend.id, level: 1 },
  ];
  await user.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  const theirs = new ViewerPage(await (await browser.newContext({ baseURL: server.url })).newPage());
  await signIn(theirs.page, server, friend.token);
  const viewer = new ViewerPage(page);
  await Promise.all([viewer.open(id), theirs.open(id)]);

  // They move the box of 4 and delete 9; here 4 gets another type, which is not a conflict, and 9 is moved.
  await theirs.click(150, 120, "right");
  await theirs.drag([150, 120], [170, 120]);
  await theirs.press("Escape", "Escape");
  await theirs.click(260, 40);
  await theirs.press("Delete");
  await theirs.dialog.getByRole("button", { name: "Delete" }).click();
  await theirs.save();
  await viewer.click(150, 120, "right");
  await viewer.drag([150, 120], [150, 150]);
  await viewer.press("Escape", "Escape");
  await viewer.click(260, 40, "right");
  await viewer.drag([260, 40], [250, 60]);
  await viewer.press("Control+s");
  const { dialog } = viewer;
  await expect(dialog).toContainText(`${friend.login} saved in the meantime.`);
  await expect(dialog).toContainText("1 of 2");
  await expect(dialog.getByTestId("conflict-title")).toHaveText("Track 4 (fish), frame 0: box");
  await expect(dialog.getByTestId("conflict-words-mine")).toHaveText("100 × 80 at 100, 110");
  await expect(dialog.getByTestId("conflict-words-theirs")).toHaveText("100 × 80 at 120, 80");
  await expect(dialog.locator("canvas[data-pictured]")).toHaveCount(2);

  // Closing it loses nothing and saves nothing.
  await dialog.getByRole("button", { name: "Decide later" }).click();
  await expect(viewer.saveButton).toHaveText("2 changes");
  await viewer.press("Control+s");
  await dialog.getByRole("button", { name: "Take theirs" }).click();
  await expect(dialog.getByTestId("conflict-title")).toHaveText("Track 9 (fish)");
  await expect(dialog.getByTestId("conflict-words-theirs")).toHaveText("Deleted");
  await expect(dialog.getByTestId("conflict-words-mine")).toHaveText("Changed: box");
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await expect(dialog.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(viewer.saveButton).toContainText("Saved");
  const boxes = (await storedTracks(user, id)).map((track) => [track.id, track.features[0]?.bounds]);
  expect(boxes).toEqual([
    [4, [120, 80, 220, 160]],
    [9, [210, 40, 290, 80]],
  ]);

  // From the user's other window: another type there and another box here merge without a question.
  await theirs.page.context().close();
  await saveTracks(user, id, [{ id: 4, type: "eel", keyframes: { 0: [120, 80, 220, 160] } }]);
  await viewer.press("Escape", "Escape");
  await viewer.click(170, 120, "right");
  await viewer.drag([170, 120], [150, 120]);
  await viewer.save();
  await expect(viewer.row(4)).toContainText("eel");
  expect((await storedTracks(user, id))[0]?.features[0]?.bounds).toEqual([100, 80, 200, 160]);
  await saveTracks(user, id, [{ id: 4, type: "eel", keyframes: { 0: [10, 80, 110, 160] } }]);
  await viewer.drag([150, 120], [160, 120]);
  await viewer.press("Control+s");
  await expect(dialog).toContainText("You saved in another window.");
  await dialog.getByRole("button", { name: "Take theirs" }).click();
  await page.keyboard.press("Enter");
  await expect(viewer.saveButton).toContainText("Saved");
  expect((await storedTracks(user, id))[0]?.features[0]?.bounds).toEqual([10, 80, 110, 160]);

  // Another user's new track got the same id, 10, and is saved first.
  await viewer.press("Escape", "Escape");
  await viewer.draw([20, 180, 60, 220]);
  await viewer.press("Escape", "Escape");
  await saveTracks(user, id, [{ id: 10, type: "crab", keyframes: { 0: [220, 180, 300, 220] } }]);
  await viewer.save();
  const drawn = (await storedTracks(user, id)).map((track) => [track.id, track.features[0]?.bounds]);
  expect(drawn.slice(-2)).toEqual([
    [10, [220, 180, 300, 220]],
    [11, [20, 180, 60, 220]],
  ]);
  await expect(viewer.row(10)).toContainText("crab");
  await expect(viewer.row(11)).toBeVisible();
});

test("a viewer whose server is killed in the middle of a save can go on working; when it is back, that save is done by itself, once", async ({
  page,
}) => {
  const dataFolder = mkdtempSync(join(tmpdir(), "wakeline-offline-"));
  const prepared = await startApp({ dataFolder });
  const user = await createUser(prepared);
  const id = await createDataset(user);
  await prepared.close();
  const port = Number(new URL(prepared.url).port);
  let own = await startServerProcess({ dataFolder, port });
  try {
    await page.context().addCookies([{ name: "girderToken", value: user.token, url: own.url, httpOnly: true }]);
    await page.addInitScript((token) => localStorage.setItem("girderToken", token), user.token);
    await page.goto(`${own.url}/viewer/${id}`);
    const viewer = await new ViewerPage(page).ready();
    page.on("pageerror", () => undefined);
    await page.route("**/api/v1/dive_annotation?*", async (route) => {
      // The server may or may not have processed it by then: the response is lost either way.
      const sent = route.fetch().catch(() => undefined);
      await own.kill();
      await sent;
      await route.abort("connectionreset");
    });
    await viewer.draw([20, 20, 60, 60]);
    await viewer.press("Control+s");
    await expect(viewer.saveButton).toHaveText("Offline: kept on this machine");
    // Changes undone here may be stored there, so nothing is called saved.
    await viewer.press("Control+z");
    await expect(viewer.rows).toHaveCount(0);
    await expect(viewer.saveButton).toHaveText("Offline: kept on this machine");
    await viewer.press("Control+Shift+z");
    await expect(viewer.rows).toHaveCount(1);
    // Auto-saved settings wait too.
    await page.getByRole("slider", { name: "Confidence filter" }).press("End");
    await page.unroute("**/api/v1/dive_annotation?*");

    own = await startServerProcess({ dataFolder, port });
    // The live stream reconnects after eight seconds.
    await expect(viewer.saveButton).toContainText("Saved", { timeout: 30_000 });
    await expect(page.getByText("Unable to save data")).toHaveCount(0);
    expect(await storedTracks(user, id)).toHaveLength(1);
    expect(await user.client.call("annotation.revisions", { folderId: id })).toHaveLength(1);
    const thresholds = async () => (await user.client.call("dataset.get", { id })).confidenceFilters;
    await expect.poll(thresholds, { timeout: 15_000 }).toEqual({ default: 1 });
  } finally {
    await own.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
});

test("a save that the proxy in front of the server loses is done by itself a moment later, once; until then the page says so", async ({
  page,
  server,
  user,
}) => {
  const gateway = await startGateway(server.url);
  try {
    const id = await createDataset(user);
    await page.goto(`${gateway.url}/viewer/${id}`);
    const viewer = await new ViewerPage(page).ready();
    await viewer.draw([20, 20, 60, 60]);
    gateway.lose(503, ({ method, url = "" }) => method === "PATCH" && url.includes("dive_annotation"));
    await viewer.press("Control+s");
    await expect(viewer.saveButton).toHaveText(t("viewer.offline"));
    await expect(viewer.saveButton).toHaveAccessibleDescription(/Saving again at \d\d:\d\d:\d\d\. /);
    const message = page.getByRole("alert").filter({ hasText: t("viewer.saveFailed") });
    await expect(message).toContainText(t("viewer.saveWaits"));
    await message.getByRole("button").click();
    // A server that is still unreachable is not reported again.
    await expect.poll(() => gateway.lostCount()).toBe(2);
    await expect(viewer.saveButton).toHaveText(t("viewer.offline"));
    await expect(message).toHaveCount(0);
    gateway.passAll();
    await expect(viewer.saveButton).toHaveText(/^Saved \d\d:\d\d$/);
    expect(await storedTracks(user, id)).toHaveLength(1);
    expect(await user.client.call("annotation.revisions", { folderId: id })).toHaveLength(1);
    await expect(page.getByText(t("shell.connection.lost"))).toHaveCount(0);
  } finally {
    await page.close();
    await gateway.close();
  }
});
