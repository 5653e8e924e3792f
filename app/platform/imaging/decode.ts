import type { SharpOptions } from 'sharp'
import { MAX_PIXELS } from './limits.ts'
import type { Refusal } from './protocol.ts'

/** Truncated or damaged files are refused: half a photo must not be published. */
export const decodeOptions: SharpOptions = {
  failOn: 'error',
  limitInputPixels: MAX_PIXELS,
  sequentialRead: true,
}

/** What the decoder said, as a sentence. */
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
