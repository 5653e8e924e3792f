import type { SharpOptions } from 'sharp'
import { MAX_PIXELS } from './limits.ts'
import type { Refusal } from './protocol.ts'

/** A file that ends early or has damaged parts is refused: half a photograph must not go online. */
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
      ? 'The file is cut off: it ends before the picture does. Copy it again from the camera or card.'
      : 'The file is damaged and cannot be read as a picture.',
  }
}
