import type { Booking } from '../reservations/model'

/** A booking as the person whom it is about gets it: what only the program needs is left out. */
export const exportedBooking = (booking: Booking) => ({
  reference: booking.reference,
  service: booking.sessionType.title,
  location: booking.place.title,
  state: booking.state,
  sessionDate: booking.sessionDate,
  sessionEnd: booking.sessionEnd,
  zone: booking.zone,
  name: booking.name,
  email: booking.email,
  phone: booking.phone,
  partySize: booking.partySize,
  address: booking.address,
  notes: booking.notes,
  answers: booking.answers,
  termsVersion: booking.termsVersion,
  priceCents: booking.priceCents,
  priceUnit: booking.priceUnit,
  travelFeeCents: booking.travelFeeCents,
  depositCents: booking.depositCents,
  policy: booking.policy,
  /** What the studio wrote down for itself. */
  privateNote: booking.privateNote,
  createdAt: booking.createdAt,
})
