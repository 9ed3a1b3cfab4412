/**
 * Reports of errors and opened pages: sent to the service that the site configures, and never from a developer's
 * machine.
 */
import { createServer as createHttpServer } from "node:http";
import { text } from "node:stream/consumers";
import { chromium } from "@playwright/test";
import type { Report } from "../../web/app/reports.ts";
import { chromiumArgs } from "../tools/find-chromium.ts";
import { expect, startApp, test } from "./support/app.ts";
import { freePort } from "../support/free-port.ts";

/** Any name other than that of this machine. */
const publicName = "annotate.example.org";

test("[V-API-09] errors and opened pages are reported to the service of the site, except on localhost", async ({
  launchOptions,
}) => {
  const reports: Report[] = [];
  const service = createHttpServer(async (request, response) => {
    reports.push(JSON.parse(await text(request)) as Report);
    response.end();
  });
  const servicePort = await freePort();
  await new Promise<void>((resolve) => service.listen(servicePort, "127.0.0.1", resolve));
  const reportUrl = `http://127.0.0.1:${servicePort}/reports`;
  const [server, silent] = [
    await startApp({ reportUrl, publicHosts: [publicName] }),
    await startApp({ publicHosts: [publicName] }),
  ];
  const args = [...chromiumArgs, `--host-resolver-rules=MAP ${publicName} 127.0.0.1`];
  const browser = await chromium.launch({ ...launchOptions, args });
  try {
    const page = await browser.newPage();
    const openAndFail = async (url: string) => {
      await page.goto(`${url}/login`);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await page.evaluate(() => void Promise.reject(new Error("a defect of ours")));
      await expect(page.getByText("a defect of ours")).toBeVisible();
    };
    const named = (url: string) => url.replace("127.0.0.1", publicName);
    await openAndFail(server.url);
    await openAndFail(named(silent.url));
    expect(reports, "nothing from this machine itself, nor where no service is named").toEqual([]);

    await openAndFail(named(server.url));
    const id = "0123456789abcdef01234567";
    await page.goto(`${named(server.url)}/user-guide/${id}?name=secret`);
    await expect
      .poll(() => reports.map(({ kind, page: where }) => `${kind} ${where}`))
      .toEqual(expect.arrayContaining(["page /login", "error /login", "page /user-guide/…"]));
    expect(reports.find(({ kind }) => kind === "error")).toMatchObject({
      message: "a defect of ours",
      stack: expect.stringContaining("Error: a defect of ours"),
    });
    for (const { time } of reports) expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
    expect(JSON.stringify(reports), "no ids, no queries").not.toMatch(/0123456789abcdef|secret/);
  } finally {
    await browser.close();
    await Promise.all([server.close(), silent.close()]);
    service.close();
  }
});
