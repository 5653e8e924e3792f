import { data } from 'react-router'
import { PLACE_FIELDS, placeValues } from '~/domains/booking/places/model'
import { findPlace, removePlace, savePlace } from '~/domains/booking/places/operations.server'
import { PlaceFields } from '~/domains/booking/ui/rules/place-fields'
import { RecordForm } from '~/domains/booking/ui/rules/record-form'
import { listChoosablePhotos } from '~/domains/photos/library.server'
import { answerRecord, needed } from '~/platform/http/answer-record.server'
import { type FieldValues, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
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
    photos: await listChoosablePhotos(context.get(scope), { shown: place ? [place.photo] : [] }),
    saved: new URL(request.url).searchParams.has('saved'),
  }
}

export async function action({ request, params: { location: slug }, context }: Route.ActionArgs) {
  const toPlace = (saved: { ok: true; slug: string }) => `${studioPaths.location(saved.slug)}?saved`
  return await answerRecord(
    { request, context },
    {
      isNew: slug === 'new',
      owner: true,
      sent: (form) => sentValues(PLACE_FIELDS, form),
      add: (at, sent) => savePlace(at, { seen: null, sent }),
      save: (at, { sent, version }) => savePlace(at, { seen: { slug, version }, sent }),
      remove: async (at, version) => {
        const removed = await removePlace(at, { slug, version })
        if (removed.ok || removed.reason !== 'in-use') return removed
        return needed(
          `You can’t delete this location because it’s used by: ${removed.uses}. Remove it from them first.`,
        )
      },
      after: { added: toPlace, saved: toPlace, removed: studioPaths.locations },
    },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.title ?? 'Location')

export default function LocationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isNew, title, version, canRemove, saved, photos } = loaderData
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
        <PlaceFields {...{ values, errors, isNew, photos }} />
      </RecordForm>
    </>
  )
}
