import { data, Form, Link, redirect } from 'react-router'
import { startContract } from '~/domains/contracts/operations.server'
import { listContractTemplates } from '~/domains/contracts/templates/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/contracts/ui/contracts.css'
import type { Route } from './+types/contract-new'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const query = new URL(request.url).searchParams
  return {
    templates: await listContractTemplates(context.get(scope)),
    booking: query.get('booking') ?? '',
    client: role === 'owner' ? (query.get('client') ?? '') : '',
    isOwner: role === 'owner',
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  if (!read.ok) throw data(read.sentence, { status: read.status })
  const { form } = read
  if (form.get('intent') !== 'start') throw data(BROKEN_FORM, { status: 422 })
  const started = await startContract(
    { ...context.get(scope), author },
    {
      ...{ template: form.get('template'), booking: form.get('booking') },
      client: author.role === 'owner' ? form.get('client') : '',
    },
  )
  if (!started.ok) throw data(null, { status: 404 })
  throw redirect(studioPaths.contract(started.id), 303)
}

export const meta: Route.MetaFunction = () => studioMeta('New contract')

export default function NewContract({ loaderData }: Route.ComponentProps) {
  const { templates, booking, client, isOwner } = loaderData
  return (
    <>
      <StudioHead title="New contract" up={{ label: 'Contracts', to: studioPaths.contracts() }} />
      <Form method="post" className="st-sheet st-form">
        <input type="hidden" name="intent" value="start" />
        <input type="hidden" name="booking" value={booking} />
        <input type="hidden" name="client" value={client} />
        <p className="ink2">Choose a template. You can change the text before you send it.</p>
        <div className="ctr-choices">
          {templates.map(({ id, name }) => (
            <button key={id} type="submit" className="btn btn--line" name="template" value={id}>
              {name}
            </button>
          ))}
          <button type="submit" className="btn btn--line" name="template" value="">
            Empty contract
          </button>
        </div>
        {templates.length === 0 && isOwner ? (
          <p>
            You have no templates yet.{' '}
            <Link className="txt" to={studioPaths.contractTemplate('new', { start: 'example' })}>
              Start one from our example
            </Link>
          </p>
        ) : null}
      </Form>
    </>
  )
}
