import { data, redirect } from 'react-router'
import { PLACE_FIELDS, placeValues } from '~/domains/booking/places/model'
import { findPlace, removePlace, savePlace } from '~/domains/booking/places/operations.server'
import { PlaceFields } from '~/domains/booking/ui/rules/place-fields'
import { RecordForm } from '~/domains/booking/ui/rules/record-form'
import { type FieldValues, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/booking/ui/rules/rules.css'
import type { Route } from './+types/location'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const isNew = params.location === 'new'
  const place = isNew ? undefined : await findPlace(context.get(scope), params.location)
  if (!isNew && !place) throw data(null, { status: 404 })
  return {
    isNew,
    title: place?.title ?? 'New location',
    values: place ? placeValues(place) : { travelMinutes: '0', travelFee: '0' },
    version: place?.version ?? 0,
    canRemove: !isNew,
    saved: new URL(request.url).searchParams.has('saved'),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const { form } = read
  const sent: FieldValues = Object.fromEntries(PLACE_FIELDS.map((name) => [name, form.get(name)]))
  const seen =
    params.location === 'new' ? null : { slug: params.location, version: Number(form.get('version')) }
  if (form.get('intent') === 'remove' && seen) {
    const removed = await removePlace(at, seen)
    if (removed.ok) throw redirect(studioPaths.locations(), 303)
    if (removed.reason !== 'in-use') return refuseRecord<FormOutcome<string>>(removed, { values: sent })
    const sentence = `You can’t delete this location because it’s used by: ${removed.uses}. Remove it from them first.`
    return refuse(409, { sentence, errors: {}, values: sent })
  }
  const saved = await savePlace(at, { seen, sent })
  if (saved.ok) throw redirect(`${studioPaths.location(saved.slug)}?saved`, 303)
  return refuseRecord<FormOutcome<string>>(saved, { values: sent })
}

const refuse = (status: number, outcome: FormOutcome<string>) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.title ?? 'Location')

export default function PlacePage({ loaderData, actionData }: Route.ComponentProps) {
  const { isNew, title, version, canRemove, saved } = loaderData
  const values = (actionData?.values ?? loaderData.values) as FieldValues
  const errors = (actionData?.errors ?? {}) as FieldValues
  return (
    <>
      <StudioHead title={title} up={{ label: 'Locations', to: studioPaths.locations() }} />
      <RecordForm
        key={`${title} ${version}`}
        {...{ version, saved, canRemove }}
        order={PLACE_FIELDS}
        outcome={actionData}
      >
        <PlaceFields {...{ values, errors, isNew }} />
      </RecordForm>
    </>
  )
}
