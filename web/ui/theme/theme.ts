/**
 * The look of the application on top of Mantine: a calm, dense theme, dark by default.
 *
 * Contrast: every text color here has at least 4.5:1 on the surfaces it is used on, in both schemes. `primaryShade` 7
 * has 6.6:1 with white text. Measure again before changing a shade.
 */
import { createTheme, mergeThemeOverrides } from "@mantine/core";
import type { CSSVariablesResolver, MantineColorsTuple, MantineTheme, MantineThemeOverride } from "@mantine/core";
import type { ClipboardEvent } from "react";
import { t } from "../../base/texts/index.ts";
import { decimalSeparator } from "../../base/texts/numbers.ts";
import { tipDelayMs } from "../tips/tips.ts";

/** Accent: the blue-green of a ship's wake. */
export const wake: MantineColorsTuple = [
  "#e3f6f9",
  "#c5ebf1",
  "#97d9e4",
  "#64c5d5",
  "#3db2c6",
  "#2199b1",
  "#147d94",
  "#0f6679",
  "#0c5364",
  "#083c49",
];

/** Neutral scale of the dark scheme: 0 text, 2 dimmed text, 3 placeholder, 4 border, 5 hover, 6 input, 7 body. */
const dark: MantineColorsTuple = [
  "#d9dee3",
  "#bcc4cc",
  "#9ba6b1",
  "#8a96a2",
  "#333b44",
  "#272e36",
  "#1d232a",
  "#14191f",
  "#0f1317",
  "#0a0d10",
];

/** Neutral scale of the light scheme; 6 and 7 are the dimmed texts. */
const gray: MantineColorsTuple = [
  "#f7f8f9",
  "#f0f2f4",
  "#e6e9ec",
  "#d8dde1",
  "#c3cad0",
  "#7f8a94",
  "#5a6570",
  "#46505a",
  "#2f373f",
  "#1b2026",
];

/** Red whose shade 7 has enough contrast for white text. */
const red: MantineColorsTuple = [
  "#fff1f0",
  "#ffdedb",
  "#ffbcb6",
  "#ff9990",
  "#fb7a70",
  "#ef5f55",
  "#dc463d",
  "#c5322a",
  "#a92720",
  "#8a1f19",
];

/**
 * No transitions. A dialog that is still fading out would take the next key, or swallow it; one that fades in without
 * fading out is rendered, removed and rendered again by Mantine, with keys going past it in between.
 */
const transitionProps = { duration: 0, exitDuration: 0 };

/**
 * Pastes numbers whose decimal separator has to change. The field's own handler sets the value without an event, so that
 * in German "0.4" becomes 04.
 */
function pasteNumber(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData("text");
  if (!/[.,]/.test(text)) return;
  event.preventDefault();
  event.stopPropagation();
  void import("./pasted-number.ts").then(({ insertNumber }) => insertNumber(text));
}

const base = createTheme({
  primaryColor: "wake",
  primaryShade: { light: 7, dark: 7 },
  colors: { wake, dark, gray, red },
  // The first is shipped with the application; the others are fallbacks for letters it lacks.
  fontFamily:
    "'Inter Variable', Inter, 'Segoe UI', system-ui, -apple-system, Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  spacing: { xs: "0.375rem", sm: "0.625rem", md: "0.875rem", lg: "1.25rem", xl: "1.75rem" },
  radius: { xs: "2px", sm: "4px", md: "6px", lg: "8px", xl: "12px" },
  defaultRadius: "sm",
  cursorType: "pointer",
  respectReducedMotion: true,
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.25rem", lineHeight: "1.35" },
      h2: { fontSize: "1rem", lineHeight: "1.4" },
      h3: { fontSize: "0.875rem", lineHeight: "1.4" },
      h4: { fontSize: "0.8125rem", lineHeight: "1.4" },
    },
  },
  components: {
    Text: { defaultProps: { size: "sm" } },
    Button: { defaultProps: { size: "xs" }, styles: { root: { fontWeight: 550 } } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    TextInput: { defaultProps: { size: "sm" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "xs", allowDeselect: false, checkIconPosition: "right" } },
    Checkbox: { defaultProps: { size: "xs" } },
    // Its button has no accessible name, and operating systems have their own picker.
    ColorInput: { defaultProps: { withEyeDropper: false } },
    Switch: { defaultProps: { size: "xs" } },
    Tooltip: { defaultProps: { openDelay: tipDelayMs, withArrow: true, arrowSize: 6 } },
    Menu: {
      defaultProps: {
        shadow: "md",
        position: "bottom-start",
        withinPortal: true,
        withInitialFocusPlaceholder: false,
        transitionProps,
        // A long menu in a low window moves up as far as it needs to, even over its button.
        middlewares: { flip: true, shift: { padding: 8, crossAxis: true } },
      },
    },
    MenuDropdown: { defaultProps: { ref: markFirstEntry } },
    Modal: {
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.55 }, transitionProps },
    },
    Popover: { defaultProps: { transitionProps } },
    Spotlight: {
      defaultProps: { overlayProps: { backgroundOpacity: 0.45, blur: 0 }, transitionProps },
    },
    Alert: { defaultProps: { variant: "light" } },
    // A site's accent may be red as well, so errors have an icon.
    Notification: {
      classNames: (_: MantineTheme, { color }: { readonly color?: string }) =>
        color === "red" ? { root: "wl-error" } : {},
    },
    // Lines and thumbs use the accent shade that is visible in both schemes; the filled shade is for surfaces under
    // white text.
    Slider: { defaultProps: { color: "var(--wl-accent-text)" } },
    Progress: { defaultProps: { color: "var(--wl-accent-text)" } },
    Tabs: { defaultProps: { keepMounted: false, color: "var(--wl-accent-text)" } },
  },
});

/** Created at start-up, so that its texts are in the current language. */
export function createAppTheme(): MantineThemeOverride {
  const components = {
    CloseButton: { defaultProps: { "aria-label": t("common.close") } },
    NumberInput: {
      defaultProps: {
        decimalSeparator: decimalSeparator(),
        allowedDecimalSeparators: [".", ","],
        onPasteCapture: pasteNumber,
      },
    },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { "aria-label": t("common.showPassword") } } },
  };
  return mergeThemeOverrides(base, createTheme({ components }));
}

/**
 * The initial focus of a menu. Mantine chooses the first item even if it is disabled and cannot be focused: then no key
 * reaches the menu, and Escape leaves it open.
 */
function markFirstEntry(menu: HTMLElement | null): void {
  if (menu?.querySelector("[data-autofocus]") === null)
    menu.querySelector("[data-menu-item]:not([data-disabled])")?.setAttribute("data-autofocus", "");
}

/** Colors for tinted buttons, badges and alerts. */
const tinted = [
  "wake",
  "red",
  "yellow",
  "orange",
  "green",
  "teal",
  "blue",
  "indigo",
  "violet",
  "grape",
  "pink",
  "gray",
];

/** In the dark scheme Mantine's own tints are nearly black. */
function darkTints(): Record<string, string> {
  return Object.fromEntries(
    tinted.flatMap((name) => [
      [`--mantine-color-${name}-light`, `color-mix(in srgb, var(--mantine-color-${name}-5) 17%, transparent)`],
      [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, var(--mantine-color-${name}-5) 27%, transparent)`],
      [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-2)`],
    ]),
  );
}

/** In the light scheme the tints are fine, but some texts on them are too pale. */
function lightTints(): Record<string, string> {
  return Object.fromEntries(
    tinted.map((name) => [
      `--mantine-color-${name}-light-color`,
      `color-mix(in srgb, var(--mantine-color-${name}-9) 65%, black)`,
    ]),
  );
}

/** Accent colors that are not part of its scale. */
export const accentSurfaces = {
  light: { "--wl-row-selected": "#d8eef3", "--wl-accent-text": "#0f6679", "--mantine-color-anchor": "#0f6679" },
  dark: { "--wl-row-selected": "#123039", "--wl-accent-text": "#64c5d5", "--mantine-color-anchor": "#64c5d5" },
} as const;

/** Colors that Mantine has no name for: surfaces of panels and rows. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...lightTints(),
    ...accentSurfaces.light,
    "--wl-chrome": "#ffffff",
    "--wl-panel": "#f7f8f9",
    "--wl-raised": "#ffffff",
    "--wl-border": "#dde1e5",
    "--wl-row-hover": "#eef1f3",
    "--mantine-color-dimmed": "#5a6570",
    "--mantine-color-placeholder": "#68737e",
    "--mantine-color-error": "#b42318",
  },
  dark: {
    ...darkTints(),
    ...accentSurfaces.dark,
    "--wl-chrome": "#0f1317",
    "--wl-panel": "#11161b",
    "--wl-raised": "#1a2026",
    "--wl-border": "#272e36",
    "--wl-row-hover": "#1a2027",
    "--mantine-color-dimmed": "#9ba6b1",
    "--mantine-color-placeholder": "#8a96a2",
    "--mantine-color-error": "#ff8a80",
  },
});
