/** The application of signed-in people: query cache, dialogs and toasts, routes. */
import { QueryClientProvider } from "@tanstack/react-query";
import { useSignals } from "@preact/signals-react/runtime";
import { lazy, Suspense } from "react";
import { RouterProvider } from "react-router/dom";
import { session } from "../api/session.ts";
import { queryClient } from "../queries/query-client.ts";
import { router } from "./router.tsx";

// Messages shown before it is loaded wait for it.
const Dialogs = lazy(() => import("./Dialogs.tsx"));
const Toasts = lazy(() => import("./Toasts.tsx"));
const SessionExpired = lazy(() => import("./SessionExpired.tsx"));

export default function Application() {
  useSignals();
  const { state } = session.value;
  return (
    // Around dialogs too: they ask the server as pages do.
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <Toasts />
      </Suspense>
      <Suspense>
        <Dialogs />
      </Suspense>
      <RouterProvider router={router} />
      {state === "expired" && (
        <Suspense>
          <SessionExpired />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}
