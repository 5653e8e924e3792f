import { data, redirect } from 'react-router'
import { isGuidedStep, isSetupStep } from '~/domains/today/model'
import { markSetupStep, readSetupSteps } from '~/domains/today/setup.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/setup'

/** Resumes the guided setup at its first open step. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const steps = await readSetupSteps(context.get(scope))
  const open = steps.find(({ step, isDone }) => isGuidedStep(step) && !isDone)
  throw redirect(open ? studioPaths.setupStep(open.step) : studioPaths.today())
}

/** Marks a step of the checklist as done, and shows the list again. */
export async function action({ request, context }: Route.ActionArgs) {
  requireStudio(context, request, { owner: true })
  const read = await readForm(request)
  if (!read.ok) throw data(null, { status: read.status })
  const step = read.form.get('step')
  if (!isSetupStep(step)) throw data(null, { status: 422 })
  await markSetupStep(context.get(scope), step)
  throw redirect(read.form.get('on') === 'ready' ? studioPaths.setupStep('ready') : studioPaths.today(), 303)
}
