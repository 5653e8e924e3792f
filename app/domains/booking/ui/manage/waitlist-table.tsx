import { Form, Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import type { WaitlistState } from '../../waitlist/model'
import { WAITLIST_LABELS, type WaitlistDays, type WaitlistLine } from '../../waitlist/model'

const EMPTY: Record<WaitlistDays, string> = {
  coming: 'No one’s on the waitlist. When a day is full, clients can join it and will show up here.',
  past: 'No one was on the waitlist for past days.',
}

const TAGS: Record<WaitlistState, string> = {
  waiting: 'tag',
  kept: 'tag tag--dev',
  offered: 'tag tag--mark',
  taken: 'tag tag--fix',
  lapsed: 'tag tag--open',
  left: 'tag tag--open',
}

/** Waitlist entries by day, with their offers. */
export function WaitlistTable({ lines, days }: { lines: WaitlistLine[]; days: WaitlistDays }) {
  if (lines.length === 0)
    return (
      <div className="empty">
        <p>{EMPTY[days]}</p>
      </div>
    )
  return (
    <StudioTable columns={['Who', 'Day', 'Status', { label: 'Actions', hidden: true }]} className="wtl">
      {lines.map((line) => (
        <tr key={line.id}>
          <td>
            <b>{line.name}</b>
            <span className="st-cut s">{line.email}</span>
            <span className="s ink3">Joined {line.joined}</span>
          </td>
          <td>
            <Link className="txt" to={studioPaths.bookings({ view: 'day', date: line.date })}>
              {line.day}
            </Link>
            <span className="st-cut s">
              {line.session}, {line.place}
            </span>
            {line.offer === '' ? null : <span className="wtl__offer s">{line.offer}</span>}
          </td>
          <td>
            <span className={TAGS[line.state]}>{WAITLIST_LABELS[line.state]}</span>
          </td>
          <td>
            <Deeds line={line} />
          </td>
        </tr>
      ))}
    </StudioTable>
  )
}

function Deeds({ line: { id, state, name, can } }: { line: WaitlistLine }) {
  if (!can.takeOff) return null
  return (
    <Form method="post" action={studioPaths.waitlist()} className="st-act" preventScrollReset>
      <input type="hidden" name="waiting" value={id} />
      <input type="hidden" name="state" value={state} />
      {can.offer ? (
        <button type="submit" name="intent" value="offer" className="btn btn--line">
          Offer now<span className="vh">, to {name}</span>
        </button>
      ) : null}
      <button type="submit" name="intent" value="take-off" className="btn btn--quiet">
        {state === 'waiting' ? 'Remove' : 'Withdraw'}
        <span className="vh">: {name}</span>
      </button>
    </Form>
  )
}
