import { Form, useNavigation } from 'react-router'
import { paths } from '~/ui/paths'

/** Ends the links that were sent so far. */
export function NewLinkForm({ version, reference }: { version: number; reference: string | null }) {
  const busy = useNavigation().formData?.get('intent') === 'new-link'
  return (
    <>
      <p className="ui ink2 measure">
        Anyone with this link can view, reschedule, or cancel your booking. If you shared it by accident, get
        a new one. We’ll email it to you, and old links will stop working.
      </p>
      <Form
        method="post"
        action={paths.ownBooking({ ref: reference })}
        reloadDocument
        aria-label="Get a new link"
      >
        <input type="hidden" name="intent" value="new-link" />
        <input type="hidden" name="version" value={version} />
        <button type="submit" className="btn btn--line" aria-busy={busy || undefined}>
          Get a new link
        </button>
      </Form>
    </>
  )
}
