/** Addresses that the server may call, and all spellings of those it must not. */
import { expect, test } from "vitest";

import { isPublicAddress } from "./public-address.ts";

test("public addresses", () => {
  for (const address of [
    "1.1.1.1",
    "93.184.216.34",
    "172.32.0.1",
    "223.255.255.254",
    "2606:4700::1111",
    "2a00:1450::8b",
  ]) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});

test("this machine, its network, and addresses that lead nowhere", () => {
  const addresses = [
    ...[
      "0.0.0.0",
      "0.1.2.3",
      "10.1.2.3",
      "100.64.0.1",
      "127.0.0.1",
      "127.255.255.254",
      "169.254.169.254",
      "172.16.0.1",
    ],
    ...["172.31.255.255", "192.0.0.1", "192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...[
      "::",
      "::1",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "::7f00:1",
      "64:ff9b::7f00:1",
      "fe80::1",
      "fc00::1",
      "fd12::1",
    ],
    ...["ff02::1", "2002:7f00:1::", "2001::1", "2001:db8::1", "", "localhost", "127.1", "0x7f000001", "2130706433"],
  ];
  for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
});
