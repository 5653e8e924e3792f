import { ButtonLink } from '~/ui/button-link'
import { PageHead } from '~/ui/page-head'

/** For a browser that returns from the provider's page without access. @param signIn where signing in gives it */
export const BackFromPayment = ({ signIn }: { signIn?: string }) => (
  <PageHead
    title="Back from *payment.*"
    lede="If you’ve just paid, thank you. Your payment shows up once it’s confirmed, usually within a minute. To see it, open the link in our email again."
  >
    {signIn === undefined ? null : <ButtonLink to={signIn}>Sign in</ButtonLink>}
  </PageHead>
)
