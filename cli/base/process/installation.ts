/** Commands that work on an installation itself, with or without a running server: `wakeline admin`. */

import type { ServerConfig } from "../../../server/config.ts";
import type * as serverModule from "../../../server/main.ts";
import { CliError, usageError } from "./errors.ts";
import { silenceSqliteWarning } from "./sqlite-warning.ts";

/** Loads the server's code and its configuration. @throws CliError with exit code 2 and the reason */
export async function runWithConfig<T>(
  options: { readonly data?: string },
  work: (server: typeof serverModule, config: ServerConfig) => Promise<T>,
): Promise<T> {
  silenceSqliteWarning();
  const [server, { readConfig }] = await Promise.all([
    import("../../../server/main.ts"),
    import("../../../server/config.ts"),
  ]);
  try {
    return await work(server, readConfig({ dataFolder: options.data }));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(error instanceof Error ? error.message : String(error), error);
  }
}
