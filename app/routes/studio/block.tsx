import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { blockValues } from '~/domains/booking/calendar/block-form'
import { changeBlock, findBlock, removeBlock } from '~/domains/booking/calendar/blocks.server'
import type { BlockField } from '~/domains/booking/calendar/model'
import { BlockForm, RemoveBlock } from '~/domains/booking/ui/calendar/block-form'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useIsOwner } from '~/ui/studio/use-is-owner'
import type { Route } from './+types/block'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const block = await findBlock(context.get(scope), params.block)
  if (!block) throw data(null, { status: 404 })
  return { block }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request)
  if (!form.ok) return data({ sentence: form.sentence, errors: {}, values: {} }, form.status)
  const deps = { ...context.get(scope), author }
  const view = new URL(request.url).searchParams.get('view')
  if (form.form.get('intent') === 'remove') {
    requireStudio(context, request, { owner: true })
    const removed = await removeBlock(deps, params.block)
    if (!removed.ok) throw data(null, { status: 404 })
    if (form.form.get('inPlace') === 'yes') return { removed: removed.values }
    throw redirect(studioPaths.bookings({ view, date: removed.values.firstDate }), 303)
  }
  const values = blockValues((name) => form.form.get(name))
  const seen = { id: params.block, version: Number(form.form.get('version')) }
  const changed = await changeBlock(deps, seen, values)
  if (changed.ok) throw redirect(studioPaths.bookings({ view, date: values.firstDate }), 303)
  if (changed.reason !== 'in-the-way') return refuseRecord<FormOutcome<BlockField>>(changed, { values })
  return data({ sentence: changed.sentences.join(' '), errors: {}, values }, 409)
}

/** A removed block isn't loaded again: the page closes. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') === 'remove' ? false : defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData?.block.title ?? 'Blocked time')

export default function BlockDrawer({ loaderData: { block }, actionData }: Route.ComponentProps) {
  const outcome = actionData && 'errors' in actionData ? actionData : undefined
  const isOwner = useIsOwner()
  return (
    <div className="drw__b">
      <div>
        <h2 className="t2" id="drawer-title">
          {block.title}
        </h2>
        <p className="ink2">Blocked: {block.when}</p>
      </div>
      <BlockForm
        key={`${block.id} ${block.version}`}
        values={block.values}
        version={block.version}
        outcome={outcome}
        submit="Save"
      />
      {isOwner ? <RemoveBlock block={block.id} /> : null}
    </div>
  )
}
