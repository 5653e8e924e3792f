import { slugFrom } from '~/platform/slug'

/** As many characters as file systems take. */
const MAX_NAME = 255

/**
 * What of a file's name may be kept: its last part, in one clean line, with its extension when it has to be cut.
 * Joiners stay, since families are written with them in emoji. '' for what names no file, such as `..`.
 */
export function cleanFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(/[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]+/gv, ' ').trim()
  if (/^\.*$/.test(clean)) return ''
  const extension = EXTENSION.exec(clean)?.[0] ?? ''
  const stem = [...clean.slice(0, clean.length - extension.length)]
  return stem.slice(0, MAX_NAME - extension.length).join('') + extension
}

const EXTENSION = /\.[A-Za-z0-9]{1,5}$/

/** "Wedding-rings_on a book.JPG" is "Wedding rings on a book". */
export function titleFromFileName(name: string): string {
  const words = withoutExtension(name)
    .replace(/[-_\s]+/g, ' ')
    .trim()
  return words === '' ? 'Photo' : words.charAt(0).toUpperCase() + words.slice(1)
}

export const slugFromFileName = (name: string): string | undefined => slugFrom(withoutExtension(name))

const withoutExtension = (name: string): string => cleanFileName(name).replace(EXTENSION, '')
