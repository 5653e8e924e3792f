import { Form, useNavigation } from 'react-router'
import { paths } from '~/ui/paths'

/** Ends the links that were sent so far. */
export function NewLinkForm({ version, reference }: { version: number; reference: string | null }) {
  const busy = useNavigation().formData?.get('intent') === 'new-link'
  return (
    <>
      <p className="ui ink2 measure">
        Whoever has the link from our messages can see, move and cancel this booking. If it reached somebody
        else, make a new one: it goes to your email address, and every older link stops working.
      </p>
      <Form
        method="post"
        action={paths.ownBooking({ ref: reference })}
        reloadDocument
        aria-label="Make a new link"
      >
        <input type="hidden" name="intent" value="new-link" />
        <input type="hidden" name="version" value={version} />
        <button type="submit" className="btn btn--line" aria-busy={busy || undefined}>
          Make a new link
        </button>
      </Form>
    </>
  )
}
