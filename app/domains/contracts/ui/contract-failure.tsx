import { isRouteErrorResponse } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { Failure } from '~/ui/failure'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'

/** The page for visitors without access to a contract: how to get it. */
export function ContractFailure({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <Failure error={error} />
  return (
    <>
      <title>Find your contract</title>
      <meta name="robots" content="noindex" />
      <PageHead
        title="We can’t find *that contract.*"
        lede="Use the link in our latest email about it. Older links may have stopped working."
      >
        <ButtonLink to={paths.contact({ subject: 'My contract' })}>Contact us</ButtonLink>
      </PageHead>
    </>
  )
}
