/** Signing in with the site's identity provider, using the button of the log-in page. */
import { freePort } from "../support/free-port.ts";
import { startIdentityProvider } from "../support/identity-provider.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, startApp, test } from "./support/app.ts";

test("one button leads to the provider and into the site; those who come back without a session read why", async ({
  page,
}) => {
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const provider = await startIdentityProvider(siteUrl);
  const { issuer, clientId, clientSecret } = provider;
  const rules = { accounts: "create", linkByEmail: false, adminGroup: "", groups: new Map<string, string>() } as const;
  const names = { name: "the Institute", scopes: "openid profile email", groupsClaim: "groups" };
  const server = await startApp({ port, siteUrl, oidc: { issuer, clientId, clientSecret, ...names, rules } });
  try {
    // They finally reach the page they had requested.
    await page.goto(`${siteUrl}/jobs`);
    const button = page.getByRole("link", { name: "Sign in with the Institute" });
    await expect(button).toBeVisible();
    await expectAccessible(page, "log-in page with a provider");
    await button.click();
    await expect(page.getByRole("alert")).toContainText("The sign-in service did not sign you in.");
    await page.reload();
    provider.signInAs({ sub: "p-1", email: "pat@example.org", preferred_username: "patricia", name: "Pat Lee" });
    await button.click();
    await expect(page).toHaveURL(`${siteUrl}/jobs`);
    await expect(page.getByRole("banner")).toContainText("patricia");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(button).toBeVisible();
  } finally {
    await server.close();
    await provider.close();
  }
});
