/** A color in OKLab: lightness, green to red, blue to yellow. Distances correspond to perceived differences. */
type Lab = readonly [number, number, number]

const CLUSTERS = 5
const ROUNDS = 8
/**
 * Share of the average color mixed into the dominant one, 0 to 1, so that an accent never represents a whole
 * photo.
 */
const TOWARD_AVERAGE = 0.35

/**
 * The placeholder color of a photo, as #rrggbb.
 * @param pixels sRGB, three bytes per pixel; a few thousand pixels are enough
 */
export function toneOf(pixels: Uint8Array): string {
  const labs: Lab[] = []
  const step = Math.max(1, Math.floor(pixels.length / 3 / 2048))
  for (let at = 0; at + 2 < pixels.length; at += 3 * step)
    labs.push(toLab(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0))
  const average = mean(labs)
  const largest = clusters(labs).reduce((a, b) => (b.length > a.length ? b : a), [])
  const dominant = largest.length > 0 ? mean(largest) : average
  return toHex(mix(dominant, average, TOWARD_AVERAGE))
}

/**
 * k-means. The initial centers are evenly spaced ranks of lightness, so that the same picture always gives the
 * same color.
 */
function clusters(labs: Lab[]): Lab[][] {
  const byLightness = labs.toSorted((a, b) => a[0] - b[0])
  const at = (share: number): Lab => byLightness[Math.floor(share * (byLightness.length - 1))] ?? [0, 0, 0]
  let centres = Array.from({ length: CLUSTERS }, (_, i) => at((i + 0.5) / CLUSTERS))
  let groups: Lab[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    groups = centres.map(() => [])
    for (const lab of labs) groups[nearest(centres, lab)]?.push(lab)
    centres = groups.map((group, i) => (group.length > 0 ? mean(group) : (centres[i] ?? [0, 0, 0])))
  }
  return groups
}

function nearest(centres: Lab[], lab: Lab): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  centres.forEach((centre, i) => {
    const distance = (centre[0] - lab[0]) ** 2 + (centre[1] - lab[1]) ** 2 + (centre[2] - lab[2]) ** 2
    if (distance < least) [best, least] = [i, distance]
  })
  return best
}

function mean(labs: Lab[]): Lab {
  const sum: [number, number, number] = [0, 0, 0]
  for (const lab of labs) for (const i of [0, 1, 2] as const) sum[i] += lab[i]
  const n = Math.max(1, labs.length)
  return [sum[0] / n, sum[1] / n, sum[2] / n]
}

const mix = (a: Lab, b: Lab, share: number): Lab => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

const linear = (byte: number) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
const encoded = (light: number) => {
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
}

/** Matrices by Björn Ottosson, "A perceptual color space for image processing" (2020). */
function toLab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function toHex([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const bytes = [
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
