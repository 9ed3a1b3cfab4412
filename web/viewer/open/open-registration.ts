/** Registration of cameras with each other, loaded only with datasets that have several. */

import { createTransformSolver } from "#core";
import type { Registration, RegistrationParts } from "../../session/cameras/registration.ts";
import type { Workspace } from "../../session/workspace.ts";

export type MakeRegistration = (sameInstant: RegistrationParts["sameInstant"]) => Registration;

export async function openRegistration(workspace: Workspace): Promise<MakeRegistration | undefined> {
  if (workspace.cameras.length < 2) return undefined;
  const [solve, session] = await Promise.all([
    createTransformSolver(),
    import("../../session/cameras/registration.ts"),
  ]);
  return (sameInstant) => new session.Registration({ workspace, solve, sameInstant });
}
