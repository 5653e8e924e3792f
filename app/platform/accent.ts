/** The red pencil. */
export const DEFAULT_ACCENT = '#c4200c'

export const isAccent = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)

/** Backgrounds on which the accent is text, the hardest first: sunken paper, and the same in the darkroom. */
const PAPER_WASH = '#e7e5de'
const DARK_WASH = '#282521'
const DARK_TEXT = '#12110f'

/** Contrast of text by WCAG 2.2, 1.4.3. */
const READABLE = 4.5

/** An accent as pages use it. Each color is readable where it is used. */
export interface AccentColors {
  /** On paper; text on it is white. */
  paper: string
  paperWash: string
  /** On black; text on it is nearly black. */
  dark: string
  darkWash: string
}

/** Darkens a color on paper and lightens it on black, as little as makes it readable. */
export function accentColors(accent: string): AccentColors {
  const paper = until(accent, '#000000', (color) => contrast(color, PAPER_WASH) >= READABLE)
  const dark = until(
    accent,
    '#ffffff',
    (color) => contrast(color, DARK_WASH) >= READABLE && contrast(color, DARK_TEXT) >= READABLE,
  )
  return {
    paper,
    paperWash: until(mixed(paper, '#fbfaf8', 0.88), '#ffffff', (wash) => contrast(paper, wash) >= READABLE),
    dark,
    darkWash: until(mixed(dark, DARK_TEXT, 0.82), '#000000', (wash) => contrast(dark, wash) >= READABLE),
  }
}

/** The rules that replace the red pencil of `tokens.css`; undefined: it is the red pencil. */
export function accentStyle(accent: string): string | undefined {
  if (accent === DEFAULT_ACCENT) return undefined
  const { paper, paperWash, dark, darkWash } = accentColors(accent)
  const rule = (selector: string, mark: string, wash: string) =>
    `${selector}{--color-mark:${mark};--color-mark-wash:${wash};--color-edge-print:${dark}}`
  // Doubled, so that they win over the stylesheet, which comes later.
  return rule(':root:root', paper, paperWash) + rule('[data-theme=darkroom][data-theme]', dark, darkWash)
}

const STEPS = 64

/** The first mix with another color that fits. */
function until(color: string, other: string, fits: (color: string) => boolean): string {
  for (let step = 0; step < STEPS; step += 1) {
    const mix = mixed(color, other, step / STEPS)
    if (fits(mix)) return mix
  }
  return other
}

/** @param share of `other`, from 0 to 1 */
function mixed(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)]
  const mix = from.map((value, at) => Math.round(value + ((to[at] ?? 0) - value) * share))
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** From 1 to 21, by WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
