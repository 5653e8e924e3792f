import type { SharpOptions } from 'sharp'
import type { Refusal } from './protocol.ts'

/** Maximum pixels of a photo: 160 megapixels. */
export const MAX_PIXELS = 160_000_000
/** Maximum longest side in pixels that both JPEG and AVIF support, rounded down. */
export const MAX_SIDE = 65_500
/** Maximum longest side in pixels that the AVIF encoder supports. */
export const MAX_AVIF_SIDE = 16_384
/** Width in pixels of the widest rendition. */
export const WIDEST_RENDITION = 2600
/** Width and height in pixels of a tile of an original; less at its right and lower edge. */
export const TILE_SIDE = 1024
/** Maximum size of a file in bytes; enough for 160 megapixels of 16-bit TIFF. */
export const MAX_FILE_BYTES = 1_200_000_000

export const fileTooLarge = (): Refusal => ({
  ok: false,
  reason: 'too-large',
  sentence: 'This file is over the 1.2 GB limit.',
})

/** Truncated or damaged files are refused: half a photo must not be published. */
export const decodeOptions: SharpOptions = {
  failOn: 'error',
  limitInputPixels: MAX_PIXELS,
  sequentialRead: true,
}

/** The decoder's error as a sentence. */
export function broken(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error)
  const cut = /premature end|truncat|unexpected end|not enough data|end of (file|stream)|EOF/i.test(message)
  return {
    ok: false,
    reason: 'broken',
    sentence: cut
      ? 'This file is incomplete. Copy it again from your camera or card.'
      : 'This file is damaged, so we can’t read it as a photo.',
  }
}
