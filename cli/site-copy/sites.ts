/** State shared by the parts of a copy: both sites, the progress file, and the amount done. */
import type { Connection } from "../base/connection/connection.ts";
import type { Gate } from "./pages.ts";
import type { CopyState, Loss } from "./state.ts";

export interface CopySites {
  readonly source: Connection;
  readonly target: Connection;
  readonly state: CopyState;
  /** Number of folders, and of files, copied at a time. */
  readonly jobs: number;
  /** Limits files over all folders. */
  readonly gate: Gate;
  /** Every revision instead of only the newest. */
  readonly allRevisions: boolean;
  /** With users, groups and access. */
  readonly withPeople: boolean;
  /** Called with the number of bytes that the target has received. */
  readonly sent: (bytes: number) => void;
}

/** Receives what cannot be copied of the current folder. */
export type ReportLoss = (what: string) => void;

export const lossText = ({ where, what }: Loss): string => `${where}: not taken: ${what}.`;
