import { useNavigate } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { studioPaths } from '~/ui/studio/studio-paths'
import { KeyHint } from './key-hint'
import { useKeys } from './use-keys'

/** Leads to the form by which a booking is taken down by hand; N does too. */
export function NewBookingLink() {
  const navigate = useNavigate()
  useKeys({ n: () => navigate(studioPaths.newBooking()) })
  return (
    <ButtonLink to={studioPaths.newBooking()}>
      New <KeyHint letter="N" />
    </ButtonLink>
  )
}
