import { data, redirect } from 'react-router'
import { ExpirationForm } from '~/domains/galleries/editor/ui/expiration-form'
import {
  type ExpirationChanged,
  expireGallery,
  extendGallery,
  readExpiration,
  reopenGallery,
} from '~/domains/galleries/expiration/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { FactList } from '~/ui/studio/fact-list'
import { NotSent } from '~/ui/studio/no-mail-server'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/galleries/releases/ui/releases.css'
import '~/domains/galleries/editor/ui/editor.css'
import type { Route } from './+types/gallery-expiration'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const end = await readExpiration(context.get(scope), params.gallery)
  if (!end) throw data(null, { status: 404 })
  return { end, saved: new URL(request.url).searchParams.has('saved') }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const deps = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const { form } = read
  const at = { id: params.gallery, version: Number(form.get('version')) }
  const expiresOn = form.get('expiresOn')
  switch (form.get('intent')) {
    case 'extend':
      return answer(await extendGallery(deps, at, { expiresOn }), { id: at.id, expiresOn })
    case 'close':
      return answer(await expireGallery(deps, at), { id: at.id, expiresOn })
    case 'reopen':
      return answer(await reopenGallery(deps, at), { id: at.id, expiresOn })
    default:
      return refuse(422, { sentence: BROKEN_FORM, errors: {}, values: {} })
  }
}

function answer(done: ExpirationChanged, { id, expiresOn }: { id: string; expiresOn: string }) {
  if (done.ok) throw redirect(studioPaths.galleryExpiration(id, { saved: 'yes' }), 303)
  const values = { expiresOn }
  if (done.reason !== 'not-open')
    return refuseRecord<FormOutcome<'expiresOn'>>(done, { values }, JUST_CHANGED)
  return refuse(409, {
    sentence: 'This gallery isn’t published, so there’s nothing to close or reopen.',
    errors: {},
    values,
  })
}

const refuse = (status: number, outcome: FormOutcome<'expiresOn'>) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? `Expiration of ${loaderData.end.gallery.title}` : 'Expiration')

export default function GalleryExpiration({ loaderData: { end, saved }, actionData }: Route.ComponentProps) {
  const { gallery, coverage, reminders } = end
  const { state, lastDay, version } = gallery
  const facts = [
    ...(gallery.closed && lastDay === null
      ? []
      : [{ label: 'Expiration date', value: lastDay ?? 'None (stays open)' }]),
    ...(gallery.closed ? [{ label: 'Closed', value: gallery.closed }] : []),
    ...(coverage && coverage.photos > 0
      ? [
          {
            label: 'Downloaded',
            value: `${coverage.delivered} of ${coverage.photos} photos`,
          },
        ]
      : []),
  ]
  return (
    <div className="st-sheet">
      {saved && !actionData ? <SavedNote>{savedSentence(state, lastDay)}</SavedNote> : null}
      {gallery.pausedAt !== null ? (
        <div className="note note--stop">
          <div>
            <p>
              <strong>This gallery was due to expire, but no one has downloaded all the photos.</strong>
            </p>
            <p>It’s staying open until you close it or set a new date.</p>
          </div>
        </div>
      ) : null}
      <FactList facts={facts} />
      {state === 'archived' ? (
        <p className="ink2">This gallery is archived. Clients can’t open it, so it doesn’t expire.</p>
      ) : (
        <ExpirationForm key={version} {...end} outcome={actionData} />
      )}
      <section className="cns-sec" aria-labelledby="reminders">
        <h2 className="st-h2" id="reminders">
          Reminders
        </h2>
        <NotSent />
        {reminders.length === 0 ? (
          <p className="ink2">None sent yet. We’ll email clients 14 and 3 days before, at 9 AM.</p>
        ) : (
          <FactList facts={reminders.map(({ who, when, of }) => ({ label: when, value: `${who}, ${of}` }))} />
        )}
      </section>
    </div>
  )
}

function savedSentence(state: string, lastDay: string | null): string {
  if (state === 'draft') return 'Saved.'
  if (state === 'expired') return 'Gallery closed. Clients see a page that says it has expired.'
  return lastDay === null ? 'Gallery is open, with no expiration date.' : `Gallery is open until ${lastDay}.`
}
