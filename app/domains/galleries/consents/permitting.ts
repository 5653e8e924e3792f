import { type Consent, type ConsentUse, USE_WORDS } from './model'

/** A photograph with what the register knows of it. */
export interface Depicted {
  id: string
  title: string
  showsNobody: boolean
  /** The galleries in which it stands. */
  galleries: { id: string; title: string }[]
}

/** What the rule looks at of an entry. */
export type Entry = Pick<
  Consent,
  'id' | 'galleryId' | 'name' | 'email' | 'uses' | 'withdrawnAt' | 'covers'
> & {
  /** Of an entry that covers photographs alone. */
  photoIds?: ReadonlySet<string>
}

/** Somebody who stands between a photograph and the public. */
export interface Objection {
  name: string
  galleryId: string
  gallery: string
  why: 'withdrawn' | 'not-for-this'
}

/** A photograph that may not be shown. Without objections, nobody’s consent is on record for it. */
export interface RefusedPhoto {
  photoId: string
  title: string
  objections: Objection[]
  galleries: { id: string; title: string }[]
}

/**
 * Which of the photographs may not be shown for this use. A photograph that shows nobody needs no consent. Any other
 * needs at least one on record in the galleries in which it stands, and everybody who is recorded in them has to permit
 * the use: which of them can be seen on it, nobody has written down.
 */
export function refusedFor(
  use: ConsentUse,
  photos: readonly Depicted[],
  entries: readonly Entry[],
): RefusedPhoto[] {
  const standing = latestOf(entries)
  const general = entries.filter(
    ({ covers, withdrawnAt, uses }) => covers === 'photos' && withdrawnAt === null && uses.includes(use),
  )
  return photos.flatMap((photo) => {
    if (photo.showsNobody) return []
    const places = new Map(photo.galleries.map(({ id, title }) => [id, title]))
    const people = standing.filter(({ galleryId }) => places.has(galleryId))
    const objections = people.flatMap(({ name, galleryId, uses, withdrawnAt }): Objection[] => {
      const place = { name, galleryId, gallery: places.get(galleryId) ?? '' }
      if (withdrawnAt !== null) return [{ ...place, why: 'withdrawn' }]
      return uses.includes(use) ? [] : [{ ...place, why: 'not-for-this' }]
    })
    const isKnown =
      people.length > 0 ||
      general.some(({ galleryId, photoIds }) => places.has(galleryId) && photoIds?.has(photo.id))
    if (isKnown && objections.length === 0) return []
    return [{ photoId: photo.id, title: photo.title, objections, galleries: photo.galleries }]
  })
}

/** Of each person in each gallery the entry that was made last: who has withdrawn may agree again. */
function latestOf(entries: readonly Entry[]): Entry[] {
  const latest = new Map<string, Entry>()
  for (const entry of entries.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (entry.covers === 'gallery') latest.set(`${entry.galleryId} ${personKey(entry)}`, entry)
  return [...latest.values()]
}

/** Children of one family often have one address between them: the name belongs to it. */
const personKey = ({ name, email }: Pick<Entry, 'name' | 'email'>): string =>
  `${email.toLowerCase()} ${name.toLowerCase().replaceAll(/\s+/g, ' ').trim()}`

/** Most names in one sentence. */
const NAMED = 4

/** Why it is not public, and whose consent is missing, for people. */
export function refusalSentence({ objections, galleries }: RefusedPhoto, use: ConsentUse): string {
  if (objections.length > 0) {
    const named = objections
      .slice(0, NAMED)
      .map(({ name, why }) =>
        why === 'withdrawn' ? `${name} (withdrawn)` : `${name} (not for ${USE_WORDS[use].toLowerCase()})`,
      )
    const more = objections.length - named.length
    return `Consent missing: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
  }
  const [first] = galleries
  return first
    ? `Consent missing: nobody’s is on record in “${first.title}”.`
    : 'Consent missing: it stands in no gallery where one could be on record.'
}
