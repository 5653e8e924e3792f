import { data, redirect } from 'react-router'
import { ProofBoundary } from '~/domains/accounts/ui/proof-form'
import { listExports, readVersion, requestExport } from '~/domains/backup/operations.server'
import { YourData } from '~/domains/backup/ui/your-data'
import { countDemo, removeDemo } from '~/domains/demo/operations.server'
import { RemoveDemo } from '~/domains/demo/ui/remove-demo'
import { readForm } from '~/platform/http/forms.server'
import { requireRecentProof, requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { SavedNote } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useLastAnswer, useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/booking/ui/external-calendars.css'
import '~/domains/backup/ui/data.css'
import type { Route } from './+types/settings-data'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const isDemoRemoved = new URL(request.url).searchParams.get('done') === 'demo-removed'
  return { exports: await listExports(at), demo: await countDemo(at), isDemoRemoved, version: readVersion() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return data({ refusal: read.sentence }, read.status)
  switch (read.form.get('intent')) {
    case 'export': {
      requireRecentProof(context, request, { form: read.form })
      const passphrase = read.form.get('passphrase').trim()
      const requested = await requestExport(at, passphrase === '' ? {} : { passphrase })
      if (requested.ok) throw redirect(studioPaths.settingsData(), 303)
      return data({ refusal: REFUSALS[requested.reason] }, requested.reason === 'in-the-making' ? 409 : 422)
    }
    case 'remove-demo':
      if (read.form.get('word').trim().toLowerCase() !== 'remove')
        return data({ refusal: 'Type “remove” below to remove the demo content. Nothing was removed.' }, 422)
      // Already removed counts as success.
      await removeDemo(at)
      throw redirect(studioPaths.settingsData({ done: 'demo-removed' }), 303)
    default:
      return data({ refusal: BROKEN_FORM }, 400)
  }
}

const REFUSALS = {
  'in-the-making': 'An export is already running. Check back in a few minutes.',
  'no-passphrase':
    'There’s no recovery passphrase yet. Create one under Backups, or leave the field empty. Nothing was exported.',
  'wrong-passphrase':
    'That isn’t the recovery passphrase of your backups. Check it, or leave the field empty. Nothing was exported.',
}

export const meta: Route.MetaFunction = () => studioMeta('Export & data, settings')

export const ErrorBoundary = ProofBoundary

export default function SettingsData({ loaderData, actionData: latest }: Route.ComponentProps) {
  const actionData = useLastAnswer(latest)
  const { exports, demo, isDemoRemoved, version } = loaderData
  useRefresh(exports.some(({ state }) => state === 'making'))
  return (
    <>
      <StudioHead title="Export & data" />
      <SectionTabs />
      {isDemoRemoved ? (
        <SavedNote>Demo content removed. Everything you added is still here.</SavedNote>
      ) : null}
      <YourData exports={exports} refusal={actionData?.refusal} />
      {demo ? <RemoveDemo demo={demo} /> : null}
      <p className="st-sheet ink2">Your site runs version {version}.</p>
    </>
  )
}
