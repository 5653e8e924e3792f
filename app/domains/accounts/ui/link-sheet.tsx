import type { ComponentProps } from 'react'
import type { FormOutcome } from '~/ui/form-outcome'
import { AuthSheet } from './auth-sheet'
import { LinkStep } from './link-step'

/** What came of pressing the button. */
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
  /** To whom the link was sent; null when it doesn’t work. */
  email: string | null
  answer: LinkAnswer | undefined
}

/** The page of a link from a message: what pressing the button does, or that the link has expired. */
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
