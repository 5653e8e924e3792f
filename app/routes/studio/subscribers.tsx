import { data, Form, Link } from 'react-router'
import { listFilterChoices } from '~/domains/booking/manage/list.server'
import { isEveryone, readSegment, segmentQuery } from '~/domains/newsletter/segments/segment'
import { readState, STATE_LABELS, SUBSCRIBER_STATES } from '~/domains/newsletter/subscribers/model'
import { listSubscribers, readGrowth } from '~/domains/newsletter/subscribers/operations.server'
import { listTags } from '~/domains/newsletter/subscribers/tags.server'
import { GrowthChart } from '~/domains/newsletter/ui/growth-chart'
import { SegmentFields } from '~/domains/newsletter/ui/segment-fields'
import { SubscriberTable } from '~/domains/newsletter/ui/subscriber-table'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { NextPage } from '~/ui/studio/next-page'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/newsletter/ui/subscribers.css'
import type { Route } from './+types/subscribers'

const SEARCH_MAX = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const { searchParams } = new URL(request.url)
  const before = searchParams.get('before')
  const filter = {
    state: readState(searchParams.get('state')),
    segment: readSegment(searchParams),
    search: (searchParams.get('search') ?? '').trim().slice(0, SEARCH_MAX),
  }
  const [listed, tags, choices, growth] = await Promise.all([
    listSubscribers(at, { ...filter, before }),
    listTags(at),
    listFilterChoices(at),
    before === null ? readGrowth(at) : null,
  ])
  return {
    ...listed,
    filter,
    tags: tags.map(({ id, name }) => ({ id, title: name })),
    sessionTypes: choices.types,
    growth,
  }
}

/** Refuses POST, since this page has no such form. */
export function action({ request, context }: Route.ActionArgs) {
  requireStudio(context, request, { owner: true })
  throw data(null, { status: 405 })
}

export const meta: Route.MetaFunction = () => studioMeta('Subscribers')

export default function Subscribers({ loaderData }: Route.ComponentProps) {
  const { lines, count, next, filter, tags, sessionTypes, growth } = loaderData
  const { state, segment, search } = filter
  const isSegment = !isEveryone(segment)
  const kept = segmentQuery(segment)
  const to = (change: Record<string, string | null>) =>
    studioPaths.subscribers({ state, search, ...kept, ...change })
  const choices = [null, ...SUBSCRIBER_STATES].map((of) => ({
    label: of === null ? 'All' : STATE_LABELS[of],
    to: to({ state: of }),
    isCurrent: state === of,
  }))
  return (
    <>
      <StudioHead title="Subscribers">
        <ButtonLink to={studioPaths.newSubscriber()}>Add subscriber</ButtonLink>
      </StudioHead>
      <SectionTabs />
      <StudioFilter
        label="Status"
        choices={choices}
        search={{
          action: studioPaths.subscribers(),
          value: search,
          keep: { state, ...kept },
        }}
      />
      <details className="sbs-segment" open={isSegment}>
        <summary>Segment{isSegment ? ' (on)' : ''}</summary>
        <Form action={studioPaths.subscribers()} key={JSON.stringify(segment)}>
          {state ? <input type="hidden" name="state" value={state} /> : null}
          {search ? <input type="hidden" name="search" value={search} /> : null}
          <SegmentFields segment={segment} tags={tags} sessionTypes={sessionTypes} />
          <div className="st-act">
            <button type="submit" className="btn btn--line">
              Show segment
            </button>
            {isSegment ? (
              <Link className="btn btn--quiet" to={studioPaths.subscribers({ state, search })}>
                Clear segment
              </Link>
            ) : null}
          </div>
        </Form>
      </details>
      <p className="ui ink2 sbs-sum">
        {count.toLocaleString('en-US')} {count === 1 ? 'person' : 'people'} in this list.{' '}
        <a href={studioPaths.subscribersExport({ state, search, ...kept })} download>
          Export CSV
        </a>
      </p>
      <SubscriberTable lines={lines} isNarrowed={search !== '' || state !== null || isSegment} />
      <NextPage to={next && to({ before: next })} />
      {growth ? <GrowthChart months={growth} /> : null}
    </>
  )
}
