import { listInbox } from '~/domains/today/inbox.server'
import { isInboxKind, readInboxState } from '~/domains/today/model'
import { MessageTable } from '~/domains/today/ui/inbox'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/inbox'

const SEARCH_MAX = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const { searchParams } = new URL(request.url)
  const kind = searchParams.get('kind')
  const query = {
    kind: isInboxKind(kind) ? kind : null,
    state: readInboxState(searchParams.get('state')),
    search: (searchParams.get('search') ?? '').trim().slice(0, SEARCH_MAX),
    before: searchParams.get('before'),
  }
  return { ...(await listInbox(context.get(scope), query)), query }
}

export const meta: Route.MetaFunction = () => studioMeta('Inbox')

export default function Inbox({ loaderData: { messages, next, query } }: Route.ComponentProps) {
  const { kind, state, search } = query
  const to = (change: Record<string, string | null>) =>
    studioPaths.inbox({ kind, state: state === 'waiting' ? null : state, search, ...change })
  return (
    <>
      <StudioHead title="Inbox" />
      <StudioFilter
        label="Type"
        choices={[
          { label: 'All', to: to({ kind: null }), isCurrent: kind === null },
          { label: 'Messages', to: to({ kind: 'messages' }), isCurrent: kind === 'messages' },
          { label: 'Do not sell', to: to({ kind: 'do-not-sell' }), isCurrent: kind === 'do-not-sell' },
        ]}
        states={[
          { label: 'Unanswered', to: to({ state: null }), isCurrent: state === 'waiting' },
          { label: 'Answered', to: to({ state: 'answered' }), isCurrent: state === 'answered' },
          ...(kind === 'do-not-sell'
            ? []
            : [
                { label: 'Proposal', to: to({ state: 'proposal' }), isCurrent: state === 'proposal' },
                { label: 'Booked', to: to({ state: 'booked' }), isCurrent: state === 'booked' },
                { label: 'Lost', to: to({ state: 'lost' }), isCurrent: state === 'lost' },
              ]),
          { label: 'All', to: to({ state: 'all' }), isCurrent: state === 'all' },
        ]}
        search={{ action: studioPaths.inbox(), value: search, keep: { kind, state } }}
      />
      <MessageTable messages={messages} isSearch={search !== ''} state={state} />
      <NextPage to={next && to({ before: next })} />
    </>
  )
}
