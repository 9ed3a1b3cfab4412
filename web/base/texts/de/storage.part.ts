/** The German texts of the storage page. */
import { storage } from "./storage.ts";

export const storagePart = { storage } as const;
