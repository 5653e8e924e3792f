import { type Release, type ReleaseUse, USE_WORDS } from './model'

/** A photo with what determines whether it may be shown. */
export interface Depicted {
  id: string
  title: string
  noRecognizablePeople: boolean
  /** The photo's galleries. */
  galleries: { id: string; title: string }[]
  /** Withdrawals in deleted galleries. */
  withheld?: readonly Withheld[]
}

/** A withdrawal whose gallery was deleted. Its id sorts by that time. */
export interface Withheld {
  id: string
  name: string
  email: string
  /** Its title. */
  gallery: string
  withdrawnAt: number
}

/** The parts of a release that the rule uses. */
export type Entry = Pick<
  Release,
  'id' | 'galleryId' | 'name' | 'email' | 'uses' | 'givenAt' | 'withdrawnAt' | 'covers'
> & {
  /** The listed photos, if it covers only those. */
  photoIds?: ReadonlySet<string>
}

/** A person who blocks publication of a photo. */
export interface Objection {
  name: string
  /** The gallery's title. */
  gallery: string
  why: 'withdrawn' | 'withdrawn-before' | 'not-for-this'
}

/** A photo that may not be shown. Without objections, it has no release. */
export interface RefusedPhoto {
  photoId: string
  title: string
  objections: Objection[]
  galleries: { id: string; title: string }[]
}

/**
 * Photos that may not be used for this purpose. A photo without recognizable people needs no release. Any
 * other needs at least one in its galleries, and everyone recorded in them has to permit the use, since
 * nothing records who is in which photo. A person who withdrew in a deleted gallery has to sign again, in one
 * of the photo's galleries.
 */
export function refusedFor(
  use: ReleaseUse,
  photos: readonly Depicted[],
  entries: readonly Entry[],
): RefusedPhoto[] {
  const standing = latestOf(entries)
  const general = entries.filter(
    ({ covers, withdrawnAt, uses }) => covers === 'photos' && withdrawnAt === null && uses.includes(use),
  )
  return photos.flatMap((photo) => {
    if (photo.noRecognizablePeople) return []
    const places = new Map(photo.galleries.map(({ id, title }) => [id, title]))
    const people = standing.filter(({ galleryId }) => places.has(galleryId))
    const objections = people.flatMap(({ name, galleryId, uses, withdrawnAt }): Objection[] => {
      const place = { name, gallery: places.get(galleryId) ?? '' }
      if (withdrawnAt !== null) return [{ ...place, why: 'withdrawn' }]
      return uses.includes(use) ? [] : [{ ...place, why: 'not-for-this' }]
    })
    for (const { name, gallery, ...withdrawal } of latestWithdrawn(photo.withheld ?? []))
      if (!people.some((entry) => agreesAgain(entry, { name, ...withdrawal }, use)))
        objections.push({ name, gallery, why: 'withdrawn-before' })
    const isKnown =
      people.length > 0 ||
      general.some(({ galleryId, photoIds }) => places.has(galleryId) && photoIds?.has(photo.id))
    if (isKnown && objections.length === 0) return []
    return [{ photoId: photo.id, title: photo.title, objections, galleries: photo.galleries }]
  })
}

/** The last release of each person in each gallery, since people may sign again. */
function latestOf(entries: readonly Entry[]): Entry[] {
  const latest = new Map<string, Entry>()
  for (const entry of entries.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (entry.covers === 'gallery') latest.set(`${entry.galleryId} ${personKey(entry)}`, entry)
  return [...latest.values()]
}

const latestWithdrawn = (withheld: readonly Withheld[]): Withheld[] => [
  ...new Map(
    withheld.toSorted((a, b) => a.withdrawnAt - b.withdrawnAt).map((each) => [personKey(each), each]),
  ).values(),
]

const HALF_DAY_MS = 12 * 3_600_000

/**
 * Compares days, the common precision: entries are stored at noon, withdrawals at any time. On the same day,
 * an entry recorded after the gallery was deleted is the later one.
 */
function agreesAgain(entry: Entry, withheld: Omit<Withheld, 'gallery'>, use: ReleaseUse): boolean {
  if (personKey(entry) !== personKey(withheld)) return false
  if (entry.withdrawnAt !== null || !entry.uses.includes(use)) return false
  const since = entry.givenAt - withheld.withdrawnAt
  return since > HALF_DAY_MS || (since > -HALF_DAY_MS && entry.id > withheld.id)
}

/** People who have withdrawn and not signed again in the gallery of these entries. */
export const withdrawnIn = (entries: readonly Entry[]): (Entry & { withdrawnAt: number })[] =>
  latestOf(entries).flatMap((entry) =>
    entry.withdrawnAt === null ? [] : [{ ...entry, withdrawnAt: entry.withdrawnAt }],
  )

/** The name is part of the key, since children of a family often share an address. */
export const personKey = ({ name, email }: Pick<Entry, 'name' | 'email'>): string =>
  `${email.toLowerCase()} ${name.toLowerCase().replaceAll(/\s+/g, ' ').trim()}`

const AGAIN = 'If they agree again, record it with the same name and email in the photo’s current gallery.'

/** Maximum names in one sentence. */
const NAMED = 4

/** A sentence about why a photo isn't public, and whose release is missing. */
export function refusalSentence({ objections, galleries }: RefusedPhoto, use: ReleaseUse): string {
  if (objections.length > 0) {
    const words = objections.map(({ name, gallery, why }) => {
      if (why === 'withdrawn') return `${name} (withdrawn)`
      if (why === 'withdrawn-before') return `${name} (withdrawn in “${gallery}”, which is deleted)`
      return `${name} (not for ${USE_WORDS[use].toLowerCase()})`
    })
    // Someone may have said the same in several of the photo's galleries.
    const each = [...new Set(words)]
    const named = each.slice(0, NAMED)
    const more = each.length - named.length
    const again = objections.some(({ why }) => why === 'withdrawn-before') ? ` ${AGAIN}` : ''
    return `No model release: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${again}`
  }
  const [first] = galleries
  return first
    ? `No model release on file for “${first.title}.”`
    : 'No model release. Add this photo to a gallery, then record the release there.'
}
