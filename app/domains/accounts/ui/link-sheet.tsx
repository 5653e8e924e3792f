import type { ComponentProps } from 'react'
import { Form, Link } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { paths } from '~/ui/paths'
import { AuthSheet } from './auth-sheet'
import { CurrentPasswordField } from './proof-form'

/** The result of pressing the button. */
export interface LinkAnswer extends FormOutcome<'password'> {
  isDead: boolean
}

export const linkAnswer = (answer: Partial<LinkAnswer>): LinkAnswer => ({
  isDead: false,
  errors: {},
  values: {},
  ...answer,
})

export const WRONG_PASSWORD = 'That isn’t the password of this account. Try again.'

interface LinkSheetProps extends Omit<ComponentProps<typeof LinkStep>, 'isDead' | 'outcome'> {
  photo: ComponentProps<typeof AuthSheet>['photo']
  title: string
  lede: (email: string) => string
  /** The address it was sent to; null: the link doesn’t work. */
  email: string | null
  answer: LinkAnswer | undefined
}

/** The page of an emailed link: what its button does, or that the link has expired. */
export const LinkSheet = ({ photo, title, lede, email, answer, ...step }: LinkSheetProps) =>
  email === null || answer?.isDead ? (
    <AuthSheet title="This link has *expired.*" photo={photo}>
      <LinkStep {...step} isDead />
    </AuthSheet>
  ) : (
    <AuthSheet title={title} lede={lede(email)} photo={photo}>
      <LinkStep {...step} isDead={false} outcome={answer} />
    </AuthSheet>
  )

interface LinkStepProps {
  button: string
  /** The link was used, has expired, or is invalid. */
  isDead: boolean
  /** Link for requesting another one. */
  again: { to: string; label: string }
  /** Requested in another browser, so the account's password is needed too. */
  stranger?: string | undefined
  outcome?: FormOutcome<'password'> | undefined
}

/** The button of an emailed link, since email programs open links automatically. */
export function LinkStep({ button, isDead, again, stranger, outcome }: LinkStepProps) {
  if (isDead)
    return (
      <>
        <p className="lede ink2" role="alert">
          Each link works once, and for a short time only.
        </p>
        <div>
          <ButtonLink to={again.to}>{again.label}</ButtonLink>
        </div>
      </>
    )
  return (
    <Form method="post" className="auth__form" reloadDocument noValidate>
      <FormRefusal outcome={outcome} order={['password']} />
      {stranger === undefined ? null : (
        <>
          <p>This isn’t the browser where you asked for the link, so enter your account’s password.</p>
          <CurrentPasswordField error={outcome?.errors.password} />
        </>
      )}
      <button type="submit" className="btn btn--wide">
        {button}
      </button>
      <p className="ui ink2">
        {stranger ?? 'Not you? You can close this page.'} Something wrong?{' '}
        <Link className="txt" to={paths.contact()}>
          Contact us
        </Link>
        .
      </p>
    </Form>
  )
}
