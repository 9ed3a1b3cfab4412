/** Sets up Mantine for the application: theme and color scheme. */
import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./global.css";
import "./targets.css";
import "./forced-colors.css";
import { MantineProvider } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, type ReactNode } from "react";
import { languageCode } from "../../base/texts/index.ts";
import { colorSchemeManager } from "./color-scheme.ts";
import { createAppTheme, cssVariables } from "./theme.ts";

export function UiProvider({ children }: { readonly children: ReactNode }) {
  useSignals();
  const language = languageCode();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- its texts are those of the language
  const theme = useMemo(createAppTheme, [language]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="dark"
      colorSchemeManager={colorSchemeManager}
    >
      {children}
    </MantineProvider>
  );
}
