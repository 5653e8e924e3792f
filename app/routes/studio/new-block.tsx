import { data, redirect } from 'react-router'
import { blockValues } from '~/domains/booking/calendar/block-form'
import { blockTime } from '~/domains/booking/calendar/blocks.server'
import { BlockForm } from '~/domains/booking/ui/calendar/block-form'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/new-block'

/** Query parameters with names of fields prefill the form. `date` is the day that the calendar shows. */
export function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const query = new URL(request.url).searchParams
  const said = blockValues((name) => (query.get(name) ?? '').slice(0, 200))
  const firstDate = said.firstDate || (query.get('date') ?? '').slice(0, 10)
  return {
    values: { ...said, firstDate, lastDate: said.lastDate || firstDate },
    view: query.get('view'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request)
  if (!form.ok) return data({ sentence: form.sentence, errors: {}, values: {} }, form.status)
  const values = blockValues((name) => form.form.get(name))
  const blocked = await blockTime({ ...context.get(scope), author }, values)
  if (blocked.ok) {
    if (form.form.get('inPlace') === 'yes') return null
    const view = new URL(request.url).searchParams.get('view')
    throw redirect(studioPaths.bookings({ view, date: values.firstDate }), 303)
  }
  switch (blocked.reason) {
    case 'refused':
      return data({ errors: blocked.errors, values }, 422)
    case 'in-the-way':
      return data({ sentence: blocked.sentences.join(' '), errors: {}, values }, 409)
  }
}

export const meta: Route.MetaFunction = () => studioMeta('Block time')

export default function NewBlock({ loaderData, actionData }: Route.ComponentProps) {
  const { values } = loaderData
  return (
    <div className="drw__b">
      <h2 className="t2" id="drawer-title">
        Block time
      </h2>
      <BlockForm
        key={Object.values(values).join(' ')}
        values={values}
        outcome={actionData ?? undefined}
        submit="Block time"
      />
    </div>
  )
}
