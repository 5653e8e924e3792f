import { Fragment } from 'react'
import { Link } from 'react-router'
import { WithTimes } from '~/platform/with-times'
import { ButtonLink } from '~/ui/button-link'
import { Dot } from '~/ui/facts'
import { paths } from '~/ui/paths'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Entry, Place, Shown } from '../model'

/** Open tasks, each with a button, and keyboard navigation. */
export function TodoList({ entries, isOwner }: { entries: Entry[]; isOwner: boolean }) {
  if (entries.length === 0)
    return (
      <div className="empty">
        <p>You’re all caught up. New booking requests, messages, and failed emails will show up here.</p>
      </div>
    )
  return (
    <>
      <ul className="todo">
        {entries.map((entry) => (
          <TodoEntry key={entry.id} entry={entry} isOwner={isOwner} />
        ))}
      </ul>
      <p className="todo-keys" aria-hidden="true">
        <kbd>J</kbd> <kbd>K</kbd> move <kbd>O</kbd> open <kbd>A</kbd> answered <kbd>?</kbd> all keys
      </p>
    </>
  )
}

function TodoEntry({
  entry: { what, title, detail, urgency, place, button, isAnswerable },
  isOwner,
}: {
  entry: Entry
  isOwner: boolean
}) {
  const to = placePath(place)
  return (
    <li
      className={urgency === 'late' ? 'is-late' : undefined}
      data-row
      data-answer={isAnswerable ? to : undefined}
    >
      <div>
        <p>
          <b>{what}</b> {title}
          {urgency === 'late' ? <span className="tag tag--stop">Overdue</span> : null}
        </p>
        <p className="s">
          {detail.split(' · ').map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be the same
            <Fragment key={at}>
              {at > 0 ? <Dot /> : null}
              <WithTimes>{part}</WithTimes>
            </Fragment>
          ))}
        </p>
      </div>
      {isOwner || !isForOwners(place) ? (
        <ButtonLink to={to} variant="line" aria-label={button.says}>
          {button.label}
        </ButtonLink>
      ) : null}
    </li>
  )
}

/** Pages that assistants can’t open. */
export const isForOwners = ({ screen }: Place): boolean => screen === 'backups' || screen === 'promo-settings'

/** Content that visitors currently see. Only owners get links to settings. */
export function ShownList({ shown, isOwner }: { shown: Shown[]; isOwner: boolean }) {
  return (
    <ul className="todo shown">
      {shown.map(({ what, title, detail, place }) => (
        <li key={what}>
          <div>
            <p>
              <b>{what}</b>{' '}
              {place.screen === 'promo-settings' ? (
                isOwner ? (
                  <Link to={placePath(place)}>{title}</Link>
                ) : (
                  title
                )
              ) : (
                <a href={placePath(place)}>{title}</a>
              )}
            </p>
            <p className="s">{detail}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

export function placePath(place: Place): string {
  switch (place.screen) {
    case 'bookings':
      return studioPaths.bookingList({ state: 'requested' })
    case 'open-fees':
      return studioPaths.bookingList({ order: 'all', fee: 'due' })
    case 'payments':
      return studioPaths.payments(place.view === 'open' ? {} : { view: place.view })
    case 'payment-totals':
      return studioPaths.paymentTotals()
    case 'booking':
      return studioPaths.booking(place.id)
    case 'unverified-bookings':
      return studioPaths.unverifiedBookings()
    case 'messages':
      return studioPaths.inbox({ kind: place.kind })
    case 'message':
      return studioPaths.message(place.kind, place.id)
    case 'failed-mail':
      return studioPaths.emails({ state: 'failed' })
    case 'waiting-mail':
      return studioPaths.emails({ state: 'waiting' })
    case 'sent-mail':
      return studioPaths.email(place.id)
    case 'gallery-choices':
      return studioPaths.galleryFavorites(place.gallery)
    case 'gallery-downloads':
      return studioPaths.galleryDownloads(place.gallery)
    case 'promo-settings':
      return studioPaths.settings('promo')
    case 'service':
      return studioPaths.service(place.slug)
    case 'backups':
      return studioPaths.backups()
    case 'quarantine':
      return studioPaths.quarantine()
    case 'closing-galleries':
      return studioPaths.expiringGalleries()
    case 'gallery-end':
      return studioPaths.galleryExpiration(place.id)
    case 'public':
      return {
        post: paths.post,
        story: paths.story,
        gallery: (filter: string) => paths.gallery({ filter }),
      }[place.kind](place.slug)
  }
}
