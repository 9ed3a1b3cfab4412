/** The same person has the same colour on every page. */
import { colorOfType } from "../../base/type-colors.ts";
import type { Person } from "../../session/presence/presence.ts";

export const colorOf = ({ userId }: Person): string => colorOfType(userId);
