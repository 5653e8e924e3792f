/** Most bytes of a file name that every common file system accepts, in UTF-8 with extension. */
const MAX_BYTES = 255
/**
 * A UTF-16 unit takes up to 3 bytes in UTF-8, and up to 4 units when decomposed. So a shorter name fits in any
 * form.
 */
const MOST_GROWTH = 4
/** Device names on Windows, with any extension (Microsoft, “Naming Files, Paths, and Namespaces”). */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i
/**
 * Control and format characters, line breaks, noncharacters; but not joiners, which scripts and emoji need.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Co}]--[\u200c\u200d\u{e0020}-\u{e007f}]]/gv
/** Separators and wildcards of one system or another. */
const FORBIDDEN = /[<>:"/\\|?*]/g
/** ASCII only. */
const PLAIN = /^[ -~]*$/
const encoder = new TextEncoder()

export interface NamedFile {
  /** Its folder in the archive; '' for none. */
  folder: string
  /** The photographer's file name. */
  name: string
  /** Without the dot; replaces the name's extension. */
  extension: string
}

/**
 * Safe, unique paths on any system, in any case or Unicode form. Equal names are numbered in order.
 * @param reserved names at the top level that are taken
 */
export function archivePaths(files: readonly NamedFile[], reserved: readonly string[] = []): string[] {
  const top = takenNames()
  for (const name of reserved) top.take(name, '')
  const folders = new Map<string, { name: string; taken: ReturnType<typeof takenNames> }>()
  // Folders first, so that no file takes a folder's name.
  for (const { folder } of files)
    if (folder !== '' && !folders.has(folder))
      folders.set(folder, { name: top.take(safeStem(folder, 'Photos'), ''), taken: takenNames() })
  return files.map(({ folder, name, extension }) => {
    const within = folders.get(folder)
    const stem = safeStem(withoutExtension(name), 'photograph')
    const free = (within?.taken ?? top).take(stem, `.${extension}`)
    return within ? `${within.name}/${free}` : free
  })
}

/** One safe name. */
export const safeFileName = (name: string, extension: string): string =>
  takenNames().take(safeStem(withoutExtension(name), 'photos'), `.${extension}`)

/** Only image extensions are removed: after another dot, the text is part of the name. */
const withoutExtension = (name: string): string =>
  name.replace(/\.(jpe?g|jpe|jfif|png|webp|avif|tiff?|zip)\s{0,20}$/i, '')

function safeStem(name: string, otherwise: string): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(FORBIDDEN, '_')
    .replace(/\s+/g, ' ')
    // Windows drops trailing dots and spaces; a leading dot hides a file.
    .replace(/^[. ]+|[. ]+$/g, '')
  if (clean === '') return otherwise
  return DEVICE.test(clean.split('.', 1)[0]?.trimEnd() ?? '') ? `_${clean}` : clean
}

/** Used names of a folder. */
function takenNames() {
  const taken = new Set<string>()
  const lastNumber = new Map<string, number>()
  const add = (name: string) => {
    const key = comparable(name)
    if (taken.has(key)) return false
    taken.add(key)
    return true
  }
  return {
    /** @returns the name, numbered if it is taken */
    take(stem: string, extension: string): string {
      const plain = shortened(stem, extension)
      if (add(plain)) return plain
      const key = comparable(plain)
      for (let number = (lastNumber.get(key) ?? 1) + 1; ; number++) {
        const name = shortened(stem, ` (${number})${extension}`)
        if (!add(name)) continue
        lastNumber.set(key, number)
        return name
      }
    },
  }
}

/** Equal for names that a file system may treat as the same. */
const comparable = (name: string): string =>
  PLAIN.test(name) ? name.toLowerCase() : name.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD')

/** Shortens the stem without splitting a character. macOS counts UTF-16 units of the decomposed form. */
function shortened(stem: string, ending: string): string {
  if (isShort(stem + ending)) return stem + ending
  const characters = [...stem]
  let [low, high] = [0, characters.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (isShort(characters.slice(0, middle).join('') + ending)) low = middle
    else high = middle - 1
  }
  const short = characters
    .slice(0, low)
    .join('')
    .replace(/[. \u200d]+$/, '')
  return (short === '' ? '_' : short) + ending
}

const isShort = (name: string): boolean =>
  name.length * MOST_GROWTH <= MAX_BYTES ||
  (encoder.encode(name).length <= MAX_BYTES && name.normalize('NFD').length <= MAX_BYTES)
