/** The whole application: component library, query cache, start-up, routes. */
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "../queries/query-client.ts";
import { UiProvider } from "../ui/UiProvider.tsx";
import { Boot } from "./Boot.tsx";
import { SessionExpired } from "./SessionExpired.tsx";
import type { AppRouter } from "./router.tsx";

export function App({ router }: { readonly router: AppRouter }) {
  return (
    // Around the component library too: its dialogs ask the server as pages do.
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <Boot>
          <RouterProvider router={router} />
          <SessionExpired />
        </Boot>
      </UiProvider>
    </QueryClientProvider>
  );
}
