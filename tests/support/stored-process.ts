/** A server process that stores its data where the test's project says: see storage.ts. For tests under load. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ApiClient } from "#schemas";

import { startServerProcess, type ServerProcess } from "./server-process.ts";
import { storageOf } from "./storage.ts";
import { clientOf } from "./test-server.ts";

export interface StoredProcess {
  readonly server: ServerProcess;
  /** Calls as the administrator. */
  readonly client: ApiClient;
  readonly token: string;
  readonly userId: string;
  close(): Promise<void>;
}

/** @param env in addition to this process's own */
export async function startStoredProcess(env: Readonly<Record<string, string>> = {}): Promise<StoredProcess> {
  const dataFolder = await mkdtemp(join(tmpdir(), "wakeline-test-"));
  const storage = await storageOf(dataFolder);
  const where = storage && {
    DATABASE_URL: storage.databaseUrl,
    BLOB_URL: storage.blobUrl,
    WAKELINE_MIN_CHUNK_BYTES: "0",
  };
  const server = await startServerProcess({ dataFolder, env: { ...where, ...env } });
  const link = new URL(server.firstStart?.signInUrl ?? "");
  const [id, token] = [link.searchParams.get("user") ?? "", link.searchParams.get("token") ?? ""];
  const { authToken } = await clientOf(server.url).call("user.temporaryLogin", { id, token });
  return {
    server,
    client: clientOf(server.url, authToken.token),
    token: authToken.token,
    userId: id,
    close: async () => {
      await server.kill();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
