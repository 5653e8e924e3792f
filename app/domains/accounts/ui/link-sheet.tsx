import type { ComponentProps } from 'react'
import { AuthSheet } from './auth-sheet'
import { LinkStep } from './link-step'

interface LinkSheetProps extends Omit<ComponentProps<typeof LinkStep>, 'isDead'> {
  photo: ComponentProps<typeof AuthSheet>['photo']
  title: string
  lede: (email: string) => string
  /** To whom the link was sent; null when it does not work. */
  email: string | null
}

/** The page of a link from a message: what pressing the button does, or that the link is spent. */
export const LinkSheet = ({ photo, title, lede, email, ...step }: LinkSheetProps) =>
  email === null ? (
    <AuthSheet title="This link is *spent.*" photo={photo}>
      <LinkStep {...step} isDead />
    </AuthSheet>
  ) : (
    <AuthSheet title={title} lede={lede(email)} photo={photo}>
      <LinkStep {...step} isDead={false} />
    </AuthSheet>
  )
