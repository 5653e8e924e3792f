import { slugFrom } from '~/platform/slug'

/** Maximum characters of a file name in common file systems. */
const MAX_NAME = 255

/**
 * A file name without folders, on one clean line. If it has to be shortened, it keeps its extension. Joiners
 * stay, since emoji of families need them. '' for names that aren't files, such as `..`.
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
