/** All commands of the application: importing this file loads those of the viewer, which other pages do not need. */

import { addViewerCommands, knownIds, type CommandId } from "./known.ts";
import { viewerCommands } from "./viewer.ts";

addViewerCommands(viewerCommands);

export * from "./known.ts";
export const commandIds: readonly CommandId[] = knownIds.peek();
