/** The application for signed-in users: query cache, dialogs and toasts, routes. */
import { QueryClientProvider } from "@tanstack/react-query";
import { useSignals } from "@preact/signals-react/runtime";
import { RouterProvider } from "react-router/dom";
import { session } from "../api/session.ts";
import { queryClient } from "../queries/query-client.ts";
import { lazyPart } from "../ui/page/lazy-part.tsx";
import { router } from "./router.tsx";

// Dialogs opened before it is loaded wait for it.
const Dialogs = lazyPart(async () => (await import("./Dialogs.tsx")).default);
const Toasts = lazyPart(async () => (await import("./Toasts.tsx")).default);
const SessionExpired = lazyPart(async () => (await import("./SessionExpired.tsx")).default);

export default function Application() {
  useSignals();
  const { state } = session.value;
  return (
    // Also around dialogs, which query the server as pages do.
    <QueryClientProvider client={queryClient}>
      <Toasts />
      <Dialogs />
      <RouterProvider router={router} />
      {state === "expired" && <SessionExpired />}
    </QueryClientProvider>
  );
}
