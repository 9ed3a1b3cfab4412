/**
 * The network a call comes from, as precisely as callers can be distinguished: an IPv4 address, or the /64 of an IPv6
 * address, because one household has all of it.
 */
import { isIPv6 } from "node:net";

const prefixGroups = 4;

export function networkOf(address: string): string {
  const [plain = ""] = address.replace(/^::ffff:(?=\d+\.)/i, "").split("%");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const [first, last] = [groupsOf(head), groupsOf(tail ?? "")];
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(gap).fill("0"), ...last];
  return `${groups.slice(0, prefixGroups).join(":")}::/64`;
}

/** Without leading zeros; a trailing IPv4 address counts as two groups, which never belong to the prefix. */
function groupsOf(text: string): string[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => (group.includes(".") ? [group, group] : [group.replace(/^0+(?=.)/, "")]));
}
