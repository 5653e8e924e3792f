import { data, Form, redirect } from 'react-router'
import { listServices } from '~/domains/content/operations.server'
import { startProposal } from '~/domains/proposals/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/contracts/ui/contracts.css'
import type { Route } from './+types/proposal-new'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const query = new URL(request.url).searchParams
  const services = await listServices(context.get(scope))
  return {
    services: services.map(({ slug, title }) => ({ slug, title })),
    from: {
      booking: query.get('booking') ?? '',
      message: query.get('message') ?? '',
      client: role === 'owner' ? (query.get('client') ?? '') : '',
    },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  if (!read.ok) throw data(read.sentence, { status: read.status })
  const { form } = read
  if (form.get('intent') !== 'start') throw data(BROKEN_FORM, { status: 422 })
  const started = await startProposal(
    { ...context.get(scope), author },
    {
      ...{ booking: form.get('booking'), message: form.get('message'), proposal: '' },
      ...{ client: author.role === 'owner' ? form.get('client') : '', service: form.get('service') },
    },
  )
  if (!started.ok) throw data(null, { status: 404 })
  throw redirect(studioPaths.proposal(started.id), 303)
}

export const meta: Route.MetaFunction = () => studioMeta('New proposal')

export default function NewProposal({ loaderData: { services, from } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="New proposal" up={{ label: 'Proposals', to: studioPaths.proposals() }} />
      <Form method="post" className="st-sheet st-form">
        <input type="hidden" name="intent" value="start" />
        {Object.entries(from).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className="ink2">
          Start with the packages of a service. You can change everything before you send it.
        </p>
        <div className="ctr-choices">
          {services.map(({ slug, title }) => (
            <button key={slug} type="submit" className="btn btn--line" name="service" value={slug}>
              {title}
            </button>
          ))}
          <button type="submit" className="btn btn--line" name="service" value="">
            Blank proposal
          </button>
        </div>
      </Form>
    </>
  )
}
