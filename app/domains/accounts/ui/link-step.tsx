import { Form, Link } from 'react-router'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'

interface LinkStepProps {
  button: string
  /** The link was used, is too old or is none. */
  isDead: boolean
  /** Where another one is to be had. */
  again: { to: string; label: string }
}

/** What a link from a message leads to: a button, since mail programs open links by themselves. */
export function LinkStep({ button, isDead, again }: LinkStepProps) {
  if (isDead)
    return (
      <>
        <div className="note note--stop auth__form" role="alert">
          <Icon name="alert" />
          <p>This link does not work any more. Each works once, and for a short time only.</p>
        </div>
        <p className="ui ink2">
          <Link className="txt" to={again.to}>
            {again.label}
          </Link>
        </p>
      </>
    )
  return (
    <Form method="post" className="auth__form" reloadDocument>
      <button type="submit" className="btn btn--wide">
        {button}
      </button>
      <p className="ui ink2">
        Not you? Close this page, and nothing happens. Something odd?{' '}
        <Link className="txt" to={paths.contact()}>
          Write to us
        </Link>
        .
      </p>
    </Form>
  )
}
