import { data, redirect } from 'react-router'
import { listPackages, movePackage } from '~/domains/content/packages.server'
import { photosIn } from '~/domains/content/rows/fields'
import { doneSentence } from '~/domains/content/rows/outcome'
import { sentFields } from '~/domains/content/rows/row-form'
import { editedTexts } from '~/domains/content/rows/texts.server'
import { SERVICE_FIELDS } from '~/domains/content/services'
import {
  addService,
  blankService,
  readService,
  readServiceDependents,
  readServicePrices,
  removeService,
  saveService,
} from '~/domains/content/services.server'
import { ServiceEditor } from '~/domains/content/ui/service-editor'
import { listChoosablePhotos } from '~/domains/photos/library.server'
import { answerIntent, answerRecord } from '~/platform/http/answer-record.server'
import type { FormFields } from '~/platform/http/forms.server'
import { requireStudio, type StudioScope } from '~/platform/http/guard.server'
import { BROKEN_FORM, ORDER_CHANGED } from '~/platform/http/notices'
import { moveOf } from '~/platform/http/reorder.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/service'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const isOwner = role === 'owner'
  if (params.service === 'new') {
    const values = blankService()
    return {
      ...{ title: 'New service', slug: null, values, version: null, isOwner },
      texts: editedTexts(SERVICE_FIELDS, values),
      photos: await listChoosablePhotos(at),
    }
  }
  const service = await readService(at, params.service)
  if (!service) throw data(null, { status: 404 })
  const photos = await listChoosablePhotos(at, { shown: photosIn(SERVICE_FIELDS, service.values) })
  const isRemoving = isOwner && new URL(request.url).searchParams.has('remove')
  return {
    ...{ ...service, photos, isOwner },
    texts: editedTexts(SERVICE_FIELDS, service.values),
    packages: await listPackages(at, service.slug),
    prices: await readServicePrices(at, { slug: service.slug }),
    dependents: isRemoving ? await readServiceDependents(at, service.slug) : null,
    done: doneSentence(request.url, service.values.published === 'yes'),
  }
}

export async function action({ request, params: { service: slug }, context }: Route.ActionArgs) {
  return await answerRecord(
    { request, context },
    {
      isNew: slug === 'new',
      sent: (form) => sentFields(SERVICE_FIELDS, form),
      add: addService,
      save: (at, change) => saveService(at, slug, change),
      remove: (at, version) => removeService(at, slug, version),
      after: {
        added: (made) => studioPaths.service(made.slug, { done: 'added' }),
        saved: () => studioPaths.service(slug, { done: 'saved' }),
        removed: () => studioPaths.services({ done: 'removed' }),
      },
      other: async (at, form) =>
        form.get('intent') === 'move' ? await movePackages(at, slug, form) : undefined,
    },
  )
}

async function movePackages(at: StudioScope, slug: string, form: FormFields) {
  const move = moveOf(form)
  if (!move) throw data(BROKEN_FORM, { status: 422 })
  const done = await movePackage(at, slug, move)
  if (done.ok) throw redirect(studioPaths.service(slug, { done: 'moved' }), 303)
  return answerIntent({ intent: 'move', sentence: ORDER_CHANGED, errors: {}, values: {} }, 409)
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.title ?? 'Service')

export default function Service({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title={loaderData.title} up={{ label: 'Services & prices', to: studioPaths.services() }} />
      <ServiceEditor key={loaderData.slug} {...loaderData} outcome={actionData} />
    </>
  )
}
