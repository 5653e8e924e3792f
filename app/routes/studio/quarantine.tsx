import { data, redirect } from 'react-router'
import { listQuarantine, restoreQuarantined } from '~/domains/files/quarantine.server'
import { answerStop, listStops } from '~/domains/files/stopped-cleanups.server'
import { QuarantineList, StoppedCleanups } from '~/domains/files/ui/quarantine'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/photos/ui/photos.css'
import { ListNotes } from '~/ui/studio/saved-note'
import type { Route } from './+types/quarantine'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const page = Math.max(0, Math.trunc(Number(query.get('page')) || 0))
  const [listed, stops] = await Promise.all([listQuarantine(at, page), listStops(at)])
  return { ...listed, stops, restored: query.get('restored'), isOwner: role === 'owner' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, read.sentence)
  const { form } = read
  switch (form.get('intent')) {
    case 'restore':
      return await restore(at, form.get('photo'))
    case 'allow':
    case 'check-again':
      requireStudio(context, request, { owner: true })
      return await answer(at, form)
    default:
      return refuse(400, BROKEN_FORM)
  }
}

async function restore(at: Parameters<typeof restoreQuarantined>[0], photo: string) {
  const restored = await restoreQuarantined(at, photo)
  if (restored.ok) throw redirect(studioPaths.quarantine({ restored: restored.slug }), 303)
  switch (restored.reason) {
    case 'gone':
      return refuse(404, 'This photo is no longer in quarantine.')
    case 'no-original':
      return refuse(409, NO_ORIGINAL)
    case 'refused':
      return refuse(422, restored.sentence)
  }
}

async function answer(at: Parameters<typeof answerStop>[0], form: FormFields) {
  const isAllowed = form.get('intent') === 'allow'
  const stop = { prefix: form.get('files'), found: Number(form.get('found')) || 0, isAllowed }
  if ((await answerStop(at, stop)).ok) throw redirect(studioPaths.quarantine(), 303)
  return refuse(409, 'The number of files just changed. Review it again.')
}

const refuse = (status: number, sentence: string) => data({ sentence }, status)

const NO_ORIGINAL =
  'The original of this photo isn’t in quarantine, and the photo isn’t in your library. Upload it first, then restore its files.'

export const meta: Route.MetaFunction = () => studioMeta('Quarantine')

export default function Quarantine({ loaderData, actionData }: Route.ComponentProps) {
  const { photos, total, next, stops, restored, isOwner } = loaderData
  return (
    <>
      <StudioHead title="Quarantine" up={{ label: 'Photos', to: studioPaths.photos() }} />
      <ListNotes
        done={restored === null ? null : 'The photo is in your library.'}
        refusal={actionData?.sentence}
      />
      <StoppedCleanups stops={stops} isOwner={isOwner} />
      <QuarantineList photos={photos} total={total} next={next} />
    </>
  )
}
