/** Asks the server to process the uploaded files; a refusal is a finding in those files. */

import { ApiError } from "#schemas/client";
import type { ApiClient } from "#schemas/client";
import type { ParametersOf } from "#schemas/routes";
import type { PostprocessReply } from "#schemas/wire";
import { CliError, ExitCode } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";

/** @param failed the consequence of a refusal: `"reef" was not made` */
export async function postprocess(
  client: ApiClient,
  failed: string,
  parameters: ParametersOf<"rpc.postprocess">,
): Promise<PostprocessReply> {
  try {
    return await client.call("rpc.postprocess", parameters, { signal: interrupted });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    throw new CliError(ExitCode.findings, `${failed}: ${error.message}`, { cause: error });
  }
}
