/** Most bytes of a name that every file system in use takes, in UTF-8 and with its extension. */
const MAX_BYTES = 255
/** No unit of 16 bits becomes more bytes of UTF-8, or more units when it is decomposed. */
const MOST_GROWTH = 4
/** What Windows takes for a device, with any extension (Microsoft, “Naming Files, Paths, and Namespaces”). */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i
/** Control and format characters, line ends, what no character is; not the joiners, which scripts and emoji need. */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Co}]--[\u200c\u200d\u{e0020}-\u{e007f}]]/gv
/** Separators and wildcards of one system or another. */
const FORBIDDEN = /[<>:"/\\|?*]/g
/** Needs no look at Unicode. */
const PLAIN = /^[ -~]*$/
const encoder = new TextEncoder()

export interface NamedFile {
  /** Its folder in the archive; '' for none. */
  folder: string
  /** As its photographer called it. */
  name: string
  /** Without the dot; it replaces that of the name. */
  extension: string
}

/**
 * Paths that any system unpacks to a file of its own: safe names, and no two alike in whatever case or form of
 * Unicode. Equal ones are numbered in their order.
 * @param reserved names at the top that are taken
 */
export function archivePaths(files: readonly NamedFile[], reserved: readonly string[] = []): string[] {
  const top = takenNames()
  for (const name of reserved) top.take(name, '')
  const folders = new Map<string, { name: string; taken: ReturnType<typeof takenNames> }>()
  // Folders first, so that no file stands where one is needed.
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

/** One name by the same rules. */
export const safeFileName = (name: string, extension: string): string =>
  takenNames().take(safeStem(withoutExtension(name), 'photographs'), `.${extension}`)

/** Only endings of pictures are one: what stands after another dot is part of the name. */
const withoutExtension = (name: string): string =>
  name.replace(/\.(jpe?g|jpe|jfif|png|webp|avif|tiff?|zip)\s{0,20}$/i, '')

function safeStem(name: string, otherwise: string): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(FORBIDDEN, '_')
    .replace(/\s+/g, ' ')
    // Windows drops dots and spaces at the end; a dot in front hides a file.
    .replace(/^[. ]+|[. ]+$/g, '')
  if (clean === '') return otherwise
  return DEVICE.test(clean.split('.', 1)[0]?.trimEnd() ?? '') ? `_${clean}` : clean
}

/** Names of one folder. */
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
    /** @returns the name, with the first number that makes it the only one */
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

/** Alike wherever a file system might take two names for one. */
const comparable = (name: string): string =>
  PLAIN.test(name) ? name.toLowerCase() : name.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD')

/** Shortens the stem, never within a character. macOS counts the decomposed form, in units of 16 bits. */
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
