import { data, redirect } from 'react-router'
import { readUses, USE_LABELS } from '~/domains/galleries/releases/model'
import {
  type ConsentSaved,
  type ConsentWithdrawn,
  changeConsent,
  readBlank,
  readEntry,
  recordConsent,
  withdrawConsent,
} from '~/domains/galleries/releases/operations.server'
import { CONSENT_FIELDS, type SentConsent } from '~/domains/galleries/releases/release-form'
import {
  ConsentForm,
  type ConsentOutcome,
  WithdrawalForm,
} from '~/domains/galleries/releases/ui/release-form'
import { ConsentTag } from '~/domains/galleries/releases/ui/release-list'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, CONFLICT } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { FactList } from '~/ui/studio/fact-list'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/ui/styles/studio-consents.css'
import type { Route } from './+types/gallery-consent'

const ANOTHER_LIST = 'The list of photos that would be removed has changed. Review it, then confirm.'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  if (params.release === 'new') {
    const blank = await readBlank(at, params.gallery)
    if (!blank) throw data(null, { status: 404 })
    return { ...blank, entry: null }
  }
  const entry = await readEntry(at, { galleryId: params.gallery, id: params.release })
  if (!entry) throw data(null, { status: 404 })
  const { gallery, today } = entry
  return { gallery, today, entry }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const deps = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok)
    return refuse(read.status, { intent: 'save', sentence: read.sentence, errors: {}, values: {} })
  const { form } = read
  const at = { galleryId: params.gallery, id: params.release }
  const seen = Number(form.get('seen')) || 0
  const version = Number(form.get('version'))
  switch (form.get('intent')) {
    case 'withdraw': {
      const withdrawnOn = form.get('withdrawnOn')
      const done = await withdrawConsent(deps, at, { withdrawnOn, version, seen })
      if (done.ok) throw backTo(at.galleryId, 'withdrawn', done.takenOff)
      return answer(done, { intent: 'withdraw', values: { withdrawnOn } })
    }
    case 'save': {
      const sent = sentConsent(form)
      const isNew = params.release === 'new'
      const done = isNew
        ? await recordConsent(deps, at.galleryId, { sent, seen })
        : await changeConsent(deps, at, { sent, version, seen })
      if (done.ok) throw backTo(at.galleryId, isNew ? 'recorded' : 'saved', done.takenOff)
      const { uses, ...values } = sent
      return answer(done, { intent: 'save', values, uses: readUses(uses) })
    }
    default:
      return refuse(422, {
        intent: 'save',
        sentence: BROKEN_FORM,
        errors: {},
        values: {},
      })
  }
}

const sentConsent = (form: FormFields): SentConsent => ({
  name: form.get('name'),
  email: form.get('email'),
  bornOn: form.get('bornOn'),
  guardian: form.get('guardian'),
  givenOn: form.get('givenOn'),
  basis: form.get('basis'),
  uses: form.getAll('uses'),
})

const backTo = (gallery: string, done: string, takenOff: number) =>
  redirect(studioPaths.galleryReleases(gallery, { done, off: takenOff > 0 ? String(takenOff) : null }), 303)

function answer(
  done: Exclude<ConsentSaved | ConsentWithdrawn, { ok: true }>,
  sent: Pick<ConsentOutcome, 'intent' | 'values' | 'uses'>,
) {
  switch (done.reason) {
    case 'missing':
      throw data(null, { status: 404 })
    case 'refused':
      return refuse(422, { ...sent, errors: done.errors })
    case 'changed-meanwhile':
      return refuse(409, { ...sent, sentence: CONFLICT, errors: {} })
    case 'takes-off':
      return refuse(409, {
        ...sent,
        ...(sent.intent === 'withdraw' ? { sentence: ANOTHER_LIST } : {}),
        errors: {},
        takenOff: done.takenOff,
      })
  }
}

const refuse = (status: number, outcome: ConsentOutcome) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData?.entry?.consent.name ?? 'Record release')

export default function GalleryConsent({ loaderData, actionData }: Route.ComponentProps) {
  const { gallery, today, entry } = loaderData
  const up = { label: 'Releases', to: studioPaths.galleryReleases(gallery.id) }
  if (!entry)
    return (
      <>
        <StudioHead title="Record release" up={up} />
        <ConsentForm values={blankValues(today)} version={null} outcome={actionData} />
      </>
    )
  const { consent, takenOff } = entry
  const outcome = (intent: string) => (actionData?.intent === intent ? actionData : undefined)
  const isPerson = consent.covers === 'gallery'
  return (
    <>
      <StudioHead title={consent.name} up={up} />
      {consent.withdrawn === null && isPerson ? (
        <ConsentForm
          key={consent.version}
          values={{ ...consent, bornOn: consent.bornOn ?? '', givenOn: entry.givenOn }}
          version={consent.version}
          outcome={outcome('save')}
        />
      ) : (
        <div className="st-sheet">
          <div className="cns-state">
            <ConsentTag consent={consent} />
          </div>
          <FactList facts={factsOf(entry)} />
        </div>
      )}
      {consent.withdrawn === null ? (
        <WithdrawalForm
          key={`${consent.version} ${takenOff.length}`}
          {...{ version: consent.version, today, takenOff }}
          outcome={outcome('withdraw')}
        />
      ) : null}
    </>
  )
}

const blankValues = (today: string) => ({
  ...(Object.fromEntries(CONSENT_FIELDS.map((name) => [name, ''])) as Record<
    Exclude<(typeof CONSENT_FIELDS)[number], 'uses'>,
    string
  >),
  givenOn: today,
  uses: [],
})

function factsOf({ consent, listed }: { consent: ShownEntry['consent']; listed: number }) {
  const { email, bornOn, guardian, uses, given, basis, recordedBy, withdrawn } = consent
  return [
    { label: 'Email', value: email },
    { label: 'Date of birth', value: bornOn ?? '' },
    { label: 'Guardian', value: guardian },
    { label: 'Allowed uses', value: uses.map((use) => USE_LABELS[use]).join('; ') || 'Nowhere' },
    { label: 'Applies to', value: listed > 0 ? `Only the ${listed} photos it lists` : '' },
    { label: 'Date given', value: given },
    { label: 'How it was given', value: basis },
    { label: 'Recorded by', value: recordedBy },
    { label: 'Withdrawn', value: withdrawn ?? '' },
  ].filter(({ value }) => value !== '')
}

type ShownEntry = NonNullable<Awaited<ReturnType<typeof readEntry>>>
