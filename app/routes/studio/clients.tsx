import { data } from 'react-router'
import { readPeopleFilter } from '~/domains/people/model'
import { readPeople } from '~/domains/today/person.server'
import { ClientTable } from '~/domains/today/ui/client-table'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/people/ui/people.css'
import type { Route } from './+types/clients'

const SEARCH_MAX = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const { searchParams } = new URL(request.url)
  const query = {
    filter: readPeopleFilter(searchParams.get('filter')),
    search: (searchParams.get('search') ?? '').trim().slice(0, SEARCH_MAX),
    before: searchParams.get('before'),
  }
  return { ...(await readPeople(context.get(scope), query)), query }
}

/** Refuses POST, since this page has no form. Permission is checked first, so that the answer reveals nothing. */
export function action({ request, context }: Route.ActionArgs) {
  requireStudio(context, request, { owner: true })
  throw data(null, { status: 405 })
}

export const meta: Route.MetaFunction = () => studioMeta('Clients')

export default function Clients({ loaderData: { people, next, query } }: Route.ComponentProps) {
  const { filter, search } = query
  const to = (change: Record<string, string | null>) =>
    studioPaths.clients({ filter: filter === 'everyone' ? null : filter, search, ...change })
  const choice = (label: string, of: typeof filter) => ({
    label,
    to: to({ filter: of === 'everyone' ? null : of }),
    isCurrent: filter === of,
  })
  return (
    <>
      <StudioHead title="Clients" />
      <StudioFilter
        label="Type"
        choices={[
          choice('Everyone', 'everyone'),
          choice('With account', 'clients'),
          choice('Subscribers', 'subscribers'),
          choice('Team', 'studio'),
        ]}
        search={{
          action: studioPaths.clients(),
          value: search,
          keep: { filter: filter === 'everyone' ? null : filter },
          label: 'Search names, emails, and phone numbers',
          placeholder: 'Name, email, or phone',
        }}
      />
      <ClientTable people={people} isNarrowed={search !== '' || filter !== 'everyone'} />
      <NextPage to={next && to({ before: next })} />
    </>
  )
}
