import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { money } from '~/platform/money'
import { WithTimes } from '~/platform/with-times'
import { FilmEdge } from '~/ui/strip'
import type { BookingMade } from '../reservations/model'
import { longDuration, Total } from './session-facts'

/**
 * What happens from now until the gallery opens. The first steps depend on whether the session is confirmed.
 * @param readyIn the session type's turnaround, such as "10 days"; undefined: it results in no photos
 */
export function nextSteps(
  { state, heldUntil, toConfirm, when, reminders, address, depositCents }: BookingMade,
  { sendsMail, readyIn }: { sendsMail: boolean; readyIn: string | undefined },
): { when: string; text: string }[] {
  if (toConfirm && !sendsMail)
    return [{ when: `By ${toConfirm.until}`, text: 'Contact us to confirm your session.' }]
  if (toConfirm)
    return [
      { when: `By ${toConfirm.until}`, text: 'Click the button in our email to book your session.' },
      {
        when: 'No email?',
        text: 'Check your spam folder. If it isn’t there, check your email address and book again, or contact us.',
      },
    ]
  const due = state === 'requested' ? 'then' : 'now'
  const deposit = depositCents > 0 ? ` Your ${money(depositCents)} deposit is due ${due}.` : ''
  const confirmed = sendsMail ? 'We’ve emailed your confirmation.' : 'Your session is confirmed.'
  const first =
    state === 'held'
      ? {
          when: `By ${heldUntil}`,
          text: 'Open your booking and complete what’s left. Then your session is confirmed.',
        }
      : undefined
  return [
    first ??
      (state === 'requested'
        ? {
            when: 'Within one business day',
            text: `${sendsMail ? 'We’ll answer by email.' : 'We’ll answer.'}${deposit}`,
          }
        : { when: 'Right now', text: `${confirmed}${deposit}` }),
    ...(sendsMail ? (REMINDERS[reminders] ?? []) : []),
    { when: `${when.day}, ${when.time}`, text: address === '' ? 'See you then.' : 'We’ll come to you.' },
    ...(readyIn
      ? [
          {
            when: `${readyIn} after your session`,
            text: `Your gallery opens. We’ll ${sendsMail ? 'email you the link' : 'tell you'}.`,
          },
        ]
      : []),
  ]
}

/** By the number of reminders that are still ahead. */
const REMINDERS = [
  [],
  [{ when: 'Three hours before', text: 'We’ll email a reminder.' }],
  [{ when: 'Two days before', text: 'We’ll email a reminder, and another one three hours before.' }],
]

const STATUS: Record<BookingMade['state'], string> = {
  requested: 'Pending',
  held: 'Waiting for you',
  confirmed: 'Confirmed',
  'to-confirm': 'Waiting for you to confirm',
}

const WHEN_DUE: Record<BookingMade['state'], string> = {
  requested: ', due once confirmed',
  held: '',
  confirmed: '',
  'to-confirm': ', due once confirmed',
}

/** The booking's facts, styled as a filed negative. */
export function BookingMadeCard({ made, picture }: { made: BookingMade; picture: PhotoView | undefined }) {
  return (
    <aside className="sum sum--made" data-theme="darkroom" aria-label="Your booking">
      <FilmEdge frame="4A" />
      {picture ? (
        <div className="sum__ph">
          <Picture photo={picture} ratio="7/6" sizes="(min-width: 64rem) 36vw, 100vw" alt="" priority />
        </div>
      ) : null}
      <h2 className="t2">{made.title}</h2>
      <dl>
        <dt>Booking number</dt>
        <dd>{made.reference}</dd>
        <dt>Status</dt>
        <dd>{STATUS[made.state]}</dd>
        <dt>Date</dt>
        <dd>{made.when.day}</dd>
        <dt>Time</dt>
        <dd className="sum__time">
          <WithTimes>{made.when.rangeInWords}</WithTimes>
        </dd>
        <dt>Length</dt>
        <dd>{longDuration(made)}</dd>
        <dt>Location</dt>
        <dd>
          {made.place}
          {made.address ? (
            <>
              <br />
              {made.address}
            </>
          ) : null}
        </dd>
        <dt className="tot">Total</dt>
        <dd className="tot">
          <Total offer={made} />
        </dd>
        {made.depositCents > 0 ? (
          <>
            <dt>Deposit</dt>
            <dd>
              {money(made.depositCents)}
              {WHEN_DUE[made.state]}
            </dd>
          </>
        ) : null}
      </dl>
    </aside>
  )
}
