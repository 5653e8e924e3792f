import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { type Db, transact } from '~/platform/db/database.server'
import type { Imaging } from '~/platform/imaging/imaging.server'
import type { Storage } from '~/platform/storage/storage.server'
import { temporaryFolder } from '~/platform/temporary-folder.server'
import { BRAND_RECIPE, brandKey, icoOf, TAB_ICON } from './brand-files'
import type { BrandPicture, BrandSlot, Settings } from './model'
import { readSettings } from './operations.server'
import { selectGroup, updateGroup } from './settings-store.server'

export type BrandChanged =
  | { ok: true }
  /** The sentence says what is wrong with the file. */
  | { ok: false; reason: 'refused'; sentence: string }
  | { ok: false; reason: 'changed-since' }

/** The current logo and icon, what they replaced, and the version that a change must name. */
export async function readBrand({ db }: { db: Db }): Promise<Settings['brand'] & { version: number }> {
  const { value, version } = await selectGroup(db, 'brand')
  return { ...value, version }
}

/** The initials of the icons in `public/`. */
const LETTERS_ALONG = 'DE'

const lettersHash = (letters: readonly string[]): string =>
  createHash('sha256')
    .update(`letters ${BRAND_RECIPE}\n${letters.join('\n')}`)
    .digest('hex')
    .slice(0, 20)

/**
 * The favicon: the uploaded one, or one generated from the monogram; null: the files in `public/`, which
 * already have these letters.
 */
export async function readFavicon({ db }: { db: Db }): Promise<BrandPicture | null> {
  const { brand, studio } = await readSettings({ db })
  if (brand.favicon || studio.logo.join('') === LETTERS_ALONG) return brand.favicon
  return { hash: lettersHash(studio.logo), width: 512, height: 512 }
}

/** Rendering starts a process, so the last result is cached. */
let lastDrawn: { hash: string; drawing: ReturnType<Imaging['letters']> } | undefined

/**
 * An icon generated from the current monogram. Other letters are refused.
 * @param name its size in pixels
 */
export async function openInitialsIcon(
  { db, imaging }: { db: Db; imaging: Imaging },
  { hash, name }: { hash: string; name: string },
): Promise<Uint8Array | undefined> {
  const { studio } = await readSettings({ db })
  if (hash !== lettersHash(studio.logo)) return undefined
  if (lastDrawn?.hash !== hash) lastDrawn = { hash, drawing: imaging.letters(studio.logo) }
  const { drawing } = lastDrawn
  const drawn = await drawing.catch(() => undefined)
  if (drawn?.ok) return drawn.pictures.find((picture) => picture.name === name)?.data
  if (lastDrawn?.drawing === drawing) lastDrawn = undefined
  return undefined
}

/**
 * Renders an uploaded image, and uses it as the logo or icon. Files are stored before the row that refers to
 * them, so that no row lacks its files. Unused files stay: they're small, and can't be regenerated.
 */
export async function putBrandPicture(
  deps: WriteDeps & { storage: Storage; imaging: Imaging },
  { slot, data, version }: { slot: BrandSlot; data: Uint8Array; version: number },
): Promise<BrandChanged> {
  const drawn = await drawAnew(deps.imaging, slot, data)
  if (!drawn.ok) return { ok: false, reason: 'refused', sentence: drawn.sentence }
  const hash = createHash('sha256')
    .update(`${slot} ${BRAND_RECIPE}\n`)
    .update(data)
    .digest('hex')
    .slice(0, 20)
  for (const { name, data: png } of drawn.pictures) await deps.storage.put(brandKey(hash, name), png)
  const { width, height } = drawn.pictures.at(-1) ?? { width: 1, height: 1 }
  return setPicture(deps, { slot, version, picture: { hash, width, height } })
}

/** The decoder runs in a separate process, which reads files. */
async function drawAnew(imaging: Imaging, slot: BrandSlot, data: Uint8Array) {
  const folder = await mkdtemp(join(await temporaryFolder(), 'upload-'))
  try {
    const file = join(folder, 'picture')
    await writeFile(file, data, { mode: 0o600 })
    return await imaging.logo(file, slot)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Back to the monogram, or to the default icon. */
export const removeBrandPicture = (
  deps: WriteDeps,
  { slot, version }: { slot: BrandSlot; version: number },
): Promise<BrandChanged> => setPicture(deps, { slot, version, picture: null })

/** Restores what the last change replaced. */
export async function restoreBrandPicture(
  deps: WriteDeps,
  { slot, version }: { slot: BrandSlot; version: number },
): Promise<BrandChanged> {
  const { before } = await readBrand(deps)
  return setPicture(deps, { slot, version, picture: before[slot] })
}

const SUBJECTS: Record<BrandSlot, string> = { logo: 'Logo', favicon: 'Favicon' }

function setPicture(
  { db, clock, author }: WriteDeps,
  { slot, version, picture }: { slot: BrandSlot; version: number; picture: BrandPicture | null },
): Promise<BrandChanged> {
  return transact(db, async (tx): Promise<BrandChanged> => {
    const { value, version: newest } = await selectGroup(tx, 'brand')
    if (newest !== version) return { ok: false, reason: 'changed-since' }
    const was = value[slot]
    if (was?.hash === picture?.hash) return { ok: true }
    const changed = { ...value, [slot]: picture, before: { ...value.before, [slot]: was } }
    const at = Math.max(clock.now(), version + 1)
    if (!(await updateGroup(tx, 'brand', changed, { version, at })))
      return { ok: false, reason: 'changed-since' }
    const changes = [{ field: 'Image', from: labelOf(was), to: labelOf(picture) }]
    await recordAction(
      { db: tx, clock, author },
      { action: 'settings-changed', subject: SUBJECTS[slot], changes },
    )
    return { ok: true }
  })
}

const labelOf = (picture: BrandPicture | null): string =>
  picture ? `uploaded, ${picture.width} × ${picture.height} (${picture.hash.slice(0, 6)})` : 'the default'

/** @param name `logo`, or an icon's size in pixels. @returns a PNG; undefined: not found */
export const openBrandPicture = (
  { storage }: { storage: Storage },
  { hash, name }: { hash: string; name: string },
): Promise<Uint8Array | undefined> => storage.read(brandKey(hash, name))

/** The /favicon.ico file; undefined: the default. */
export async function readIco(deps: {
  db: Db
  storage: Storage
  imaging: Imaging
}): Promise<Uint8Array | undefined> {
  const favicon = await readFavicon(deps)
  if (!favicon) return undefined
  const wanted = { hash: favicon.hash, name: String(TAB_ICON) }
  const png = (await openBrandPicture(deps, wanted)) ?? (await openInitialsIcon(deps, wanted))
  return png ? icoOf(png, TAB_ICON) : undefined
}
