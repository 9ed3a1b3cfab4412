/** The English texts of the page of places of files. */
import { storage } from "./storage.ts";

export const storagePart = { storage } as const;
