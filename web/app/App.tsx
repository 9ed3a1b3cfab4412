/** The whole application: component library, query cache, start-up, routes. */
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "react-router/dom";
import { queryClient } from "../data/queries/query-client.ts";
import { UiProvider } from "../ui/UiProvider.tsx";
import { Boot } from "./Boot.tsx";
import { setNavigation } from "../ui/navigation.ts";
import { SessionExpired } from "./SessionExpired.tsx";
import { router } from "./router.tsx";

setNavigation((path) => void router.navigate(path));

export function App() {
  return (
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <Boot>
          <RouterProvider router={router} />
          <SessionExpired />
        </Boot>
      </QueryClientProvider>
    </UiProvider>
  );
}
