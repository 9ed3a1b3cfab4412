/** What the parts of a copy share: both sites, the state, and how much is done. */
import type { Connection } from "../base/connection.ts";
import type { Gate } from "./pages.ts";
import type { CopyState, Loss } from "./state.ts";

export interface CopySites {
  readonly source: Connection;
  readonly target: Connection;
  readonly state: CopyState;
  /** Folders that are copied at a time, and files. */
  readonly jobs: number;
  /** For files of all folders. */
  readonly gate: Gate;
  /** Every revision, not only the newest. */
  readonly allRevisions: boolean;
  /** With users, groups and access. */
  readonly withPeople: boolean;
  /** Bytes that the target has. */
  readonly sent: (bytes: number) => void;
}

/** Takes what cannot be taken over of the folder that is being copied. */
export type Lose = (what: string) => void;

export const lossText = ({ where, what }: Loss): string => `${where}: not taken: ${what}.`;
