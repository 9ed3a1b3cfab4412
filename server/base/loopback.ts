/** Whether only this machine can reach an address. */
export function isLoopbackAddress(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
