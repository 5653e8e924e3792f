import { useOutletContext } from 'react-router'
import { ComingSoon } from '~/domains/photos/ui/coming-soon'
import { PageHead } from '~/ui/page-head'
import type { Offered } from './booking-steps'

/** The booking page while no session type can be booked. */
export function BookingClosed({ pageTitle }: { pageTitle: string }) {
  const { gallery } = useOutletContext<Offered>()
  return (
    <>
      <title>{pageTitle}</title>
      <PageHead title="Online booking is closed right now." />
      <ComingSoon photos={gallery}>Contact us, and we’ll find a date.</ComingSoon>
    </>
  )
}
