import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { ButtonLink } from '~/ui/button-link'

interface RemoveFormProps {
  /** What is deleted: “Weddings”. */
  title: string
  version: number
  /** Where Cancel leads. */
  back: string
  /** What is deleted with it, and what stays. */
  children: ReactNode
}

/** Confirmation on a separate page, so that it works without script. */
export function RemoveForm({ title, version, back, children }: RemoveFormProps) {
  return (
    <Form method="post" action={back} className="note note--stop cat-ask" aria-labelledby="remove-title">
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="version" value={version} />
      <h2 className="st-h2" id="remove-title">
        Delete {title} permanently?
      </h2>
      {children}
      <div className="st-act">
        <button type="submit" className="btn btn--stop">
          Delete
        </button>
        <ButtonLink to={back} variant="line">
          Keep
        </ButtonLink>
      </div>
    </Form>
  )
}
