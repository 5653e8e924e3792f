import { data, redirect } from 'react-router'
import { isSetupStep } from '~/domains/today/model'
import { markSetupStep } from '~/domains/today/setup.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/setup'

/** Redirects to Today, which shows the checklist. */
export function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  throw redirect(studioPaths.today())
}

/** Marks a step of the checklist as done. */
export async function action({ request, context }: Route.ActionArgs) {
  requireStudio(context, request, { owner: true })
  const read = await readForm(request)
  if (!read.ok) throw data(null, { status: read.status })
  const step = read.form.get('step')
  if (!isSetupStep(step)) throw data(null, { status: 422 })
  await markSetupStep(context.get(scope), step)
  throw redirect(studioPaths.today(), 303)
}
