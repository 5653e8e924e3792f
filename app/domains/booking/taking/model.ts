import type { StartLabels } from '../start-labels'

/** A booking as its client sees it right after making it. Money in cents. */
export interface BookingMade {
  /** Addresses that open Google’s and Outlook’s calendar with the session filled in. */
  calendars: { google: string; outlook: string } | null
  /** Such as `DE-7K3Q9`. */
  reference: string
  /** `to-confirm`: it counts once the button in an email is pressed. */
  state: 'requested' | 'confirmed' | 'to-confirm'
  /** Until when, such as "3:40 PM Eastern Time", and whether the time is held until then. */
  toConfirm: { until: string; isHeld: boolean } | null
  /** Slugs, and the start as forms spell it. */
  service: string
  slot: string
  title: string
  minutes: number
  place: string
  /** Where we come to; '' when the client comes to us. */
  address: string
  email: string
  when: StartLabels
  priceCents: number
  priceUnit: string
  travelFeeCents: number
  depositCents: number
}
