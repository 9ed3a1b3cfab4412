/** Why there was no answer, as text. */

import { systemErrorCode } from "../process/errors.ts";

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name could not be looked up",
  ETIMEDOUT: "no answer in time",
  UND_ERR_CONNECT_TIMEOUT: "no answer in time",
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  UND_ERR_SOCKET: "the connection was cut",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the network",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself (name it in NODE_EXTRA_CA_CERTS)",
};

export function networkReason(error: unknown): string {
  const code = systemErrorCode(error);
  const known = code === undefined ? undefined : reasons[code];
  if (known !== undefined) return known;
  let deepest = error;
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause;
  return deepest instanceof Error && deepest.message !== "" ? deepest.message : (code ?? "no answer");
}
