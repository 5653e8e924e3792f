import { data } from 'react-router'
import {
  addPackage,
  blankPackage,
  readPackage,
  removePackage,
  savePackage,
} from '~/domains/content/packages.server'
import { doneSentence } from '~/domains/content/rows/outcome'
import { sentFields } from '~/domains/content/rows/row-form'
import { PACKAGE_FIELDS } from '~/domains/content/services'
import { readService, readServicePrices } from '~/domains/content/services.server'
import { PricesBeside } from '~/domains/content/ui/prices-beside'
import { RowEditor } from '~/domains/content/ui/row-form'
import { answerRecord } from '~/platform/http/answer-record.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/package'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const service = await readService(at, params.service)
  const isNew = params.package === 'new'
  const found = isNew
    ? { title: 'New package', values: blankPackage(), version: null }
    : await readPackage(at, { service: params.service, slug: params.package })
  if (!service || !found) throw data(null, { status: 404 })
  const isOwner = role === 'owner' && !isNew
  return {
    ...found,
    service: { slug: service.slug, title: service.title },
    address: params.package,
    mayRemove: isOwner,
    prices: await readServicePrices(at, { slug: service.slug }),
    seesRules: role === 'owner',
    isRemoving: isOwner && new URL(request.url).searchParams.has('remove'),
    done: doneSentence(request.url, service.values.published === 'yes'),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const key = { service: params.service, slug: params.package }
  return await answerRecord(
    { request, context },
    {
      isNew: key.slug === 'new',
      sent: (form) => sentFields(PACKAGE_FIELDS, form),
      add: (at, sent) => addPackage(at, key.service, sent),
      save: (at, change) => savePackage(at, key, change),
      remove: (at, version) => removePackage(at, key, version),
      after: {
        added: () => studioPaths.service(key.service, { done: 'added' }),
        saved: () => studioPaths.package(key.service, key.slug, { done: 'saved' }),
        removed: () => studioPaths.service(key.service, { done: 'removed' }),
      },
    },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.title ?? 'Package')

export default function PackagePage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, service, address, prices, seesRules } = loaderData
  const back = studioPaths.package(service.slug, address)
  return (
    <>
      <StudioHead title={title} up={{ label: service.title, to: studioPaths.service(service.slug) }} />
      <RowEditor
        key={back}
        {...loaderData}
        fields={PACKAGE_FIELDS}
        name={`“${title}”`}
        back={back}
        outcome={actionData}
        hints={
          prices
            ? { price: <PricesBeside prices={prices} except={{ package: address }} isOwner={seesRules} /> }
            : {}
        }
        preview={{ action: studioPaths.packagePreview(service.slug, address), page: 'Pricing' }}
      />
    </>
  )
}
