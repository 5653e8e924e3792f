import { useEffect } from 'react'
import type { BookingMade } from '~/domains/booking/reservations/model'
import { BOOKING_COOKIE } from '~/domains/booking/reservations/model'
import { readThanks } from '~/domains/booking/reservations/thanks.server'
import { dropDraft, takeThanks } from '~/domains/booking/ui/booking-draft'
import { BookingMadeCard, nextSteps } from '~/domains/booking/ui/booking-made'
import { SessionWords, yieldsPhotos } from '~/domains/booking/ui/session-facts'
import { MESSAGE_SENT } from '~/domains/contact-messages/model'
import { WISH_REFUSALS, type WishRefusal, wishRefusalSentence } from '~/domains/newsletter/email-rule'
import { Picture } from '~/domains/photos/ui/picture'
import { type CapabilityCookie, readCookie } from '~/platform/http/capability-cookie'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { Emphasis } from '~/ui/emphasis'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { useSendsMail } from '~/ui/sends-mail'
import type { Route } from './+types/thank-you'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const cookie = (kept: CapabilityCookie) => readCookie(request, at.config.siteUrl, kept)
  const isForMessage = query.get('for') === 'message'
  const isMessageSent = isForMessage && (at.isPreview || cookie(MESSAGE_SENT) !== '')
  return await readThanks(at, {
    token: cookie(BOOKING_COOKIE),
    newsletter: WISH_REFUSALS.find((refusal) => refusal === query.get('newsletter')) ?? null,
    message: isMessageSent ? 'sent' : isForMessage ? 'unknown' : undefined,
    asExample: at.isPreview && query.get('for') === 'booking',
  })
}

/**
 * The answer to the booking form contains what this page shows. The review step prefetches only the modules,
 * since data would be too early.
 */
export const clientLoader = async ({ serverLoader }: Route.ClientLoaderArgs) =>
  takeThanks() ?? (await serverLoader())

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
  const readyIn = booked?.type && yieldsPhotos(booked.type) ? booked.type.turnaround : undefined
  return (
    <div className="wrap nf nf--top">
      <div>
        {made ? <p className="edge made__ref">Booking {made.reference}</p> : null}
        <h1 className="d2">
          <Emphasis text={made ? headingOf(made) : thanks.title} />
        </h1>
        <p className="lede ink2 nf__lede">
          {made ? <SessionWords>{ledeOf(made, sendsMail)}</SessionWords> : thanks.lede}
        </p>
        {made && newsletter ? <WishRefused email={made.email} reason={newsletter} /> : null}
        {made?.isOpenHere ? (
          <div className="hero__act">
            <ButtonLink to={paths.clientBooking()} go>
              {made.state === 'held' ? 'Finish your booking' : 'View your booking'}
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
        <NextSteps steps={made ? nextSteps(made, { sendsMail, readyIn }) : thanks.next} />
      </div>
      {booked ? <BookingMadeCard made={booked.made} picture={booked.picture} /> : null}
      {photo && !booked ? (
        <figure className="print" data-theme="darkroom">
          <Picture
            photo={photo}
            sizes="(min-width:100rem) 782px, (min-width:64rem) 48.5vw, (min-width:40rem) 87vw, 82vw"
            priority
          />
          <figcaption className="edge pt">{caption}</figcaption>
        </figure>
      ) : null}
    </div>
  )
}

const headingOf = ({ state }: { state: string }): string => {
  if (state === 'to-confirm') return 'One more *step.*'
  if (state === 'held') return 'Almost *booked.*'
  return state === 'requested' ? 'Request *received.*' : 'You’re *booked.*'
}

function ledeOf(
  { state, heldUntil, toConfirm, when, email, reference }: BookingMade,
  sendsMail: boolean,
): string {
  const session = `${when.fullDay}, ${when.rangeInWords}`
  if (toConfirm) {
    const held = toConfirm.isHeld
      ? `Until then, we’ll hold ${session} for you.`
      : `We can’t hold ${session} until you do.`
    if (!sendsMail)
      return `Your session isn’t booked yet, and this site can’t send the email that confirms it. Please contact us by ${toConfirm.until}. ${held}`
    return `Your session isn’t booked yet. Click the button in the email to ${email} within two hours, by ${toConfirm.until}. ${held}`
  }
  if (state === 'held')
    return `We’re holding ${session} for you until ${heldUntil}. Your session isn’t confirmed yet.${sendsMail ? ` We’ve emailed what’s left to ${email}.` : ''}`
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
            <b>
              <SessionWords>{when}</SessionWords>
            </b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
