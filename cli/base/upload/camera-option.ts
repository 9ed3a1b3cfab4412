/** `--camera left=FOLDER`: one camera of a dataset with several, and the folder of its pictures. */
import { InvalidArgumentError } from "commander";

export interface CameraOption {
  readonly name: string;
  readonly path: string;
}

/** Collects the cameras in the given order, which is that of the viewer. */
export function collectCamera(text: string, before: readonly CameraOption[] = []): readonly CameraOption[] {
  const [, name = "", path = ""] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  if (name === "" || path === "") throw new InvalidArgumentError("A camera is a name and a path: left=folder.");
  if (!/^[a-z\d]+$/i.test(name)) throw new InvalidArgumentError(`The name of a camera has letters and digits only.`);
  if (before.some((camera) => camera.name === name))
    throw new InvalidArgumentError(`There is a camera ${name} already.`);
  return [...before, { name, path }];
}
