/** The calibration of a pair of cameras, where the dataset has one that can be read. */

import { createStereoRig, type Calibration } from "#core";
import { api } from "../../api/client.ts";
import { pairOf, Stereo } from "../../session/cameras/stereo.ts";
import type { Workspace } from "../../session/workspace.ts";

/** Without one the viewer works, and measures nothing. */
export async function openStereo({ cameras, dataset }: Workspace): Promise<Stereo | undefined> {
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
