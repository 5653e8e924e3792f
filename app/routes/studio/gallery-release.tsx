import { data, Link, redirect } from 'react-router'
import { readUses, USE_LABELS } from '~/domains/galleries/releases/model'
import {
  changeRelease,
  type ReleaseSaved,
  type ReleaseWithdrawn,
  readBlank,
  readEntry,
  recordRelease,
  withdrawRelease,
} from '~/domains/galleries/releases/operations.server'
import { RELEASE_FIELDS, type SentRelease } from '~/domains/galleries/releases/release-form'
import {
  ReleaseForm,
  type ReleaseOutcome,
  WithdrawalForm,
} from '~/domains/galleries/releases/ui/release-form'
import { ReleaseTag } from '~/domains/galleries/releases/ui/release-list'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { FactList } from '~/ui/studio/fact-list'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/galleries/releases/ui/releases.css'
import type { Route } from './+types/gallery-release'

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
      const done = await withdrawRelease(deps, at, { withdrawnOn, version, seen })
      if (done.ok) throw backTo(at.galleryId, 'withdrawn', done.takenOff)
      return answer(done, { intent: 'withdraw', values: { withdrawnOn } })
    }
    case 'save': {
      const sent = sentRelease(form)
      const isNew = params.release === 'new'
      const done = isNew
        ? await recordRelease(deps, at.galleryId, { sent, seen })
        : await changeRelease(deps, at, { sent, version, seen })
      if (done.ok) throw backTo(at.galleryId, isNew ? 'recorded' : 'saved', done.takenOff)
      const { uses, everywhere, ...values } = sent
      return answer(done, { intent: 'save', values, uses: readUses(uses), everywhere })
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

const sentRelease = (form: FormFields): SentRelease => ({
  name: form.get('name'),
  email: form.get('email'),
  bornOn: form.get('bornOn'),
  guardian: form.get('guardian'),
  givenOn: form.get('givenOn'),
  basis: form.get('basis'),
  uses: form.getAll('uses'),
  everywhere: form.get('everywhere') === 'yes',
})

const backTo = (gallery: string, done: string, takenOff: number) =>
  redirect(studioPaths.galleryReleases(gallery, { done, off: takenOff > 0 ? String(takenOff) : null }), 303)

function answer(
  done: Exclude<ReleaseSaved | ReleaseWithdrawn, { ok: true }>,
  sent: Pick<ReleaseOutcome, 'intent' | 'values' | 'uses' | 'everywhere'>,
) {
  if (done.reason !== 'takes-off') return refuseRecord<ReleaseOutcome>(done, sent)
  const sentence = sent.intent === 'withdraw' ? ANOTHER_LIST : undefined
  return refuse(409, { ...sent, sentence, errors: {}, takenOff: done.takenOff })
}

const refuse = (status: number, outcome: ReleaseOutcome) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData?.entry?.release.name ?? 'Record release')

export default function GalleryRelease({ loaderData, actionData }: Route.ComponentProps) {
  const { gallery, today, entry } = loaderData
  const up = { label: 'Releases', to: studioPaths.galleryReleases(gallery.id) }
  if (!entry)
    return (
      <>
        <StudioHead title="Record release" up={up} />
        <ReleaseForm values={blankValues(today)} version={null} covered={[]} outcome={actionData} />
      </>
    )
  const { release, takenOff } = entry
  const outcome = (intent: string) => (actionData?.intent === intent ? actionData : undefined)
  const isPerson = release.covers === 'gallery'
  return (
    <>
      <StudioHead title={release.name} up={up} />
      {entry.contractId === null ? null : (
        <p>
          <Link className="txt" to={studioPaths.contract(entry.contractId)}>
            See the signed contract
          </Link>
        </p>
      )}
      {release.withdrawn === null && isPerson ? (
        <ReleaseForm
          key={release.version}
          values={{
            ...release,
            bornOn: release.bornOn ?? '',
            givenOn: entry.givenOn,
            everywhere: release.jointId !== null,
          }}
          version={release.version}
          covered={entry.covered}
          outcome={outcome('save')}
        />
      ) : (
        <div className="st-sheet">
          <div className="cns-state">
            <ReleaseTag release={release} />
          </div>
          <FactList facts={factsOf(entry)} />
        </div>
      )}
      {release.withdrawn === null ? (
        <WithdrawalForm
          key={`${release.version} ${takenOff.length}`}
          {...{ version: release.version, today, takenOff }}
          outcome={outcome('withdraw')}
        />
      ) : null}
    </>
  )
}

const blankValues = (today: string) => ({
  ...(Object.fromEntries(RELEASE_FIELDS.map((name) => [name, ''])) as Record<
    Exclude<(typeof RELEASE_FIELDS)[number], 'uses'>,
    string
  >),
  givenOn: today,
  uses: [],
  everywhere: false,
})

function factsOf({ release, listed, covered }: Pick<ShownEntry, 'release' | 'listed' | 'covered'>) {
  const { email, bornOn, guardian, uses, given, basis, recordedBy, withdrawn } = release
  return [
    { label: 'Email', value: email },
    { label: 'Date of birth', value: bornOn ?? '' },
    { label: 'Guardian', value: guardian },
    { label: 'Allowed uses', value: uses.map((use) => USE_LABELS[use]).join('; ') || 'Nowhere' },
    {
      label: 'Applies to',
      value: listed > 0 ? `Only the ${listed} photos it lists` : covered.map(({ title }) => title).join(', '),
    },
    { label: 'Date given', value: given },
    { label: 'How it was given', value: basis },
    { label: 'Recorded by', value: recordedBy },
    { label: 'Withdrawn', value: withdrawn ?? '' },
  ].filter(({ value }) => value !== '')
}

type ShownEntry = NonNullable<Awaited<ReturnType<typeof readEntry>>>
