import { data, redirect } from 'react-router'
import { ProofBoundary } from '~/domains/accounts/ui/proof-form'
import { listBackups, makePassphrase, requestBackup } from '~/domains/backup/backups/runs.server'
import { Backups, RecoverySheet } from '~/domains/backup/ui/backups'
import { readForm } from '~/platform/http/forms.server'
import { requireRecentProof, requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useLastAnswer, useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/booking/ui/external-calendars.css'
import '~/domains/backup/ui/data.css'
import type { Route } from './+types/settings-backups'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  return { backups: await listBackups(context.get(scope)) }
}

type Answer = { refusal?: string; passphrase?: string }

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return data<Answer>({ refusal: read.sentence }, read.status)
  switch (read.form.get('intent')) {
    case 'backup': {
      const requested = await requestBackup(at, { beginsAnew: read.form.get('anew') === '1' })
      if (requested.ok) throw redirect(studioPaths.backups(), 303)
      return data<Answer>({ refusal: 'A backup is already running. Check back in a few minutes.' }, 409)
    }
    case 'passphrase': {
      requireRecentProof(context, request, { form: read.form })
      const made = await makePassphrase(at)
      return 'refusal' in made ? data<Answer>(made, 409) : data<Answer>(made)
    }
    default:
      return data<Answer>({ refusal: BROKEN_FORM }, 400)
  }
}

export const meta: Route.MetaFunction = () => studioMeta('Backups, settings')

export const ErrorBoundary = ProofBoundary

export default function SettingsBackups({
  loaderData: { backups },
  actionData: latest,
}: Route.ComponentProps) {
  const answer = useLastAnswer<Answer>(latest)
  useRefresh(backups.isMaking)
  return (
    <>
      <StudioHead title="Backups" />
      <SectionTabs />
      {answer?.passphrase ? <RecoverySheet passphrase={answer.passphrase} {...backups} /> : null}
      <Backups backups={backups} refusal={answer?.refusal} />
    </>
  )
}
