import { findPosts } from '~/domains/blog/operations.server'
import { findBookings } from '~/domains/booking/manage/list.server'
import { listContactMessages } from '~/domains/contact-messages/operations.server'
import { findPages } from '~/domains/content/pages/fields'
import { findSettingsGroups } from '~/domains/content/settings/fields'
import { findGalleriesOfStudio } from '~/domains/galleries/editor/operations.server'
import { listMail } from '~/domains/outbox/sent-emails.server'
import { findPeople } from '~/domains/people/operations.server'
import { findProducts } from '~/domains/shop/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { FOUND_KINDS, type Found, type FoundKind, type Hit, readWords } from './model'

export interface SearchDeps {
  db: Db
  clock: Clock
}

/** Returns up to `limit` results for the words, best first. */
type Source = (deps: SearchDeps, words: string, limit: number) => Promise<Hit[]> | Hit[]

/** The search function of each domain. */
const SOURCES: Record<FoundKind, Source> = {
  pages: (_, words) =>
    findPages(words).map(({ page, title }) => ({ key: page, label: title, detail: 'Texts' })),
  settings: (_, words) =>
    findSettingsGroups(words).map(({ group, title, fields }) => ({
      key: group,
      label: title,
      detail: fields.join(', '),
    })),
  people: async ({ db }, words, limit) =>
    (await findPeople({ db }, words, limit)).map(({ id, name, email }) => ({
      key: id,
      label: name,
      detail: email,
    })),
  bookings: async (deps, words, limit) =>
    (await findBookings(deps, words, limit)).map(({ id, name, reference, title, day }) => ({
      key: id,
      label: name,
      detail: `${reference}, ${title}, ${day}`,
    })),
  messages: async ({ db }, words, limit) =>
    (await listContactMessages({ db }, { state: 'all', search: words, before: null, limit })).map(
      ({ id, name, email, subject }) => ({
        key: id,
        label: name,
        detail: subject === '' ? email : `${subject}, ${email}`,
      }),
    ),
  mail: async (deps, words, limit) => {
    const query = { state: null, search: words, before: null, zone: 'UTC', limit }
    const { emails } = await listMail(deps, query)
    return emails.map(({ id, to, subject }) => ({ key: id, label: subject, detail: `To ${to.email}` }))
  },
  galleries: async ({ db }, words, limit) =>
    (await findGalleriesOfStudio({ db }, words, limit)).map(({ id, title, detail }) => ({
      key: id,
      label: title,
      detail,
    })),
  posts: async (deps, words, limit) =>
    (await findPosts(deps, words, limit)).map(({ id, title, topic }) => ({
      key: id,
      label: title,
      detail: topic,
    })),
  products: async ({ db }, words, limit) =>
    (await findProducts({ db }, words, limit)).map(({ slug, title, category }) => ({
      key: slug,
      label: title,
      detail: category,
    })),
}

/** D5: assistants don't see settings or clients. */
const OWNERS_ONLY: readonly FoundKind[] = ['settings', 'people']

/**
 * Searches everything that the user may open.
 * @param words as typed; too short input has no results
 * @param limit maximum number of results per kind
 */
export async function findAnything(
  deps: SearchDeps,
  { words: typed, role, limit }: { words: string; role: 'owner' | 'assistant'; limit: number },
): Promise<Found> {
  const words = readWords(typed)
  if (words === '') return { words, groups: [] }
  const kinds = FOUND_KINDS.filter((kind) => role === 'owner' || !OWNERS_ONLY.includes(kind))
  const groups = await Promise.all(
    kinds.map(async (kind) => {
      const hits = await SOURCES[kind](deps, words, limit + 1)
      return { kind, hits: hits.slice(0, limit), more: hits.length > limit }
    }),
  )
  return { words, groups: groups.filter(({ hits }) => hits.length > 0) }
}
