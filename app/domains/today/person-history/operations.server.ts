import { dateRequestsFrom } from '~/domains/booking/answering/operations.server'
import { bookingsOf } from '~/domains/booking/client/operations.server'
import { enquiriesFrom } from '~/domains/enquiries/operations.server'
import { USE_WORDS } from '~/domains/galleries/consents/model'
import { consentsOf } from '~/domains/galleries/consents/operations.server'
import { downloadsOf, favoritesOf } from '~/domains/galleries/records/operations.server'
import { sharesOf } from '~/domains/galleries/sharing/operations.server'
import { subscriptionsOf } from '~/domains/newsletter/operations.server'
import { mailStateLabel } from '~/domains/outbox/viewing/model'
import { mailTo } from '~/domains/outbox/viewing/operations.server'
import { doNotSellFrom } from '~/domains/privacy/operations.server'
import type { Db } from '~/platform/db/database.server'
import type { HistoryQuery } from '~/platform/history'
import {
  letterOfDateRequest,
  letterOfDoNotSell,
  letterOfEnquiry,
  type Reader,
} from '../correspondence/letter'
import type { WholeLetter } from '../correspondence/model'
import { type Happening, type HistoryCursor, isBehind, newestFirst } from './model'

/**
 * What one domain knows of a person: at most `limit` happenings, newest first, none newer than `until`. A domain that
 * has to do with people is one more of these, and a `HappeningKind` with its place in the Studio.
 */
type HistorySource = (deps: { db: Db }, query: HistoryQuery, reader: Reader) => Promise<Happening[]>

const SOURCES: HistorySource[] = [
  async (deps, query) =>
    (await bookingsOf(deps, query)).map(({ id, at, title, excerpt }) => ({
      kind: 'bookings',
      id,
      at,
      title,
      excerpt,
    })),
  async (deps, query, reader) =>
    (await enquiriesFrom(deps, query)).map((each) => fromLetter(letterOfEnquiry(each, reader))),
  async (deps, query, reader) =>
    (await dateRequestsFrom(deps, query)).map((each) => fromLetter(letterOfDateRequest(each, reader))),
  async (deps, query, reader) =>
    (await doNotSellFrom(deps, query)).map((each) => fromLetter(letterOfDoNotSell(each, reader))),
  async (deps, query) =>
    (await mailTo(deps, query)).map(({ id, createdAt, subject, state, failure }) => ({
      kind: 'mail',
      id,
      at: createdAt,
      title: subject,
      excerpt: [mailStateLabel(state), failure ?? ''].filter(Boolean).join(': '),
    })),
  async (deps, query) =>
    (await sharesOf(deps, query)).map((share) => ({
      kind: 'galleries',
      // A gallery’s id first: it is what the place in the Studio is found by.
      id: `${share.gallery_id}_${share.id}`,
      at: share.created_at,
      title: `Gallery shared: ${share.title}`,
      excerpt: share.first_opened_at === null ? 'Not opened yet' : 'Opened',
    })),
  async (deps, query) =>
    (await favoritesOf(deps, query)).map(({ id, galleryId, gallery, purpose, count, isSent, at }) => ({
      kind: 'favorites',
      id: `${galleryId}_${id}${isSent ? '-s' : ''}`,
      at,
      title: isSent ? `Submitted “${purpose}”: ${gallery}` : `Started “${purpose}”: ${gallery}`,
      excerpt: count === 1 ? '1 photo' : `${count} photos`,
    })),
  async (deps, query) =>
    (await downloadsOf(deps, query)).map(({ id, galleryId, gallery, what, size, completedAt, at }) => ({
      kind: 'downloads',
      id: `${galleryId}_${id}`,
      at,
      title: `Downloaded from ${gallery}`,
      excerpt: `${DOWNLOADED[what]}, ${SIZES[size]}${completedAt === null ? ', incomplete' : ''}`,
    })),
  async (deps, query) => (await consentsOf(deps, query)).flatMap(givenAndWithdrawn),
  async (deps, { emails }) => (await subscriptionsOf(deps, emails)).flatMap(subscribedAndLeft),
]

const fromLetter = ({ kind, id, at, title, excerpt, answer }: WholeLetter): Happening => ({
  kind,
  id,
  at,
  title,
  excerpt: [excerpt, answer ? `Answered by ${answer.by || 'the studio'}` : ''].filter(Boolean).join(' · '),
})

const DOWNLOADED = {
  photo: 'One photo',
  set: 'A set',
  favorites: 'Favorites',
  everything: 'Everything',
}
const SIZES = { web: 'web size', print: 'print size', original: 'originals' }

function givenAndWithdrawn(consent: Awaited<ReturnType<typeof consentsOf>>[number]): Happening[] {
  const { id, galleryId, gallery, uses, givenAt, withdrawnAt } = consent
  const where = uses.map((use) => USE_WORDS[use]).join(', ') || 'Nowhere'
  const given = {
    ...{ kind: 'consents' as const, id: `${galleryId}_${id}`, at: givenAt },
    ...{ title: `Release: ${gallery}`, excerpt: where },
  }
  if (withdrawnAt === null) return [given]
  const back = { id: `${galleryId}_${id}-w`, at: withdrawnAt, title: `Withdrew release: ${gallery}` }
  return [given, { ...given, ...back, excerpt: '' }]
}

function subscribedAndLeft(subscription: Awaited<ReturnType<typeof subscriptionsOf>>[number]): Happening[] {
  const { id, email, requestDate, unsubscribedAt } = subscription
  const joined = { kind: 'newsletter', id, at: requestDate, title: 'Subscribed to the newsletter' } as const
  if (unsubscribedAt === null) return [{ ...joined, excerpt: email }]
  const left = { id: `${id}-left`, at: unsubscribedAt, title: 'Unsubscribed from the newsletter' }
  return [
    { ...joined, excerpt: email },
    { ...joined, ...left, excerpt: email },
  ]
}

export interface HistoryPart {
  /** In lower case. */
  emails: string[]
  /** Happenings that stand in the history beside those of the sources. */
  known: Happening[]
  after: HistoryCursor | null
  limit: number
}

/** A part of a person’s history, newest first, of all that the site keeps. */
export async function readHistory(
  deps: { db: Db },
  { emails, known, after, limit }: HistoryPart,
  reader: Reader,
): Promise<Happening[]> {
  // Of the instant where the last page ended, some are behind it and some are not.
  const query = { emails, until: after?.at ?? reader.now, limit: after ? limit * 2 : limit }
  const found =
    emails.length === 0 ? [] : await Promise.all(SOURCES.map((source) => source(deps, query, reader)))
  return [...found.flat(), ...known]
    .filter((each) => !after || isBehind(each, after))
    .sort(newestFirst)
    .slice(0, limit)
}
