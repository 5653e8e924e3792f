const MAX_SLUG = 80
const MAX_NAME = 200

/** What of a file's name may be kept: its last part, in one clean line. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return [...last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, MAX_NAME).join('')
}

/** "Wedding-rings_on a book.JPG" is "Wedding rings on a book". */
export function titleFromFileName(name: string): string {
  const words = withoutExtension(name)
    .replace(/[-_\s]+/g, ' ')
    .trim()
  return words === '' ? 'Photograph' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Lower-case words joined by hyphens, for a link; undefined when the text has no Latin letter or digit. */
export function slugFrom(text: string): string | undefined {
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? undefined : slug
}

export const slugFromFileName = (name: string): string | undefined => slugFrom(withoutExtension(name))

const withoutExtension = (name: string): string => cleanFileName(name).replace(/\.[A-Za-z0-9]{1,5}$/, '')
