/** How bright colors are, and the same colors brighter or darker. Colors are `#rrggbb`. */

type Rgb = readonly [number, number, number];

/** Relative luminance as defined by WCAG. */
export function luminanceOf(color: string): number {
  return luminanceOfLinear(linearOf(color));
}

/** WCAG's contrast ratio of two luminances: 1 to 21. */
export function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** `color` mixed with white or black until it has this luminance. */
export function withLuminance(color: string, wanted: number): string {
  const rgb = linearOf(color);
  const luminance = luminanceOfLinear(rgb);
  // Luminance is linear in linear light, so the mixture can be computed exactly.
  const white = (wanted - luminance) / (1 - luminance);
  return hexOf(
    wanted > luminance
      ? rgb.map((part) => part + white * (1 - part))
      : rgb.map((part) => (luminance === 0 ? 0 : (part * wanted) / luminance)),
  );
}

/** `share` of `color` over `ground`. */
export function mixed(color: string, ground: string, share: number): string {
  const under = linearOf(ground);
  return hexOf(linearOf(color).map((part, at) => part * share + (under[at] ?? 0) * (1 - share)));
}

function linearOf(hex: string): Rgb {
  const part = (from: number): number => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function luminanceOfLinear([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hexOf(linear: readonly number[]): string {
  const parts = linear.map((part) => {
    const value = part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
