import { data, Form, redirect } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { readReleaseState, setNoRecognizablePeople } from '~/domains/galleries/releases/publication.server'
import { NoPeopleForm } from '~/domains/galleries/releases/ui/no-people-form'
import { findLibraryPhoto, retryPhoto } from '~/domains/photos/library.server'
import type { PhotoField } from '~/domains/photos/photo-form'
import { isPublic } from '~/domains/photos/photo-use'
import { readCheck, requestCheck } from '~/domains/photos/safety.server'
import { PhotoForm } from '~/domains/photos/ui/photo-form'
import { PhotoState } from '~/domains/photos/ui/photo-library'
import { SafetyReport } from '~/domains/photos/ui/safety-report'
import { describePhoto, usesOfPhoto } from '~/domains/search/photo-uses.server'
import { PhotoUses } from '~/domains/search/ui/photo-uses'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { FactList } from '~/ui/studio/fact-list'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useLastAnswer, useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/galleries/releases/ui/releases.css'
import '~/domains/photos/ui/photos.css'
import type { Route } from './+types/photo'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  const entry = await findLibraryPhoto(at, params.photo, studio.timeZone)
  if (!entry) throw data(null, { status: 404 })
  const [uses, release, check] = await Promise.all([
    usesOfPhoto(at, entry.photo),
    readReleaseState(at, entry.photo.id),
    readCheck(at, entry.photo.id, studio.timeZone),
  ])
  const saved = new URL(request.url).searchParams.has('saved')
  return { entry, uses, release, check, saved, isOwner: role === 'owner' }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const at = { ...context.get(scope), author }
  const form = await readForm(request)
  if (!form.ok) return refuse(form.status, { sentence: form.sentence, errors: {}, values: {} })
  const again = () => redirect(studioPaths.photo(params.photo), 303)
  switch (form.form.get('intent')) {
    case 'retry': {
      if (!(await retryPhoto(at, params.photo)).ok) throw data(null, { status: 404 })
      throw again()
    }
    case 'check': {
      if (!(await requestCheck(at, params.photo)).ok) throw data(null, { status: 404 })
      throw again()
    }
    case 'no-recognizable-people':
    case 'recognizable-people':
      return await mark(at, params.photo, form.form)
    case 'save':
      return await save(at, params.photo, form.form)
    default:
      return refuse(422, { sentence: BROKEN_FORM, errors: {}, values: {} })
  }
}

type Outcome = FormOutcome<PhotoField> & { asksToTakeOff?: boolean }

async function mark(at: Parameters<typeof setNoRecognizablePeople>[0], slug: string, form: FormFields) {
  const entry = await findLibraryPhoto(at, slug, 'UTC')
  if (!entry) throw data(null, { status: 404 })
  const marked = await setNoRecognizablePeople(at, {
    photoIds: [entry.photo.id],
    noRecognizablePeople: form.get('intent') === 'no-recognizable-people',
    seen: Number(form.get('seen')) || 0,
  })
  if (marked.ok) throw redirect(`${studioPaths.photo(slug)}#release`, 303)
  return refuse(409, { errors: {}, values: {}, asksToTakeOff: true })
}

async function save(at: Parameters<typeof describePhoto>[0], slug: string, form: FormFields) {
  const sent = {
    title: form.get('title'),
    alt: form.get('alt'),
    focalX: form.get('focalX'),
    focalY: form.get('focalY'),
  }
  const saved = await describePhoto(at, { slug, sent, version: Number(form.get('version')) })
  if (saved.ok) throw redirect(`${studioPaths.photo(slug)}?saved`, 303)
  return refuseRecord<Outcome>(saved, { values: sent })
}

const refuse = (status: number, outcome: Outcome) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData?.entry.photo.title ?? 'Photo')

export default function PhotoPage({ loaderData, actionData: latest }: Route.ComponentProps) {
  const actionData = useLastAnswer(latest)
  const { entry, uses, release, check, saved, isOwner } = loaderData
  const { photo, state, failure, isLate } = entry
  useRefresh(state === 'processing' || check.isWaiting)
  return (
    <>
      <StudioHead title={photo.title} up={{ label: 'Photos', to: studioPaths.photos() }} />
      {state === 'ready' ? null : (
        <div className={`note pnote ${state === 'failed' ? 'note--stop' : 'note--dev'}`} role="status">
          <PhotoState {...entry} />
          <p>
            {failure ??
              (isLate
                ? 'This is taking longer than it should.'
                : 'We’re creating web versions. This page updates automatically.')}
          </p>
          {state === 'failed' || isLate ? (
            <Form method="post">
              <button type="submit" className="btn btn--line" name="intent" value="retry">
                Try again
              </button>
            </Form>
          ) : null}
        </div>
      )}
      {/* A new version resets the form to the stored values. */}
      <PhotoForm
        key={`${photo.id} ${entry.version}`}
        entry={entry}
        isPublic={isPublic(uses)}
        saved={saved}
        outcome={actionData}
      />
      <div className="psecs">
        <PhotoUses photo={photo} uses={uses} isOwner={isOwner} />
        {release ? (
          <section className="psec" aria-labelledby="release">
            <h2 className="st-h2" id="release">
              People
            </h2>
            <NoPeopleForm {...release} asksToTakeOff={actionData?.asksToTakeOff === true} />
          </section>
        ) : null}
        <SafetyReport check={check} />
        <section className="psec" aria-labelledby="facts">
          <h2 className="st-h2" id="facts">
            File details
          </h2>
          <FactList facts={entry.facts} />
        </section>
      </div>
    </>
  )
}
