/** Addresses that mail can be sent to, and texts that only look like one. */
import { expect, test } from "vitest";

import { isMailAddress } from "./mail-address.ts";

test.each([
  ...["a@b.org", "first.last+tag@sub.example.co.uk", "o'neil@example.org", "müller@exämple.de", "a_b-c@x-y.museum"],
  ...["1@2.example", "user%host@example.org", "用户@例子.广告"],
])("%s is one", (text) => expect(isMailAddress(text)).toBe(true));

test.each([
  ...["<a@b.org>", "a@b", "a@@b.org", "a b@c.org", "a@b.org>", '"a"@b.org', "a,b@c.org", "a@b..org", ".a@b.org"],
  ...[
    "a.@b.org",
    "a@-b.org",
    "a@b-.org",
    "a@b.org,c@d.org",
    "a@b.org\n",
    "a\u0000@b.org",
    "a\u200b@b.org",
    "@b.org",
    "a@",
  ],
  ...["a(b)@c.org", "a@[127.0.0.1]", "a;b@c.org", "a@b.org?subject=x", `${"a".repeat(65)}@b.org`, "mailto:a@b.org"],
  ...["a\u2028@b.org", "a@b\u3000.org", ""],
])("%j is none", (text) => expect(isMailAddress(text)).toBe(false));
