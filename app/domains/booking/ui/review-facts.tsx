import type { ReactNode } from 'react'
import { dollars } from '~/ui/money'
import { paths } from '~/ui/paths'
import { questionField } from '../booking-form'
import type { ChosenStart } from '../slots/model'
import { longDuration, yieldsPhotographs } from './session-facts'
import { Total } from './session-price'

interface ReviewFactsProps {
  chosen: ChosenStart
  values: Record<string, string>
  /** How to change one of them: what it is, the form's intent without script, the step's address with it. */
  change: (what: string, intent: 'details' | 'change', to: string) => ReactNode
}

/** What is about to be booked, line by line. */
export function ReviewFacts({ chosen, values, change }: ReviewFactsProps) {
  const { offer, slot, when } = chosen
  const asked = { service: offer.service, location: offer.location, slot }
  const session = paths.bookSession({ ...asked, step: 'session' })
  const details = paths.bookingDetails(asked)
  const photographs = yieldsPhotographs(offer) ? `, ${offer.finishedPhotographs} edited photos` : ''
  return (
    <dl className="rev">
      <div>
        <dt>Session</dt>
        <dd>
          {offer.title}, {longDuration(offer).toLowerCase()}
          {photographs}
        </dd>
        <dd>{change('session', 'change', session)}</dd>
      </div>
      <div>
        <dt>When</dt>
        <dd>
          {when.fullDay}, {when.rangeInWords}
        </dd>
        <dd>{change('when', 'change', paths.bookSession({ ...asked, date: when.date }))}</dd>
      </div>
      <div>
        <dt>Where</dt>
        <dd>
          {offer.place}
          {values.address ? (
            <>
              <br />
              {values.address}
            </>
          ) : null}
        </dd>
        <dd>{change('where', values.address ? 'details' : 'change', values.address ? details : session)}</dd>
      </div>
      <div>
        <dt>Who</dt>
        <dd>
          {values.name}
          {company(Number(values.partySize || 1))}
          <br />
          {[values.email, values.phone].filter(Boolean).join(', ')}
        </dd>
        <dd>{change('who', 'details', details)}</dd>
      </div>
      {offer.questions
        .filter(({ id }) => values[questionField(id)])
        .map(({ id, label }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{values[questionField(id)]}</dd>
            <dd>{change(label, 'details', details)}</dd>
          </div>
        ))}
      {values.notes ? (
        <div>
          <dt>Note</dt>
          <dd className="rev__note">“{values.notes}”</dd>
          <dd>{change('note', 'details', details)}</dd>
        </div>
      ) : null}
      <div>
        <dt>Price</dt>
        <dd>
          <Total offer={offer} />
          {offer.travelFeeCents > 0 && !offer.priceUnit
            ? `, including ${dollars(offer.travelFeeCents)} for travel`
            : null}
          {offer.depositCents > 0
            ? `. Includes a ${dollars(offer.depositCents)} deposit, due once confirmed.`
            : null}
        </dd>
      </div>
      {values.newsletter === 'yes' ? (
        <div>
          <dt>Newsletter</dt>
          <dd>Once a month, to {values.email}</dd>
          <dd>{change('newsletter', 'details', details)}</dd>
        </div>
      ) : null}
    </dl>
  )
}

const NUMBERS = ['', ' and one more', ' and two more', ' and three more', ' and four more', ' and five more']

/** "Renée Whitfield and one more" */
const company = (people: number): string => NUMBERS[people - 1] ?? ` and ${people - 1} more`
