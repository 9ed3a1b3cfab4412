/** Signing in by name and password, as clients do. */
import type { TestServer } from "./test-server.ts";

export const basicAuth = (login: string, password: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString("base64")}`,
});

/** @returns the response, and the token of the session; empty: refused */
export async function signIn(
  server: TestServer,
  login: string,
  password: string,
): Promise<{ status: number; body: Record<string, unknown>; token: string }> {
  const headers = basicAuth(login, password);
  const response = await server.fetch("/api/v1/user/authentication", { token: null, headers });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, token: (body["authToken"] as { token: string } | undefined)?.token ?? "" };
}
