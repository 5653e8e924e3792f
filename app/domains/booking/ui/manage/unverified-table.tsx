import { Form, Link, useNavigation } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import { StudioTable } from '~/ui/studio/studio-table'
import { useIsOwner } from '~/ui/studio/use-is-owner'
import type { UnverifiedLine, UnverifiedView } from '../../reservations/unverified-model'

const STATES: Record<UnverifiedLine['state'], { label: string; tag: string }> = {
  requested: { label: 'Requested', tag: 'tag tag--mark' },
  confirmed: { label: 'Confirmed', tag: 'tag' },
  'to-confirm': { label: 'Waiting for email', tag: 'tag tag--dev' },
}

/** Bookings of unverified addresses, with a button for owners that declines all of them. */
export function UnverifiedTable({ view }: { view: UnverifiedView }) {
  const { lines, bookings, waiting, span } = view
  const isOwner = useIsOwner()
  if (lines.length === 0)
    return (
      <div className="empty">
        <p>You’re all caught up. Bookings from unverified addresses show up here.</p>
      </div>
    )
  const hidden = bookings + waiting - lines.length
  return (
    <>
      {isOwner ? <DeclineAll view={view} /> : null}
      <StudioTable
        columns={['Client', 'Session', 'Status', { label: 'Actions', hidden: true }]}
        className="wtl"
      >
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <b>{line.name}</b>
              <span className="st-cut s">{line.email}</span>
              <span className="s ink3">Booked {line.made}</span>
            </td>
            <td>
              {line.kind === 'booking' ? (
                <Link className="txt" to={studioPaths.booking(line.id)}>
                  {line.when}
                </Link>
              ) : (
                line.when
              )}
              <span className="st-cut s">
                {line.session}, {line.reference}
              </span>
            </td>
            <td>
              <span className={STATES[line.state].tag}>{STATES[line.state].label}</span>
            </td>
            <td>{line.kind === 'booking' ? <Keep line={line} span={span} /> : null}</td>
          </tr>
        ))}
      </StudioTable>
      {hidden > 0 ? <p className="ink2">{hidden} more aren’t shown.</p> : null}
    </>
  )
}

function Keep({ line, span }: { line: UnverifiedLine; span: string }) {
  return (
    <Form method="post" action={studioPaths.unverifiedBookings()} className="st-act" preventScrollReset>
      <input type="hidden" name="booking" value={line.id} />
      <input type="hidden" name="span" value={span} />
      <button type="submit" name="intent" value="keep" className="btn btn--quiet">
        Keep<span className="vh"> the booking of {line.name}</span>
      </button>
    </Form>
  )
}

/** Asks for confirmation first. */
function DeclineAll({ view: { bookings, waiting, span, until } }: { view: UnverifiedView }) {
  const isBusy = useNavigation().state === 'submitting'
  const count = bookings + waiting
  return (
    <details className="wtl__all">
      <summary className="btn btn--line">Decline all</summary>
      <Form method="post" action={studioPaths.unverifiedBookings()} className="note note--stop">
        <input type="hidden" name="span" value={span} />
        <input type="hidden" name="until" value={until} />
        <p>
          Declines {bookings} open {bookings === 1 ? 'booking' : 'bookings'} and {waiting} waiting for an
          email. Their times open again. Each client gets one kind email. Bookings you keep stay. You can’t
          undo this.
        </p>
        <button
          type="submit"
          name="intent"
          value="decline"
          className="btn btn--stop"
          aria-busy={isBusy || undefined}
        >
          Decline {count === 1 ? '1 booking' : `${count} bookings`}
        </button>
      </Form>
    </details>
  )
}
