import { Form, Link } from 'react-router'
import { readFrame } from '~/domains/content/operations.server'
import { navigationLinks } from '~/domains/content/ui/site-links'
import { WORDS_MAX } from '~/domains/search/model'
import { searchSite } from '~/domains/search/site-search.server'
import { SiteHits } from '~/domains/search/ui/site-hits'
import { scope } from '~/platform/http/scope.server'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/search'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const typed = new URL(request.url).searchParams.get('q')
  const { shell } = await readFrame(at)
  return {
    ...(await searchSite(at, typed ?? '')),
    typed: typed !== null,
    links: navigationLinks(shell.navigation).filter(({ to }) => to !== paths.home()),
    site: { url: at.config.siteUrl, name: shell.studio.name },
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? pageMeta({
        title: loaderData.words === '' ? 'Search' : `${loaderData.words} · Search`,
        description: 'Search our pages, galleries, products and posts.',
        path: paths.search(),
        siteUrl: loaderData.site.url,
        siteName: loaderData.site.name,
        noindex: true,
      })
    : []

export default function SiteSearch({ loaderData }: Route.ComponentProps) {
  const { words, typed, groups, links } = loaderData
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <>
      <PageHead title="Search" />
      <div className="wrap hits">
        <search>
          <Form action={paths.search()} key={words}>
            <label className="vh" htmlFor="q">
              Search for
            </label>
            <input
              className="in"
              id="q"
              type="search"
              name="q"
              defaultValue={words}
              placeholder="A word or two"
              maxLength={WORDS_MAX}
            />
            <button type="submit" className="btn">
              Search
            </button>
          </Form>
        </search>
        {typed ? (
          <p role="status" className="ink2">
            {statusOf(
              words,
              count,
              groups.some(({ more }) => more),
            )}
          </p>
        ) : null}
        {groups.map((group) => (
          <SiteHits key={group.name} group={group} />
        ))}
        {count > 0 ? null : (
          <nav aria-labelledby="elsewhere">
            <h2 className="t3" id="elsewhere">
              {typed ? 'Perhaps it’s on one of these pages' : 'Or start here'}
            </h2>
            <ul className="hits__else">
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link className="t2" to={to} prefetch="intent" viewTransition>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </>
  )
}

function statusOf(words: string, count: number, isMore: boolean): string {
  if (words === '') return 'Enter at least two letters.'
  if (count === 0) return `Nothing found for “${words}.” Check the spelling, or try fewer words.`
  return `${isMore ? 'More than ' : ''}${count} ${count === 1 ? 'result' : 'results'} for “${words}.”`
}
