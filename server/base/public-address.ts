/**
 * Which IP addresses belong to the public internet. All others lead to this machine, its network, or nowhere (IANA's
 * registries of special-purpose addresses, RFC 6890 and its successors).
 */
import { BlockList, isIP } from "node:net";

const special = new BlockList();
for (const [prefix, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved, broadcast.
  ["224.0.0.0", 3],
] as const) {
  special.addSubnet(prefix, bits, "ipv4");
}
for (const [prefix, bits] of [
  // Teredo, benchmarking, ORCHID and other protocol assignments.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4 wraps any IPv4 address.
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  special.addSubnet(prefix, bits, "ipv6");
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** @param address as returned by resolvers, without brackets; anything that is not an IP address is not public */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, "ipv4");
  // Wrapped IPv4 addresses (::ffff:127.0.0.1, 64:ff9b::7f00:1) are outside the global unicast block.
  return version === 6 && globalUnicast.check(address, "ipv6") && !special.check(address, "ipv6");
}
