/**
 * What was asked of the server, wherever it is shown: the shape of what is coming, then the answer; a failure with another
 * try, and below it what was read before.
 */
import type { ReactNode } from "react";
import { errorText } from "../api/errors.ts";
import { t } from "../base/texts/index.ts";
import { retryFailed } from "../queries/query-client.ts";
import { ErrorAlert } from "../ui/ErrorAlert.tsx";
import { ListSkeleton } from "../ui/ListSkeleton.tsx";

export interface Asked {
  readonly data: unknown;
  readonly error: Error | null;
}

export interface AnswerProps<Of extends Asked> {
  readonly of: Of;
  /** What could not be done. The failure itself is shown below it. */
  readonly title?: string;
  /** In place of the lines of a list. */
  readonly waiting?: ReactNode;
  /** Class of the box around the failure, where it needs space of its own. */
  readonly frame?: string | undefined;
  children(data: NonNullable<Of["data"]>): ReactNode;
}

export function Answer<Of extends Asked>({ of, title, waiting, frame, children }: AnswerProps<Of>) {
  const data: Of["data"] = of.data;
  const { error } = of;
  return (
    <>
      {error !== null && (
        <div className={frame} style={{ alignSelf: "stretch" }}>
          <ErrorAlert
            {...(title !== undefined && { title })}
            text={errorText(error)}
            action={{ label: t("common.retry"), onClick: () => void retryFailed() }}
          />
        </div>
      )}
      {data == null ? error === null && (waiting ?? <ListSkeleton />) : children(data)}
    </>
  );
}
