import { Form, Link } from 'react-router'
import { SHOWN_RECORDS } from '~/domains/search/model'
import { findAnything } from '~/domains/search/operations.server'
import { foundEntries } from '~/domains/search/ui/found-entries'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { findDestinations } from '~/ui/studio/destinations'
import { countLabel, FoundList } from '~/ui/studio/found-list'
import { sectionsFor } from '~/ui/studio/sections'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/search'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const typed = new URL(request.url).searchParams.get('words') ?? ''
  const isOwner = role === 'owner'
  const found = await findAnything(context.get(scope), {
    words: typed,
    role: isOwner ? 'owner' : 'assistant',
    limit: SHOWN_RECORDS,
  })
  return { isOwner, words: found.words, groups: foundEntries(found) }
}

export const meta: Route.MetaFunction = () => studioMeta('Search')

export default function SearchPage({ loaderData: { isOwner, words, groups } }: Route.ComponentProps) {
  const pages = words === '' ? [] : findDestinations(sectionsFor(isOwner), words)
  const all = [...(pages.length > 0 ? [{ heading: 'Go to', entries: pages }] : []), ...groups]
  const count = all.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <>
      <StudioHead title="Search" />
      <search className="st-filter">
        <Form action={studioPaths.search()} className="st-find" key={words}>
          <label className="vh" htmlFor="words">
            Search for
          </label>
          <input
            className="in"
            id="words"
            type="search"
            name="words"
            defaultValue={words}
            placeholder="Name, email, reference, title, or setting"
            maxLength={100}
          />
          <button type="submit" className="btn">
            Search
          </button>
        </Form>
      </search>
      <div className="st-found">
        <p role="status" className="ink2">
          {words === '' ? 'Enter at least two letters.' : countLabel(count)}
        </p>
        <FoundList groups={all} />
        {words === '' ? (
          <p>
            <Link className="txt" to={studioPaths.today()}>
              Back to Today
            </Link>
          </p>
        ) : null}
      </div>
    </>
  )
}
