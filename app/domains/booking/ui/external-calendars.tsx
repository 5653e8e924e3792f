import { Form } from 'react-router'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import {
  EXTERNAL_CALENDAR_FIELDS,
  type ExternalCalendar,
  type ExternalCalendarField,
} from '../external-calendars/model'

interface OutsideCalendarsProps {
  calendars: (Pick<ExternalCalendar, 'id' | 'title' | 'failure'> & { read: string | null })[]
  outcome: FormOutcome<ExternalCalendarField> | undefined
  busy: string | null
}

/** The photographer's external calendars, whose busy times can't be booked. */
export function ExternalCalendars({ calendars, outcome, busy }: OutsideCalendarsProps) {
  return (
    <section className="st-sheet st-form" aria-labelledby="external-calendars">
      <h2 className="st-h2" id="external-calendars">
        Calendars that block time
      </h2>
      <p className="ink2">
        Times you’re busy on another calendar can’t be booked. We check every 15 minutes and only see that
        you’re busy, not why.
      </p>
      {calendars.length > 0 ? (
        <ul className="st-cals">
          {calendars.map(({ id, title, failure, read }) => (
            <li key={id}>
              <div>
                <strong>{title}</strong>
                <p className="ink2">{read === null ? 'Not synced yet.' : `Synced ${read}.`}</p>
                {failure ? (
                  <p className="err">
                    {failure} {read === null ? '' : 'Times from the last sync still count.'}
                  </p>
                ) : null}
              </div>
              <Form method="post" className="st-act">
                <input type="hidden" name="id" value={id} />
                <button type="submit" className="btn btn--line" name="intent" value="fetch">
                  {busy === `fetch ${id}` ? 'Syncing…' : 'Sync now'}
                  <span className="vh">: {title}</span>
                </button>
                <button type="submit" className="btn btn--line" name="intent" value="remove">
                  Remove<span className="vh">: {title}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
      {/* The key clears the form after a calendar was added. */}
      <Form key={calendars.length} method="post" className="st-cal-form" noValidate>
        <FormRefusal outcome={outcome} order={EXTERNAL_CALENDAR_FIELDS} />
        <input type="hidden" name="intent" value="add" />
        <Field
          label="Name"
          name="title"
          maxLength={80}
          autoComplete="off"
          defaultValue={outcome?.values.title}
          error={outcome?.errors.title}
        />
        <Field
          label="Calendar URL"
          name="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          defaultValue={outcome?.values.url}
          error={outcome?.errors.url}
          hint="The secret iCal link from Google, Apple, or Outlook. We store it encrypted and don’t show it again."
        />
        <div className="st-act">
          <button type="submit" className="btn">
            {busy === 'add' ? 'Connecting…' : 'Add calendar'}
          </button>
        </div>
      </Form>
    </section>
  )
}

interface CalendarFeedsProps {
  feeds: { id: string; title: string; made: string; read: string | null }[]
  /** URL of the feed that was just added. */
  address: string | undefined
  outcome: FormOutcome<'feed'> | undefined
}

/** Calendar feeds: URLs from which calendar apps read the bookings. */
export function CalendarFeeds({ feeds, address, outcome }: CalendarFeedsProps) {
  return (
    <section className="st-sheet st-form" aria-labelledby="calendar-feeds">
      <h2 className="st-h2" id="calendar-feeds">
        Bookings on your phone
      </h2>
      <p className="ink2">
        A private link your phone’s calendar can subscribe to. Anyone with it can see your sessions, including
        client names and phone numbers. Create one link per device, and turn it off if you lose the device.
      </p>
      {address ? (
        <div className="note note--fix" role="status">
          <div>
            <p>
              <strong>Copy this link now.</strong> You won’t see it again.
            </p>
            <p className="mono st-cal-address">{address}</p>
            <p>
              <a href={address.replace(/^https?:/, 'webcal:')}>Open in this device’s calendar</a>
            </p>
          </div>
        </div>
      ) : null}
      {feeds.length > 0 ? (
        <ul className="st-cals">
          {feeds.map(({ id, title, made, read }) => (
            <li key={id}>
              <div>
                <strong>{title}</strong>
                <p className="ink2">
                  Created {made}. {read === null ? 'Not used yet.' : `Last used ${read}.`}
                </p>
              </div>
              <Form method="post" className="st-act">
                <input type="hidden" name="id" value={id} />
                <button type="submit" className="btn btn--line" name="intent" value="end">
                  Turn off<span className="vh">: {title}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
      {/* The key clears the form after a feed was added. */}
      <Form key={feeds.length} method="post" className="st-cal-form" noValidate>
        <FormRefusal outcome={outcome} order={['feed']} />
        <input type="hidden" name="intent" value="make" />
        <Field
          label="Device"
          name="feed"
          maxLength={80}
          autoComplete="off"
          defaultValue={outcome?.values.feed}
          error={outcome?.errors.feed}
          hint="For example, My phone."
        />
        <div className="st-act">
          <button type="submit" className="btn">
            Create link
          </button>
        </div>
      </Form>
    </section>
  )
}
