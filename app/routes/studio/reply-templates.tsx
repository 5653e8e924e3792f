import { Link } from 'react-router'
import { listTemplates } from '~/domains/contact-messages/templates/operations.server'
import { doneSentence } from '~/domains/content/rows/outcome'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { SavedNote } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/reply-templates'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return { templates: await listTemplates(context.get(scope)), done: doneSentence(request.url) }
}

export const meta: Route.MetaFunction = () => studioMeta('Reply templates')

export default function ReplyTemplates({ loaderData: { templates, done } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Reply templates">
        <ButtonLink to={studioPaths.replyTemplate('new')}>New template</ButtonLink>
      </StudioHead>
      <SectionTabs />
      <SavedNote>{done}</SavedNote>
      <section className="cat-part cat-part--list">
        <p className="ink2">
          Texts to answer messages with. Choose one under a message in your inbox, and change it before you
          send it.
        </p>
        {templates.length === 0 ? (
          <div className="empty">
            <p>No templates yet. Add one for the replies you write most often.</p>
          </div>
        ) : null}
        {templates.length === 0 ? null : (
          <ol className="cat cat--in">
            {templates.map(({ id, name, subject }) => (
              <li key={id}>
                <div className="cat__t">
                  <div className="cat__h">
                    <Link className="cat__a tap" to={studioPaths.replyTemplate(id)}>
                      {name}
                    </Link>
                  </div>
                  <p className="cat__s">{subject}</p>
                </div>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  )
}
