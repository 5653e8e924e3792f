import { findLastPost } from '~/domains/blog/operations.server'
import { countPendingRequests, readUpcoming } from '~/domains/booking/calendar/operations.server'
import { readPaymentSums } from '~/domains/booking/manage/payment-list.server'
import type { Settings } from '~/domains/content/model'
import { readSettings } from '~/domains/content/operations.server'
import { promoStateAt } from '~/domains/content/shell'
import { findLastGallery } from '~/domains/galleries/operations.server'
import { countFailedMail } from '~/domains/outbox/sent-emails.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { addDays, dateOf, dayLabel, longDate } from '~/platform/time'
import { countUnansweredMessages } from './inbox.server'
import type { Shown, Today } from './model'
import { readTodo } from './todo.server'

/** Open tasks and upcoming sessions from all domains. */
export async function readToday(deps: { db: Db; clock: Clock }): Promise<Today> {
  const settings = await readSettings(deps)
  const zone = settings.studio.timeZone
  const now = deps.clock.now()
  const today = dateOf(now, zone)
  const [pressing, week, shown, money] = await Promise.all([
    readTodo(deps, { zone, now }),
    readUpcoming(deps, { from: today, until: addDays(today, 6) }),
    readShown(deps, settings),
    readMoney(deps),
  ])
  return { date: dayLabel(today), ...pressing, money, week, shown }
}

async function readMoney(deps: { db: Db; clock: Clock }): Promise<Today['money']> {
  const sums = await readPaymentSums(deps)
  if (!sums) return []
  return [
    ...(sums.overdue === '' ? [] : [{ label: 'Overdue', amount: sums.overdue, place: OVERDUE }]),
    { label: 'Due in the next 7 days', amount: sums.soon, place: { screen: 'payments', view: 'open' } },
    { label: 'Received this month', amount: sums.received, place: { screen: 'payment-totals' } },
  ]
}

const OVERDUE = { screen: 'payments', view: 'overdue' } as const

/** The promotion and the latest published content. */
async function readShown(deps: { db: Db; clock: Clock }, settings: Settings): Promise<Shown[]> {
  const { promo, studio } = settings
  const [post, gallery] = await Promise.all([findLastPost(deps), findLastGallery(deps)])
  const published = (at: number) => `Published on ${longDate(dateOf(at, studio.timeZone))}.`
  return [
    {
      what: 'Pop-up',
      title: promo.title,
      detail: promoStateAt(promo, studio.timeZone, deps.clock.now()).sentence,
      place: { screen: 'promo-settings' as const },
    },
    ...(post
      ? [
          {
            what: 'Last post',
            title: post.title,
            detail: published(post.publishedAt),
            place: { screen: 'public' as const, kind: 'post' as const, slug: post.slug },
          },
        ]
      : []),
    ...(gallery
      ? [
          {
            what: gallery.kind === 'portfolio' ? 'Last portfolio story' : 'Last gallery',
            title: gallery.title,
            detail: published(gallery.publishedAt),
            place: {
              screen: 'public' as const,
              kind: gallery.kind === 'portfolio' ? ('story' as const) : ('gallery' as const),
              slug: gallery.slug,
            },
          },
        ]
      : []),
  ]
}

/** Counts shown beside the navigation. */
export async function countWaiting({
  db,
}: {
  db: Db
}): Promise<{ bookings: number; messages: number; mail: number }> {
  const [bookings, messages, mail] = await Promise.all([
    countPendingRequests({ db }),
    countUnansweredMessages({ db }),
    countFailedMail({ db }),
  ])
  return { bookings, messages, mail }
}
