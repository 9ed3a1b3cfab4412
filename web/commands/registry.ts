/** All commands of the application: importing this loads those of the viewer, which other pages do without. */

import { addViewerCommands, knownIds, type CommandId } from "./known.ts";
import { viewerCommands } from "./viewer.ts";

addViewerCommands(viewerCommands);

export * from "./known.ts";
export const commandIds: readonly CommandId[] = knownIds.peek();
