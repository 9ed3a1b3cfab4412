/** The whole web application: Mantine, start-up, and then the log-in page or the application. */
import { useSignals } from "@preact/signals-react/runtime";
import { createElement, useEffect, useReducer, useState } from "react";
import { UiProvider } from "../ui/theme/UiProvider.tsx";
import { Boot } from "./Boot.tsx";
import { CrashBoundary } from "./CrashBoundary.tsx";
import { loadSide, pageOf, side } from "./entrance.ts";

export function App() {
  return (
    <UiProvider>
      <CrashBoundary>
        <Boot>
          <Pages />
        </Boot>
      </CrashBoundary>
    </UiProvider>
  );
}

function Pages() {
  useSignals();
  const shown = side.value;
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  useEffect(() => {
    if (pageOf(shown) === undefined) loadSide(shown).then(drawAgain, (error: unknown) => setFailure({ error }));
  }, [shown]);
  if (failure !== undefined) throw failure.error;
  const Page = pageOf(shown);
  return Page === undefined ? null : createElement(Page);
}
