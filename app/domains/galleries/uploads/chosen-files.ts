/** Notes that operating systems and editors leave beside photographs. */
const NOT_PHOTOS = /^\.|^(thumbs\.db|desktop\.ini)$|\.xmp$/i

/** Whether a file is worth bringing, by its name alone; what it is, its content says later. */
export const isWorthBringing = (name: string): boolean => !NOT_PHOTOS.test(name)

/** As people give names: img-2 before img-10, and what stands beside folders before what is in them. */
export const byPath = (a: string, b: string): number =>
  collator.compare(folderOf(a), folderOf(b)) || collator.compare(a, b)

const collator = new Intl.Collator('en', { numeric: true })

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/**
 * The folders of files that were chosen together, which become sets, for each of their paths. A folder that holds
 * everything else and has folders of its own is the whole of what was chosen, and no set.
 */
export function foldersOf(paths: readonly string[]): string[] {
  const folders = paths.map(folderOf)
  const [top = ''] = folders[0]?.split('/') ?? []
  const isWhole =
    top !== '' &&
    folders.every((folder) => folder === top || folder.startsWith(`${top}/`)) &&
    folders.some((folder) => folder !== top)
  return isWhole ? folders.map((folder) => folder.slice(top.length + 1)) : folders
}
