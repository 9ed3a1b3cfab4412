/** The dialog with the log of a job, loaded apart from the page. */
import { useCallback, useEffect, useState, type ReactNode } from "react";
import type { Job } from "#schemas/wire";
import { preloadWhenIdle, whenLoaded } from "../../base/lazy.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";

const JobLogDialog = lazyPart(async () => (await import("./JobLogDialog.tsx")).default);

/** The dialog for the page to render, and a function that opens it. */
export function useJobLog(): { readonly dialog: ReactNode; readonly open: (job: Job) => void } {
  const [shown, setShown] = useState<Job>();
  useEffect(() => preloadWhenIdle(JobLogDialog), []);
  const open = useCallback((job: Job) => whenLoaded([JobLogDialog], () => setShown(job)), []);
  return { dialog: shown !== undefined && <JobLogDialog job={shown} onClose={() => setShown(undefined)} />, open };
}
