import { data } from 'react-router'
import { AuthSheet } from '~/domains/accounts/ui/auth-sheet'
import { LinkStep } from '~/domains/accounts/ui/link-sheet'
import { beginFirstRestore, readFirstRestore } from '~/domains/backup/backups/first-restore.server'
import { FirstRestoreStep } from '~/domains/backup/ui/first-restore'
import { readSheet } from '~/domains/content/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import type { Route } from './+types/first-restore'

/** Restores a backup on an installation that is still empty, with the link that the server prints. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [sheet, restore] = await Promise.all([readSheet(at, 'register'), readFirstRestore(at, params.token)])
  return data({ sheet, restore: restore ?? null }, restore ? 200 : 410)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const name = read.form.get('backup')
  const values = { backup: name }
  const begun = await beginFirstRestore(context.get(scope), {
    ...{ token: params.token, name },
    passphrase: read.form.get('passphrase'),
  })
  if (begun.ok) throw seeOther(paths.firstRestore(params.token))
  switch (begun.reason) {
    case 'gone':
      return refuse(410, {})
    case 'running':
      return refuse(409, { sentence: 'A restore is already running.', values })
    case 'away':
      return refuse(503, { sentence: begun.sentence, values })
    case 'no-backup':
      return refuse(422, { errors: { backup: 'This backup isn’t there anymore. Choose another one.' } })
    case 'wrong-passphrase':
      return refuse(422, {
        errors: {
          passphrase: 'This isn’t the recovery passphrase of these backups. Check it, and try again.',
        },
        values,
      })
  }
}

const refuse = (status: number, outcome: Partial<FormOutcome<'backup' | 'passphrase'>>) =>
  data<FormOutcome<'backup' | 'passphrase'>>({ errors: {}, values: {}, ...outcome }, status)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { siteName, siteUrl } = loaderData.sheet
  return pageMeta({
    title: 'Restore from a backup',
    description: `Restore ${siteName} from a backup.`,
    path: paths.login(),
    siteUrl,
    siteName,
    noindex: true,
  })
}

const TITLES = {
  ready: 'Restore from *a backup.*',
  'in-use': 'Restore from *a backup.*',
  running: 'Restoring *your site.*',
  done: 'Your site *is back.*',
}

export default function RestoreFirst({
  loaderData: { sheet, restore },
  actionData,
  params: { token },
}: Route.ComponentProps) {
  useRefresh(restore?.state === 'running')
  if (!restore)
    return (
      <AuthSheet title="This link has *expired.*" photo={sheet.photo}>
        <LinkStep button="" isDead again={{ to: paths.login(), label: 'Sign in' }} />
      </AuthSheet>
    )
  return (
    <AuthSheet title={TITLES[restore.state]} photo={sheet.photo}>
      <FirstRestoreStep restore={restore} token={token} outcome={actionData} />
    </AuthSheet>
  )
}
