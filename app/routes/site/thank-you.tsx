import { useEffect } from 'react'
import { readPlacePictures } from '~/domains/booking/places/operations.server'
import { exampleBooking, findBookingMade } from '~/domains/booking/reservations/booking-made.server'
import type { BookingMade } from '~/domains/booking/reservations/model'
import { BOOKING_COOKIE } from '~/domains/booking/reservations/model'
import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { dropDraft } from '~/domains/booking/ui/booking-draft'
import { BookingMadeCard, nextSteps } from '~/domains/booking/ui/booking-made'
import { yieldsPhotos } from '~/domains/booking/ui/session-facts'
import { MESSAGE_SENT } from '~/domains/contact-messages/model'
import { listServices, readPage, readSettings } from '~/domains/content/operations.server'
import { WISH_REFUSALS, type WishRefusal, wishRefusalSentence } from '~/domains/newsletter/email-rule'
import { Picture } from '~/domains/photos/ui/picture'
import { readCookie } from '~/platform/http/capability-cookie'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { Emphasis } from '~/ui/emphasis'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { useSendsMail } from '~/ui/sends-mail'
import type { Route } from './+types/thank-you'

const COLD = {
  title: 'Thank you.',
  lede: 'Thanks for stopping by. If you booked a session, open the link in your email to see it.',
  next: [],
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [page, { studio, pages }] = await Promise.all([readPage(at, 'thank-you'), readSettings(at)])
  const query = new URL(request.url).searchParams
  const isForMessage = query.get('for') === 'message'
  const isMessageSent =
    isForMessage && (at.isPreview || readCookie(request, at.config.siteUrl, MESSAGE_SENT) !== '')
  const { title, description, photos } = page
  const { photo, caption, ...thanks } = page.body
  return {
    page: { title, description, photo: photos[photo], caption },
    // D2: opening this page directly doesn't claim that anything was sent.
    thanks: isMessageSent ? thanks : COLD,
    // D2: only the browser that booked sees the booking.
    booked: isForMessage ? null : await readBooked(request, at, query.get('for') === 'booking'),
    newsletter: WISH_REFUSALS.find((refusal) => refusal === query.get('newsletter')) ?? null,
    hasBlog: pages.blog,
    siteName: studio.name,
    siteUrl: at.config.siteUrl,
  }
}

/** @param asExample for the Studio's preview: an invented booking */
async function readBooked(request: Request, at: RequestScope, asExample: boolean) {
  const made =
    at.isPreview && asExample
      ? await exampleBooking(at)
      : await findBookingMade(at, readCookie(request, at.config.siteUrl, BOOKING_COOKIE))
  if (!made) return null
  const [types, services, placePictures] = await Promise.all([
    listSessionTypes(at),
    listServices(at),
    readPlacePictures(at),
  ])
  const type = types.find(({ slug }) => slug === made.service)
  const service = services.find(({ slug }) => slug === type?.serviceSlug)
  return {
    made,
    picture: placePictures[made.location] ?? service?.photo ?? service?.thumbnail ?? undefined,
    readyIn: type && yieldsPhotos(type) ? type.turnaround : undefined,
  }
}

/** With it, the review step prefetches this page's modules without its data, which would be too early. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => serverLoader()

export const headers = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { page, siteName, siteUrl } = loaderData
  return pageMeta({
    title: page.title,
    description: page.description,
    path: paths.thankYou(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

export default function ThankYou({ loaderData }: Route.ComponentProps) {
  const { page, thanks, booked, newsletter, hasBlog } = loaderData
  useEffect(() => {
    if (booked) dropDraft()
  }, [booked])
  const sendsMail = useSendsMail()
  const { photo, caption } = page
  const made = booked?.made
  return (
    <div className="wrap nf nf--top">
      <div>
        {made ? <p className="edge made__ref">Booking {made.reference}</p> : null}
        <h1 className="d2">
          <Emphasis text={made ? headingOf(made) : thanks.title} />
        </h1>
        <p className="lede ink2 nf__lede">{made ? ledeOf(made, sendsMail) : thanks.lede}</p>
        {made && newsletter ? <WishRefused email={made.email} reason={newsletter} /> : null}
        {made?.isOpenHere ? (
          <div className="hero__act">
            <ButtonLink to={paths.clientBooking()} go>
              View your booking
            </ButtonLink>
            <a className="btn btn--line" href={paths.clientBookingCalendar()} download>
              Add to calendar
            </a>
          </div>
        ) : null}
        {made ? null : (
          <div className="hero__act">
            <ButtonLink to={paths.gallery()} go>
              See the gallery
            </ButtonLink>
            {hasBlog ? (
              <ButtonLink to={paths.blog()} variant="line">
                Read the blog
              </ButtonLink>
            ) : null}
          </div>
        )}
        <NextSteps steps={made ? nextSteps(made, { sendsMail, readyIn: booked?.readyIn }) : thanks.next} />
      </div>
      {booked ? <BookingMadeCard made={booked.made} picture={booked.picture} /> : null}
      {photo && !booked ? (
        <figure className="print" data-theme="darkroom">
          <Picture
            photo={photo}
            sizes="(min-width:100rem) 782px, (min-width:64rem) 48.5vw, (min-width:40rem) 87vw, 82vw"
            priority
          />
          <figcaption className="edge edge--sm pt">{caption}</figcaption>
        </figure>
      ) : null}
    </div>
  )
}

const headingOf = ({ state }: { state: string }): string => {
  if (state === 'to-confirm') return 'One more *step.*'
  return state === 'requested' ? 'Request *received.*' : 'You’re *booked.*'
}

function ledeOf({ state, toConfirm, when, email, reference }: BookingMade, sendsMail: boolean): string {
  const session = `${when.fullDay}, ${when.rangeInWords}`
  if (toConfirm) {
    const held = toConfirm.isHeld
      ? `Until then, we’ll hold ${session} for you.`
      : `We can’t hold ${session} until you do.`
    if (!sendsMail)
      return `Your session isn’t booked yet, and this site can’t send the email that confirms it. Please call us by ${toConfirm.until}. ${held}`
    return `Your session isn’t booked yet. Click the button in the email to ${email} within two hours, by ${toConfirm.until}. ${held}`
  }
  const lead = state === 'requested' ? 'We got your request for' : 'Your session is booked for'
  return sendsMail
    ? `${lead} ${session}. We’ve emailed you at ${email}.`
    : `${lead} ${session}. This site can’t send email yet, so please make a note of your booking number: ${reference}.`
}

const WishRefused = ({ email, reason }: { email: string; reason: WishRefusal }) => (
  <div className="note note--stop" role="alert">
    <p>
      <strong>Newsletter:</strong> {wishRefusalSentence(reason)}
      {reason === 'already-subscribed' ? null : ` We couldn’t add ${email}. Your booking isn’t affected.`}
    </p>
  </div>
)

function NextSteps({ steps }: { steps: { when: string; text: string }[] }) {
  if (steps.length === 0) return null
  return (
    <>
      <h2 className="vh">What happens next</h2>
      <ol className="next">
        {steps.map(({ when, text }) => (
          <li key={when}>
            <b>{when}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
