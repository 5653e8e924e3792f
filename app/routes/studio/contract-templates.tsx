import { Link } from 'react-router'
import { doneSentence } from '~/domains/content/rows/outcome'
import { listContractTemplates } from '~/domains/contracts/templates/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { SavedNote } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/contract-templates'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return { templates: await listContractTemplates(context.get(scope)), done: doneSentence(request.url) }
}

export const meta: Route.MetaFunction = () => studioMeta('Contract templates')

export default function ContractTemplates({ loaderData: { templates, done } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Contract templates">
        <ButtonLink to={studioPaths.contractTemplate('new')}>New template</ButtonLink>
      </StudioHead>
      <SectionTabs />
      <SavedNote>{done}</SavedNote>
      <section className="cat-part cat-part--list">
        <p className="ink2">
          Texts to make contracts from. Each contract gets its own copy, with the fields filled in, which you
          can change before you send it.
        </p>
        {templates.length === 0 ? (
          <div className="empty">
            <p>No templates yet. Write your own, or start from our example.</p>
          </div>
        ) : null}
        <p>
          <Link to={studioPaths.contractTemplate('new', { start: 'example' })}>Start from our example</Link>
        </p>
        {templates.length === 0 ? null : (
          <ol className="cat cat--in">
            {templates.map(({ id, name }) => (
              <li key={id}>
                <div className="cat__t">
                  <div className="cat__h">
                    <Link className="cat__a tap" to={studioPaths.contractTemplate(id)}>
                      {name}
                    </Link>
                  </div>
                </div>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  )
}
