import { readableText } from '~/domains/blog/editor/figures.server'
import { mediaPath, renditionFor, THUMBNAIL_WIDTH } from '~/domains/photos/model'
import { photosBySlug } from '~/domains/photos/operations.server'
import type { Db } from '~/platform/db/database.server'
import type { FieldValues } from '~/platform/forms'
import { readZone } from './operations.server'
import { type EditablePage, PAGE_FORMS } from './pages/fields'
import { readPageChoices, savePageDraft } from './pages.server'
import { everyField, photosIn } from './rows/fields'
import { withDocuments } from './rows/texts.server'
import type { Comparison, ListedVersion, ShownField, VersionLabel } from './versions/model'
import { compareFields, findVersion, listVersions } from './versions/operations.server'

/** Versions of a page, newest first. @param before only those below this number */
export const listPageVersions = async (
  { db }: { db: Db },
  page: EditablePage,
  before?: number,
): Promise<{ versions: ListedVersion[]; next: number | null }> =>
  listVersions(db, { page }, { zone: await readZone({ db }), before })

/** One version with its fields in words. */
export async function readPageVersion(
  { db }: { db: Db },
  page: EditablePage,
  number: number,
): Promise<{ label: VersionLabel; fields: ShownField[] } | undefined> {
  const found = await inWords(db, page, number)
  return found && { label: found.label, fields: found.fields.filter(({ text }) => text !== '') }
}

/** What changed from one version of a page to another; undefined: there is no such version. */
export async function comparePageVersions(
  { db }: { db: Db },
  page: EditablePage,
  { from, to }: { from: number; to: number },
): Promise<Comparison | undefined> {
  const [older, newer] = [await inWords(db, page, from), await inWords(db, page, to)]
  return older && newer && compareFields(older, newer)
}

async function inWords(db: Db, page: EditablePage, number: number) {
  const found = await findVersion(db, { page }, { number, zone: await readZone({ db }) })
  return found && { label: found.label, fields: await fieldsInWords(db, page, found.values) }
}

async function fieldsInWords(db: Db, page: EditablePage, values: FieldValues): Promise<ShownField[]> {
  const { fields } = PAGE_FORMS[page]
  const photos = await photosBySlug({ db }, photosIn(fields, values))
  const choices = await readPageChoices({ db })
  const shown = everyField(fields, values).map(async ({ name, label, kind }) => {
    const value = values[name] ?? ''
    const photo = kind === 'photo' ? photos[value] : undefined
    const width = photo && renditionFor(photo, THUMBNAIL_WIDTH)
    const options = kind === 'service' || kind === 'session-type' ? choices[kind] : []
    const chosen = photo?.title ?? options.find((option) => option.value === value)?.label
    const text = kind === 'document' ? await readableText(db, value) : (chosen ?? value)
    return { name, label, text, thumb: photo && width ? mediaPath(photo, width, 'jpg') : null }
  })
  return await Promise.all(shown)
}

/** Makes an older version the newest one, as a draft. Nothing is published, and the versions between stay. */
export async function restorePageVersion(
  deps: Parameters<typeof savePageDraft>[0],
  page: EditablePage,
  number: number,
): Promise<boolean> {
  const { db } = deps
  const found = await findVersion(db, { page }, { number, zone: await readZone({ db }) })
  if (!found) return false
  const sent = withDocuments(PAGE_FORMS[page].fields, found.values)
  const saved = await savePageDraft(deps, { page, sent, version: null, isSeparate: true })
  return saved.ok
}
