import type { ReactNode } from 'react'
import type { PhotoView } from '~/domains/photos/model'
import { Picture } from '~/domains/photos/ui/picture'
import { money } from '~/platform/money'
import { Dot } from '~/ui/facts'
import { Icon } from '~/ui/icon'
import { FilmEdge } from '~/ui/strip'
import type { SessionType } from '../session-types/model'
import type { ChosenOffer, VisitorHold } from '../slots/model'
import type { StartLabels } from '../start-labels'
import { HoldClock } from './hold-clock'
import { longDuration, shortDuration, Total, yieldsPhotos } from './session-facts'

export type SummedOffer = Pick<
  ChosenOffer,
  'title' | 'minutes' | 'editedPhotos' | 'priceCents' | 'priceUnit' | 'depositCents'
> & { place: string | undefined; travelFeeCents?: number; tax?: ChosenOffer['tax'] }

interface BookingSummaryProps {
  offer: SummedOffer
  picture: PhotoView | undefined
  /** The day, until a time is chosen. */
  day?: string | undefined
  when?: Pick<StartLabels, 'range'> | undefined
  hold?: VisitorHold | null
  /** 1 to 4. */
  step: number
}

/** "Portrait, 45 min" */
export const titleWithLength = (type: Pick<SessionType, 'title' | 'minutes' | 'priceUnit'>): string =>
  [type.title, shortDuration(type)].filter(Boolean).join(', ')

/** The choices so far, styled as a filed negative: photo, facts, price, and the hold. */
export function BookingSummary({ offer, picture, day, when, hold, step }: BookingSummaryProps) {
  const { travelFeeCents = 0 } = offer
  return (
    <aside className="sum" data-theme="darkroom" aria-label="Your booking so far">
      <FilmEdge frame={step} />
      {picture ? (
        <div className="sum__ph">
          <Picture
            key={picture.id}
            photo={picture}
            ratio="7/6"
            sizes="(min-width:100rem) 411px, (min-width:64rem) 25vw, 1px"
            alt=""
          />
        </div>
      ) : null}
      <h2 className="t2">{offer.title}</h2>
      <dl>
        <dt>Length</dt>
        <dd>{longDuration(offer)}</dd>
        <dt>Date</dt>
        <Fact>{day}</Fact>
        <dt>Time</dt>
        <Fact>{when?.range}</Fact>
        <dt>Location</dt>
        <Fact>{offer.place}</Fact>
        {yieldsPhotos(offer) ? (
          <>
            <dt>Photos</dt>
            <dd>{offer.editedPhotos} edited</dd>
          </>
        ) : null}
        {!offer.priceUnit && (travelFeeCents > 0 || offer.tax) ? (
          <>
            <dt>Price</dt>
            <dd>{money(offer.priceCents)}</dd>
          </>
        ) : null}
        {travelFeeCents > 0 ? (
          <>
            <dt>Travel</dt>
            <dd>{money(travelFeeCents)}</dd>
          </>
        ) : null}
        {offer.tax ? (
          <>
            <dt>{offer.tax.label}</dt>
            <dd>{money(offer.tax.cents)}</dd>
          </>
        ) : null}
        <dt className="tot">Total</dt>
        <dd className="tot">
          <Total offer={offer} />
        </dd>
        {offer.depositCents > 0 ? (
          <>
            <dt>Deposit</dt>
            <dd>{money(offer.depositCents)}, due once confirmed</dd>
          </>
        ) : null}
      </dl>
      {hold ? (
        <p className="hold">
          <Icon name="clock" />
          <span>
            {hold.when.day.split(',')[0]} at {hold.when.time}{' '}
            <HoldClock hold={hold} lead="is on hold for you for" leadUntil="is on hold for you until" />
          </span>
        </p>
      ) : null}
    </aside>
  )
}

const Fact = ({ children }: { children: string | undefined }) =>
  children ? <dd>{children}</dd> : <dd className="none">Not chosen yet</dd>

interface BookingBarProps {
  /** "Sat, Dec 5 at 10:30 AM" */
  title: string
  hold?: VisitorHold | null
  offer: { priceCents: number; priceUnit: string; travelFeeCents?: number; tax?: ChosenOffer['tax'] }
  /** Whether the text needs script to stay up to date. */
  follows?: boolean
  /** Whether it is about a time, and appears when one is chosen. */
  isOfTime?: boolean
  /** The step's button. */
  children: ReactNode
}

/** The summary on phones: a bar at the bottom with the step's button. */
export function BookingBar({ title, hold, offer, follows, isOfTime, children }: BookingBarProps) {
  return (
    <div className={isOfTime ? 'bar bar--time' : 'bar'} data-theme="darkroom">
      <p className={follows || isOfTime ? 'bar__follows' : undefined}>
        <b>{title}</b>
        <br />
        <span className="ink2">
          {hold ? (
            <>
              <HoldClock hold={hold} lead="On hold for" leadUntil="On hold until" />
              <Dot />
            </>
          ) : null}
          <Total offer={offer} />
        </span>
      </p>
      {children}
    </div>
  )
}
