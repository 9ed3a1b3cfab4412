/** Sends a form: one request at a time, and its error as a text for the form. */
import { useState } from "react";
import { errorText } from "../api/errors.ts";

export function useSubmission() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  /**
   * @param request returns "open" if the form can be sent again; otherwise it stays busy, so that a dialog that is
   *   closing does not send it twice
   * @param describe the text of an error; `undefined` if a field shows it
   */
  async function send(
    request: () => Promise<"open" | void>,
    describe: (error: unknown) => string | undefined = errorText,
  ): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      if ((await request()) !== "open") return;
    } catch (error) {
      setFailure(describe(error));
    }
    setBusy(false);
  }
  return { isBusy, failure, setFailure, send };
}
