import { data, Link, redirectDocument } from 'react-router'
import { readStripeCheck } from '~/domains/booking/online/stripe-check.server'
import { isSettingsGroup, SETTINGS_GROUPS } from '~/domains/content/settings/fields'
import {
  listCurrencies,
  readPromoState,
  readSettingsGroup,
  saveSettingsGroup,
} from '~/domains/content/settings.server'
import { CONFIRMS_CURRENCY, SettingsForm } from '~/domains/content/ui/settings-form'
import { listChoosablePhotos } from '~/domains/photos/library.server'
import { readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/settings'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  if (!isSettingsGroup(params.group) || params.group === 'sender') throw data(null, { status: 404 })
  const at = context.get(scope)
  const { values, version } = await readSettingsGroup(at, params.group)
  const { fields } = SETTINGS_GROUPS[params.group]
  const shown = fields.flatMap(({ kind, name }) => (kind === 'photo' ? [values[name] ?? ''] : []))
  const promo = params.group === 'promo' ? await readPromoState(at) : undefined
  return {
    group: params.group,
    values,
    version,
    promo: promo?.state,
    connection: params.group === 'payments' ? await readStripeCheck(at) : undefined,
    note: promo?.sentence,
    saved: new URL(request.url).searchParams.has('saved'),
    photos: shown.length > 0 ? await listChoosablePhotos(at, { shown }) : [],
    zones: fields.some(({ kind }) => kind === 'zone') ? Intl.supportedValuesOf('timeZone') : [],
    currencies: fields.some(({ kind }) => kind === 'currency') ? listCurrencies() : [],
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  if (!isSettingsGroup(params.group) || params.group === 'sender') throw data(null, { status: 404 })
  const at = context.get(scope)
  const form = await readForm(request)
  if (!form.ok) return refuse(form.status, { sentence: form.sentence, errors: {}, values: {} })
  const { names } = await readSettingsGroup(at, params.group)
  const sent = sentValues(names, form.form)
  const saved = await saveSettingsGroup(
    { ...at, author },
    {
      group: params.group,
      sent,
      version: Number(form.form.get('version')),
      confirmed: form.form.get(CONFIRMS_CURRENCY),
    },
  )
  // As a document, since a page keeps its currency and color from its first load.
  if (saved.ok) throw redirectDocument(`${studioPaths.settings(params.group)}?saved`, 303)
  return refuseRecord<FormOutcome<string>>(saved, { values: sent })
}

const refuse = (status: number, outcome: FormOutcome<string>) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `${SETTINGS_GROUPS[loaderData.group].title}, settings` : 'Settings')

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { group, version } = loaderData
  return (
    <>
      <StudioHead title={SETTINGS_GROUPS[group].title} />
      <SectionTabs />
      {group === 'hours' ? (
        <p className="note">
          <span>
            These hours are shown on your website. <Link to={studioPaths.availability()}>Availability</Link>{' '}
            decides when clients can book.
          </span>
        </p>
      ) : null}
      {group === 'pages' ? (
        <p className="note">
          <span>
            Turn the pop-up on or off under <Link to={studioPaths.settings('promo')}>Pop-up</Link>.
          </span>
        </p>
      ) : null}
      {loaderData.connection ? (
        <p className="note">
          <span>{loaderData.connection}</span>
        </p>
      ) : null}
      {/* A new version resets the form to the stored values. */}
      <SettingsForm key={`${group} ${version}`} {...loaderData} outcome={actionData} />
    </>
  )
}
