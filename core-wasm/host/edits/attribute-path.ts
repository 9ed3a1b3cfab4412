/** Where the value of an attribute is stored among the attributes of a track, detection or group. */
import { CoreError } from "../types.ts";
import { requireName } from "./arguments.ts";
import type { MemberPath } from "./members-text.ts";

const userAttributes = "userAttributes";

/** Values of a user are stored under their login. Throws `bad-attribute`. */
export function attributePath(name: string, user: string | undefined): MemberPath {
  requireName("bad-attribute", name);
  if (name === userAttributes) throw new CoreError("bad-attribute", `The name ${userAttributes} is reserved.`);
  if (user === undefined) return [name];
  requireName("bad-attribute", user);
  return [userAttributes, user, name];
}
