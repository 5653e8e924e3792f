import { ButtonLink } from '~/ui/button-link'
import { Icon } from '~/ui/icon'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import type { BookingView } from '../../client/booking-view'
import { AcceptForm } from './accept-form'
import { BookingFacts } from './booking-facts'
import { BookingHistory } from './booking-history'
import { BookingTerms } from './booking-terms'
import { CalendarLinks, type CalendarTargets } from './calendar-links'
import { ManagingSection } from './managing-section'
import { NewLinkForm } from './new-link-form'
import { Refused } from './refused'

interface BookingPageProps {
  view: BookingView
  /** How the address names the booking; null: a link opened it. */
  reference: string | null
  /** What has just been done. */
  news: string | undefined
  /** Why something was not done. */
  sentence: string | undefined
  /** Where else the session can be written down; null: it does not take place. */
  calendars: Omit<CalendarTargets, 'file'> | null
}

/** A booking as its client sees it: how it stands, and what can be done about it now. */
export function BookingPage({ view, reference, news, sentence, calendars }: BookingPageProps) {
  return (
    <>
      <PageHead
        title={view.title}
        lede={view.lede}
        before={<p className="edge mng__ref">Booking {view.reference}</p>}
      />
      <div className="wrap acct__all">
        <Refused>{sentence}</Refused>
        {news && !sentence ? (
          <div className="note note--fix" role="status">
            <Icon name="check" />
            <p>{news}</p>
          </div>
        ) : null}
        {view.words ? (
          <div className="mng__words">
            <p className="edge">{view.wordsFrom === 'client' ? 'You wrote' : 'We wrote'}</p>
            <p>{view.words}</p>
          </div>
        ) : null}
        {view.asksToAccept ? <AcceptForm version={view.version} reference={reference} /> : null}
        {view.isOpen ? null : (
          <div className="mng__again">
            <ButtonLink to={paths.bookSession()} variant="line">
              Book another session
            </ButtonLink>
          </div>
        )}
        <ManagingSection id="session" title="Your session">
          <BookingFacts
            view={view}
            change={view.isOpen ? paths.ownBookingDetails({ ref: reference }) : null}
          />
        </ManagingSection>
        {view.isOpen ? (
          <ManagingSection id="change" title="Reschedule or cancel">
            <BookingTerms view={view} reference={reference} />
          </ManagingSection>
        ) : null}
        {calendars ? (
          <ManagingSection id="calendar" title="Add to calendar">
            <CalendarLinks targets={{ ...calendars, file: paths.ownBookingCalendar({ ref: reference }) }} />
          </ManagingSection>
        ) : null}
        <ManagingSection id="history" title="History">
          <BookingHistory lines={view.history} />
        </ManagingSection>
        <ManagingSection id="link" title="Your private link">
          <NewLinkForm version={view.version} reference={reference} />
        </ManagingSection>
      </div>
    </>
  )
}
