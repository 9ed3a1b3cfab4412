/** The same person has the same color on every page. */
import { colorOfType } from "#core/type-colors";
import type { Person } from "../../session/presence/presence.ts";

export const colorOf = ({ userId }: Person): string => colorOfType(userId);
