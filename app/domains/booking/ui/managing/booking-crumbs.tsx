import { Breadcrumbs } from '~/ui/breadcrumbs'
import { paths } from '~/ui/paths'

export const BookingCrumbs = ({ here, reference }: { here: string; reference: string | null }) => (
  <Breadcrumbs
    trail={[{ label: 'Your booking', to: paths.ownBooking({ ref: reference }) }, { label: here }]}
  />
)
