/** The English texts about videos with annotations. */
import { render } from "./render.ts";

export const renderPart = { render } as const;
