import { bookingsOf } from '~/domains/booking/client/operations.server'
import { bookingChangesOf } from '~/domains/booking/manage/list.server'
import { contactMessagesFrom, repliesOf } from '~/domains/contact-messages/operations.server'
import { contractsOf } from '~/domains/contracts/reading.server'
import { downloadsOf, favoritesOf } from '~/domains/galleries/records.server'
import { usesLine } from '~/domains/galleries/releases/model'
import { releasesOf } from '~/domains/galleries/releases/operations.server'
import { sharesOf } from '~/domains/galleries/sharing/operations.server'
import { invoicesOf } from '~/domains/invoices/reading.server'
import { subscriptionsOf } from '~/domains/newsletter/operations.server'
import { mailStateLabel } from '~/domains/outbox/model'
import { mailTo } from '~/domains/outbox/sent-emails.server'
import type { HistoryQuery } from '~/domains/people/model'
import { doNotSellFrom } from '~/domains/privacy/operations.server'
import { proposalsOf } from '~/domains/proposals/reading.server'
import { STATE_LABELS } from '~/domains/proposals/state'
import type { Db } from '~/platform/db/database.server'
import { excerptOf, messageOfContact, messageOfDoNotSell, type Reader } from './message'
import {
  type Happening,
  type HistoryCursor,
  type HistoryGroup,
  isBehind,
  newestFirst,
  type WholeMessage,
} from './model'

/**
 * Events of a person from one domain: up to `limit`, newest first, none after `until`. To add a domain, add a
 * source to `SOURCES` and a `HappeningKind` with its Studio page.
 */
type HistorySource = (deps: { db: Db }, query: HistoryQuery, reader: Reader) => Promise<Happening[]>

const SOURCES: Record<HistoryGroup, HistorySource[]> = {
  messages: [
    async (deps, query, reader) =>
      (await contactMessagesFrom(deps, query)).map((each) => fromMessage(messageOfContact(each, reader))),
    async (deps, query, reader) =>
      (await doNotSellFrom(deps, query)).map((each) => fromMessage(messageOfDoNotSell(each, reader))),
    async (deps, query) =>
      (await repliesOf(deps, query)).map(({ id, messageId, received_id, author, text, at }) => ({
        kind: 'messages',
        id: `${messageId}_${id}`,
        at,
        title: received_id === null ? `Replied: ${author}` : `Reply from ${author}`,
        excerpt: excerptOf(text),
      })),
  ],
  bookings: [
    async (deps, query) =>
      (await bookingsOf(deps, query)).map(({ id, at, title, excerpt }) => ({
        kind: 'bookings',
        id,
        at,
        title,
        excerpt,
      })),
    async (deps, query) => (await bookingChangesOf(deps, query, 'booking')).map(changeOf('bookings')),
  ],
  payments: [
    async (deps, query) => (await bookingChangesOf(deps, query, 'money')).map(changeOf('payments')),
    async (deps, query) =>
      (await invoicesOf(deps, query)).map(({ id, at, title, amount }) => ({
        kind: 'invoices',
        id,
        at,
        title,
        excerpt: amount,
      })),
  ],
  contracts: [
    async (deps, query) =>
      (await proposalsOf(deps, query)).map(({ id, at, title, state }) => ({
        ...{ kind: 'proposals', id, at, title: `Proposal: ${title}`, excerpt: STATE_LABELS[state] },
      })),
    async (deps, query) =>
      (await contractsOf(deps, query)).map(({ contractId, signerId, title, number, at, ...standing }) => ({
        kind: 'contracts',
        id: `${contractId}_${signerId}`,
        at,
        title: `Contract sent: ${title}${number === 1 ? '' : `, version ${number}`}`,
        excerpt: contractStanding(standing),
      })),
    async (deps, query) =>
      (await contractsOf(deps, query, 'signed_at')).map(
        ({ contractId, signerId, title, number, signedAt }) => ({
          kind: 'contracts',
          id: `${contractId}_${signerId}-s`,
          at: signedAt ?? 0,
          title: `Signed contract: ${title}${number === 1 ? '' : `, version ${number}`}`,
          excerpt: '',
        }),
      ),
  ],
  galleries: [
    async (deps, query) =>
      (await sharesOf(deps, query)).map((share) => ({
        kind: 'galleries',
        // Begins with the gallery's id, which its Studio page needs.
        id: `${share.gallery_id}_${share.id}`,
        at: share.created_at,
        title: `Gallery shared: ${share.title}`,
        excerpt: share.first_opened_at === null ? 'Not opened yet' : 'Opened',
      })),
    async (deps, query) =>
      (await sharesOf(deps, query, 'first_opened_at')).map((share) => ({
        kind: 'galleries',
        id: `${share.gallery_id}_${share.id}-o`,
        at: share.first_opened_at ?? 0,
        title: `Opened gallery: ${share.title}`,
        excerpt: '',
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
    async (deps, query) => (await releasesOf(deps, query)).flatMap(givenAndWithdrawn),
  ],
  emails: [
    async (deps, query) =>
      (await mailTo(deps, query)).map(({ id, createdAt, subject, state, failure }) => ({
        kind: 'mail',
        id,
        at: createdAt,
        title: subject,
        excerpt: [mailStateLabel(state), failure ?? ''].filter(Boolean).join(': '),
      })),
  ],
  newsletter: [async (deps, { emails }) => (await subscriptionsOf(deps, emails)).flatMap(subscribedAndLeft)],
}

const changeOf =
  (kind: 'bookings' | 'payments') =>
  ({
    bookingId,
    id,
    at,
    text,
    reference,
  }: Awaited<ReturnType<typeof bookingChangesOf>>[number]): Happening => ({
    kind,
    id: `${bookingId}_${id}`,
    at,
    title: `${text}.`,
    excerpt: reference,
  })

const fromMessage = ({ kind, id, at, title, excerpt, answer }: WholeMessage): Happening => ({
  kind,
  id,
  at,
  title,
  excerpt: [excerpt, answer ? `Answered by ${answer.by || 'the studio'}` : ''].filter(Boolean).join(' · '),
})

function contractStanding({
  isCompleted,
  signedAt,
  viewedAt,
  endedAs,
}: Pick<
  Awaited<ReturnType<typeof contractsOf>>[number],
  'isCompleted' | 'signedAt' | 'viewedAt' | 'endedAs'
>) {
  if (isCompleted) return 'Signed by everyone'
  if (endedAs !== null) return endedAs === 'withdrawn' ? 'Withdrawn' : 'Replaced by a new version'
  if (signedAt !== null) return 'Signed, others haven’t yet'
  return viewedAt === null ? 'Not viewed yet' : 'Viewed'
}

const DOWNLOADED = {
  photo: 'One photo',
  set: 'A set',
  favorites: 'Favorites',
  everything: 'Everything',
}
const SIZES = { web: 'web size', print: 'print size', original: 'originals' }

function givenAndWithdrawn(release: Awaited<ReturnType<typeof releasesOf>>[number]): Happening[] {
  const { id, galleryId, gallery, uses, givenAt, withdrawnAt } = release
  const given = {
    ...{ kind: 'releases' as const, id: `${galleryId}_${id}`, at: givenAt },
    ...{ title: `Release: ${gallery}`, excerpt: usesLine(uses) },
  }
  if (withdrawnAt === null) return [given]
  // It can be withdrawn before noon of the same day.
  const at = Math.max(withdrawnAt, givenAt)
  const back = { id: `${galleryId}_${id}-w`, at, title: `Withdrew release: ${gallery}` }
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
  /** Events from other sources. */
  known: Happening[]
  after: HistoryCursor | null
  limit: number
  /** null: all. */
  group: HistoryGroup | null
}

/** Releases of today are stored at noon. */
const HALF_DAY_MS = 12 * 3_600_000

/** A page of a person's history from all domains, newest first. */
export async function readHistory(
  deps: { db: Db },
  { emails, known, after, limit, group }: HistoryPart,
  reader: Reader,
): Promise<Happening[]> {
  // Events at the time at which the last page ended may be on either page.
  const query = { emails, until: after?.at ?? reader.now + HALF_DAY_MS, limit: after ? limit * 2 : limit }
  const sources = group ? SOURCES[group] : Object.values(SOURCES).flat()
  const found =
    emails.length === 0 ? [] : await Promise.all(sources.map((source) => source(deps, query, reader)))
  return [...found.flat(), ...(group ? [] : known)]
    .filter((each) => !after || isBehind(each, after))
    .sort(newestFirst)
    .slice(0, limit)
}
