import { archivePaths } from '~/platform/zip/archive-names'

/** No system takes these for part of a plain name, or they cannot be seen. */
const NO_NAME = /[/\\:\p{Cc}\p{Cf}]/u
const MOST_BYTES = 251

/**
 * Names of sidecars: those of the photographs with `.xmp` in place of their ending, which is where Lightroom and
 * Capture One look (`IMG_1.xmp` beside `IMG_1.CR3`; others look for `IMG_1.CR3.xmp`). What a disk has taken once is kept
 * as it is, quotes and question marks too, or the sidecar would belong to nothing; only what is no plain name is changed.
 * @param stems names without their endings, no two alike
 */
export function sidecarNames(stems: readonly string[]): string[] {
  const plain = stems.filter(isPlain).map(named)
  const changed = archivePaths(
    stems.filter((stem) => !isPlain(stem)).map((name) => ({ folder: '', name, extension: 'xmp' })),
    plain,
  )
  return stems.map((stem) => (isPlain(stem) ? named(stem) : (changed.shift() ?? named('photograph'))))
}

const named = (stem: string): string => `${stem}.xmp`

/** Joiners, which emoji are made with, are no reason. */
const isPlain = (stem: string): boolean =>
  stem.isWellFormed() &&
  !/^[. ]|[. ]$/.test(stem) &&
  stem !== '' &&
  !NO_NAME.test(stem.replace(/[\u200c\u200d]/g, '')) &&
  new TextEncoder().encode(stem).length <= MOST_BYTES
