// Writes the pages' fonts and their stylesheet to node_modules/.fonts. Each face has a file with the characters
// that nearly every page uses, and a second one that browsers request only for other characters.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const FACES = [
  {
    name: 'caslon',
    from: '@fontsource/libre-caslon-condensed/files/libre-caslon-condensed-latin-400-normal.woff2',
    style: 'font-family: "Libre Caslon Condensed"; font-style: normal; font-weight: 400',
  },
  {
    name: 'caslon-italic',
    from: '@fontsource/libre-caslon-condensed/files/libre-caslon-condensed-latin-400-italic.woff2',
    style: 'font-family: "Libre Caslon Condensed Italic"; font-style: italic; font-weight: 400',
  },
  {
    name: 'public-sans',
    from: '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    style: 'font-family: "Public Sans Variable"; font-style: normal; font-weight: 400 700',
  },
  {
    name: 'martian-mono',
    from: '@fontsource-variable/martian-mono/files/martian-mono-latin-standard-normal.woff2',
    axes: { wght: { min: 400, max: 600 }, wdth: 75 },
    style:
      'font-family: "Martian Mono Variable"; font-style: normal; font-weight: 400 600; font-stretch: 75%',
  },
]

/** First and last code points: ASCII, and other characters of everyday English. */
const COMMON = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa2, 0xa2],
  [0xa9, 0xa9],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0xe9, 0xe9],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
]
/** First and last code points in the packages' "latin" files. */
const LATIN = [
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
]

const pointsIn = (ranges) =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
const common = pointsIn(COMMON)
const files = [
  { ending: '', points: common },
  { ending: '-more', points: pointsIn(LATIN).filter((point) => !common.includes(point)) },
]

const folder = fileURLToPath(new URL('../node_modules/.fonts', import.meta.url))
mkdirSync(folder, { recursive: true })
const rules = await Promise.all(FACES.flatMap((face) => files.map((file) => writeFace(face, file))))
writeFileSync(join(folder, 'fonts.css'), rules.join(''))

async function writeFace({ name, from, axes, style }, { ending, points }) {
  const font = readFileSync(createRequire(import.meta.url).resolve(from))
  const subset = await subsetFont(font, String.fromCodePoint(...points), {
    targetFormat: 'woff2',
    variationAxes: axes,
    noHinting: true,
    // Without small capitals and alternates, which no page uses.
    keepFeatures: ['calt', 'ccmp', 'clig', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'rlig', 'tnum'],
  })
  writeFileSync(join(folder, `${name}${ending}.woff2`), subset)
  return `@font-face { ${style}; font-display: swap; src: url("./${name}${ending}.woff2") format("woff2"); unicode-range: ${rangesOf(points)} }\n`
}

function rangesOf(points) {
  const ranges = []
  for (const point of points) {
    const last = ranges.at(-1)
    if (last?.[1] === point - 1) last[1] = point
    else ranges.push([point, point])
  }
  return ranges
    .map(([first, last]) => `U+${first.toString(16)}${last === first ? '' : `-${last.toString(16)}`}`)
    .join(', ')
}
