import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BookingView } from '../../client/booking-view'

interface BookingFactsProps {
  view: BookingView
  /** Where what the client told can be changed; null: not any more. */
  change: string | null
}

export function BookingFacts({ view, change }: BookingFactsProps) {
  const { when, place, client } = view
  return (
    <dl className="rev mng__facts">
      <Fact label="Session">{view.session}</Fact>
      <Fact label="When">
        {when.day}
        <br />
        {when.range}
      </Fact>
      <Fact label="Where" change={place.isTheirs ? change : null}>
        {place.title}
        {place.address ? (
          <>
            <br />
            {place.address}
          </>
        ) : null}
      </Fact>
      <Fact label="Who" change={change}>
        {client.name}
        <br />
        {client.contact.map((line) => (
          <span key={line} className="mng__line">
            {line}
          </span>
        ))}
        {client.party}
      </Fact>
      {view.answers.map(({ question, answer }) => (
        <Fact key={question} label={question} change={change}>
          <span className="mng__said">{answer}</span>
        </Fact>
      ))}
      {view.notes || change ? (
        <Fact label="Note" change={change}>
          <span className="mng__said">{view.notes || 'None'}</span>
        </Fact>
      ) : null}
      {view.money.map(([label, text], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be alike, and none moves
        <Fact key={at} label={label}>
          {text}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ label, change, children }: { label: string; change?: string | null; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {change ? (
        <dd>
          <Link className="txt" to={change} aria-label={`Change: ${label}`}>
            Change
          </Link>
        </dd>
      ) : null}
    </div>
  )
}
