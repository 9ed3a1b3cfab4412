/** Dark or light mode, and how to change it. */
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

export function useColorScheme(): { readonly isDark: boolean; toggle(): void } {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("dark") === "dark";
  return { isDark, toggle: () => setColorScheme(isDark ? "light" : "dark") };
}
