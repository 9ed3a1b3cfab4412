/**
 * The states of a request to the server: a placeholder, then the result; on failure an error with a retry button, and
 * below it the last known result.
 */
import type { ReactNode } from "react";
import { errorText } from "../api/errors.ts";
import { t } from "../base/texts/index.ts";
import { retryFailed } from "../queries/query-client.ts";
import { ErrorAlert } from "../ui/page/ErrorAlert.tsx";
import { ListSkeleton } from "../ui/tables/ListSkeleton.tsx";

export interface Asked {
  readonly data: unknown;
  readonly error: Error | null;
}

export interface AnswerProps<Of extends Asked> {
  readonly of: Of;
  /** A heading that names the failed action. The error itself is shown below it. */
  readonly title?: string;
  /** Replaces the lines of the list placeholder. */
  readonly waiting?: ReactNode;
  /** Class of the box around the error, where it needs margins. */
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
