import { findLastPost } from '~/domains/blog/operations.server'
import { listServices, readPage, readSettings } from '~/domains/content/operations.server'
import type { WishRefusal } from '~/domains/newsletter/email-rule'
import { readPlacePictures } from '../places/operations.server'
import { listSessionTypes } from '../session-types/operations.server'
import { exampleBooking, findBookingMade } from './booking-made.server'
import type { BookingDeps } from './operations.server'

type ThanksDeps = Pick<BookingDeps, 'db' | 'clock' | 'config'>

export interface ThanksRequest {
  /** The browser's token of what it has booked; '' without one. */
  token: string
  /** Why the newsletter that was asked for with the booking could not be subscribed to. */
  newsletter: WishRefusal | null
  /** What a message has led to. Such a page shows no booking. */
  message?: 'sent' | 'unknown' | undefined
  /** For the Studio's preview: an invented booking. */
  asExample?: boolean
}

export type Thanks = Awaited<ReturnType<typeof readThanks>>

/** D2: what was booked is only known to the browser that booked it, and nothing is claimed that wasn't sent. */
export async function readThanks(deps: ThanksDeps, { token, newsletter, message, asExample }: ThanksRequest) {
  const [page, { studio, pages }] = await Promise.all([readPage(deps, 'thank-you'), readSettings(deps)])
  const { title, description, photos } = page
  const { photo, caption, ...thanks } = page.body
  return {
    page: { title, description, photo: photos[photo], caption },
    thanks: message === 'sent' ? thanks : COLD,
    booked: message ? null : await readBooked(deps, token, asExample),
    newsletter,
    hasBlog: pages.blog && (await findLastPost(deps)) !== undefined,
    siteName: studio.name,
    siteUrl: deps.config.siteUrl,
  }
}

const COLD = {
  title: 'Thank you.',
  lede: 'Thanks for stopping by. If you booked a session, open the link in your email to see it.',
  next: [],
}

async function readBooked(deps: ThanksDeps, token: string, asExample: boolean | undefined) {
  const made = asExample ? await exampleBooking(deps) : await findBookingMade(deps, token)
  if (!made) return null
  const [types, services, placePictures] = await Promise.all([
    listSessionTypes(deps),
    listServices(deps),
    readPlacePictures(deps),
  ])
  const type = types.find(({ slug }) => slug === made.service)
  const service = services.find(({ slug }) => slug === type?.serviceSlug)
  return {
    made,
    picture: placePictures[made.location] ?? service?.photo ?? service?.thumbnail ?? undefined,
    type: type && { editedPhotos: type.editedPhotos, turnaround: type.turnaround },
  }
}
