import { beforeAll, expect, test } from "vitest";
import { loadTexts } from "../../base/texts/index.ts";
import { deviceName } from "./device-name.ts";

beforeAll(() => loadTexts("account"));

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 (KHTML, like Gecko) Version/18.0 Safari/605",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604",
    "Safari on iPhone",
  ],
  ["python-requests/2.32.0", "Python"],
  ["undici", "Command line"],
  ["node", "Command line"],
  ["my-script/3", "my-script"],
  ["", "Unknown program"],
])("%s", (agent, name) => expect(deviceName(agent)).toBe(name));

test("a program that says nothing", () => expect(deviceName(null)).toBe("Unknown program"));
