import { readPage, readSettings } from '~/domains/content/operations.server'
import { AccountsSoon } from '~/domains/content/ui/accounts-soon'
import { scope } from '~/platform/http/scope.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/login'

export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(scope)
  const [page, { studio }] = await Promise.all([readPage(request, 'login'), readSettings(request)])
  const { name, phone, email } = studio
  return { page, studio: { name, phone, email }, siteUrl: request.config.siteUrl }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { page, studio, siteUrl } = loaderData
  return pageMeta({
    title: page.title,
    description: page.description,
    path: paths.login(),
    siteUrl,
    siteName: studio.name,
  })
}

export default function Login({ loaderData: { page, studio } }: Route.ComponentProps) {
  return <AccountsSoon title={page.body.title} photo={page.photos[page.body.photo]} studio={studio} />
}
