import { expect, test, vi } from "vitest";
import { currentToken, forgetToken, storeToken } from "./token.ts";

test("without a token the page no longer expects the top bar of signed-in users", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const dataset: Record<string, string> = { signedIn: "", mantineColorScheme: "dark" };
  vi.stubGlobal("document", { documentElement: { dataset } });
  storeToken("a");
  forgetToken();
  expect([currentToken(), dataset]).toEqual([undefined, { mantineColorScheme: "dark" }]);
});
