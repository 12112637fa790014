/** A color in sRGB: red, green and blue from 0 to 255, and alpha from 0 to 1. */
export interface Rgba {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** The use of two colors: text, or the outline of a field (WCAG 2.2, 1.4.3 and 1.4.11). */
export type ContrastKind = 'text' | 'line';

export type Grade = 'AAA' | 'AA' | 'too low';

/** The least ratio that WCAG AA accepts. */
export const LEAST: Readonly<Record<ContrastKind, number>> = { text: 4.5, line: 3 };

const ENHANCED = 7;

/** Returns the color that a reader sees when a color lies above an opaque one. */
export function over(above: Rgba, below: Rgba): Rgba {
  const mix = (name: 'red' | 'green' | 'blue') => above[name] * above.alpha + below[name] * (1 - above.alpha);
  return { red: mix('red'), green: mix('green'), blue: mix('blue'), alpha: 1 };
}

/** Returns the contrast ratio of two opaque colors, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastRatio(one: Rgba, other: Rgba): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance({ red, green, blue }: Rgba): number {
  const linear = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

export function gradeOf(ratio: number, kind: ContrastKind): Grade {
  if (ratio < LEAST[kind]) return 'too low';
  return ratio >= ENHANCED && kind === 'text' ? 'AAA' : 'AA';
}

/** Formats a ratio. It is cut and not rounded, so that 4.49 is not shown as 4.5. */
export function ratioText(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1);
}

/** Returns an opaque color as `#rrggbb`. */
export function hexText({ red, green, blue }: Rgba): string {
  return `#${[red, green, blue].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
