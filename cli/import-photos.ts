import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type ArrivedPhoto, addPhotosToGallery } from '~/domains/galleries/uploads/import.server'
import { isWorthBringing } from '~/domains/galleries/uploads/upload-files'
import { importPhoto, type PhotoDeps } from '~/domains/photos/operations.server'
import { renderPhoto } from '~/domains/photos/renditions.server'
import { createImaging } from '~/platform/imaging/imaging.server'
import { asCleanLine } from '~/platform/text'
import { showProgress } from './progress'
import type { Streams } from './streams'

const HELP = `Imports a folder of photos, with its subfolders, into a gallery.

  npm run cli -- import photos FOLDER --gallery SLUG [--client]

  FOLDER          photos in JPEG, PNG, WebP, AVIF or TIFF; other files are skipped and listed;
                  subfolders become sets, and file names stay as they are
  --gallery SLUG  URL slug of the gallery, such as summer-weddings; created if it doesn’t exist
  --client        creates a private client gallery if it doesn’t exist
  --help          this text

Originals are copied unchanged. Importing the same folder again adds only new photos.
`

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
interface ImportArguments {
  folder: string
  gallery: string
  /** Used only if the gallery doesn't exist yet. */
  kind: 'public' | 'client'
}

interface Refused {
  name: string
  sentence: string
}

/** `import photos`. @returns the exit code: 0, 1 when a file was refused, 2 when the command was not understood */
export async function importPhotosCommand(
  app: Omit<PhotoDeps, 'imaging'> & Partial<Pick<PhotoDeps, 'imaging'>>,
  argv: string[],
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  const parsed = readArguments(argv)
  if ('help' in parsed) {
    out.write(HELP)
    return 0
  }
  if ('wrong' in parsed) {
    err.write(`${parsed.wrong}\n\n${HELP}`)
    return 2
  }
  const names = await photoNames(parsed.folder)
  if (!names) {
    err.write(`We can’t find the folder ${parsed.folder}\n`)
    return 2
  }
  if (names.length === 0) {
    err.write(`There are no photos in ${parsed.folder}\n`)
    return 1
  }
  const imaging = app.imaging ?? createImaging({ log: app.log })
  try {
    return await importAll({ ...app, imaging }, parsed, names, { out, err })
  } finally {
    if (!app.imaging) imaging.close()
  }
}

function readArguments(argv: string[]): ImportArguments | { help: true } | { wrong: string } {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        gallery: { type: 'string' },
        client: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) return { help: true }
    const [folder, ...more] = positionals
    if (!folder || more.length > 0) return { wrong: 'Enter one folder.' }
    if (!values.gallery) return { wrong: 'Enter a gallery: --gallery SLUG' }
    if (!SLUG.test(values.gallery) || values.gallery.length > 80)
      return {
        wrong:
          'A gallery’s SLUG has lowercase letters, numbers, and single hyphens, such as summer-weddings.',
      }
    return { folder, gallery: values.gallery, kind: values.client ? 'client' : 'public' }
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
}

const folderOf = (name: string): string => (dirname(name) === '.' ? '' : dirname(name))

/** Paths within the folder in natural order: img-2 before img-10. @returns undefined if there is no such folder */
async function photoNames(folder: string): Promise<string[] | undefined> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) return undefined
  const { compare } = new Intl.Collator('en', { numeric: true })
  return (await filesIn(folder))
    .filter((file) => isWorthBringing(basename(file)))
    .map((file) => relative(folder, file))
    .toSorted(compare)
}

/** Unlike a recursive `readdir`, doesn't follow links to folders, which may lead out of this one or in a loop. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      // A folder that can't be read is reported as one file that can't be read.
      if (entry.isDirectory()) return filesIn(path).catch(() => [path])
      return entry.isFile() ? [path] : []
    }),
  )
  return found.flat()
}

async function importAll(
  deps: PhotoDeps,
  { folder, gallery, kind }: ImportArguments,
  names: string[],
  { out, err }: Streams,
): Promise<number> {
  const progress = showProgress(out, names.length)
  const refused: Refused[] = []
  const finished = new Map<number, string | undefined>()
  let known = 0
  let added = 0
  let next = 0
  let placed = 0
  let placing = Promise.resolve()

  // Photos are added in the order of the folder, each once all before it are finished.
  const place = async () => {
    const photos: ArrivedPhoto[] = []
    for (; finished.has(placed); placed++) {
      const photoId = finished.get(placed)
      const name = names[placed] ?? ''
      if (photoId) photos.push({ photoId, folder: folderOf(name), fileName: basename(name) })
    }
    if (photos.length > 0) added += await addPhotosToGallery(deps, { gallery, photos, kind })
  }

  const work = async () => {
    for (let at = next++; at < names.length; at = next++) {
      const name = names[at] ?? ''
      const taken = await importOne(deps, join(folder, name), name)
      if (taken.ok && taken.known) known += 1
      // File names may contain terminal control sequences.
      const shown = asCleanLine(name)
      if (!taken.ok) refused.push({ name: shown, sentence: taken.sentence })
      finished.set(at, taken.ok ? taken.photoId : undefined)
      progress.step(taken.ok ? shown : `${shown}: refused`)
      placing = placing.then(place)
      await placing
    }
  }
  await Promise.all(Array.from({ length: deps.imaging.size }, work))
  progress.done()

  out.write(
    `${count(names.length - refused.length, 'photo')} imported (${known} ${known === 1 ? 'was' : 'were'} already in the library). `,
  )
  out.write(`${added} added to “${gallery}”.\n`)
  if (refused.length === 0) return 0
  err.write(`${count(refused.length, 'file')} refused:\n`)
  for (const { name, sentence } of refused) err.write(`  ${name}: ${sentence}\n`)
  return 1
}

type ImportResult = { ok: true; photoId: string; known: boolean } | { ok: false; sentence: string }

async function importOne(deps: PhotoDeps, file: string, name: string): Promise<ImportResult> {
  try {
    const imported = await importPhoto(deps, { file, name })
    if (!imported.ok) return imported
    const rendered = await renderPhoto(deps, { photoId: imported.photo.id })
    if (!rendered.ok)
      return {
        ok: false,
        sentence: rendered.reason === 'gone' ? 'It was just deleted.' : rendered.sentence,
      }
    return { ok: true, photoId: imported.photo.id, known: imported.known }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'ENOENT') throw error
    return { ok: false, sentence: 'This file can’t be opened.' }
  }
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
