/** The calibration of a camera pair, if the dataset has a readable one, and the code that is loaded only with it. */

import { createStereoRig, type Calibration } from "#core";
import { api } from "../../api/client.ts";
import type { Counterparts } from "../../session/cameras/counterparts.ts";
import { pairOf, Stereo } from "../../session/cameras/stereo.ts";
import type { Workspace } from "../../session/workspace.ts";

export interface OpenStereo {
  readonly stereo: Stereo;
  readonly Counterparts: typeof Counterparts;
}

/** Without a calibration the viewer works, but cannot measure. */
export async function openStereo(workspace: Workspace): Promise<OpenStereo | undefined> {
  const stereo = await loadCalibration(workspace);
  return stereo && { stereo, ...(await import("../../session/cameras/counterparts.ts")) };
}

async function loadCalibration({ cameras, dataset }: Workspace): Promise<Stereo | undefined> {
  const pair = dataset.isStereo ? pairOf(cameras) : undefined;
  if (pair === undefined) return undefined;
  try {
    const reply = await api.call("dataset.calibration", { folderId: dataset.id });
    const rig = reply?.calibration && (await createStereoRig(reply.calibration as Calibration));
    return rig && new Stereo(rig, pair);
  } catch (error) {
    console.warn("The calibration cannot be read:", error);
    return undefined;
  }
}
