import { CAPTION_MAX } from './schema'
import { videoOfLink } from './video'

/** Without control characters and marks that turn the direction. */
export const clean = (text: string): string =>
  text.toWellFormed().replace(/[[\p{Cc}--[\t\n]]\u202a-\u202e\u2066-\u2069]/gv, '')

/** Code without the line break that begins it, and those that end it. In linear time, unlike `/\n+$/`. */
export function withoutOuterLines(code: string): string {
  let end = code.length
  while (code[end - 1] === '\n') end -= 1
  return code.slice(code.startsWith('\n') ? 1 : 0, end)
}

/**
 * On one line, as long as a caption may be.
 * @param cut called if it was longer
 */
export function line(text: string, cut?: () => void): string {
  const whole = clean(text).replace(/\s+/g, ' ').trim()
  if (whole.length > CAPTION_MAX) cut?.()
  return whole.slice(0, CAPTION_MAX).toWellFormed()
}

/** The brackets of WordPress, such as `[caption width="300"]`. What is between them stays. */
const SHORTCODE = /\[\/?(caption|gallery|embed|video|audio|playlist|wp_caption)\b[^\][]{0,500}\]/gi

/** @param found called with the name of each */
export function withoutShortcodes(text: string, found: (name: string) => void): string {
  return text.replace(SHORTCODE, (_, name: string) => {
    found(name.toLowerCase())
    return ''
  })
}

export const shortcodeNote = (name: string): string =>
  name.endsWith('caption')
    ? 'The caption of a picture follows it as text.'
    : `The block “${name}” is left out.`

/** A YouTube or Vimeo video of an address, as JSON of a node. */
export function videoNode(address: string) {
  const found = videoOfLink(address)
  return found && { type: 'video', attrs: { service: found.service, video: found.id, title: '', photo: '' } }
}
