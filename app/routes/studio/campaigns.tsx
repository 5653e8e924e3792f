import { data, redirect } from 'react-router'
import { addCampaign, addCampaignAbout } from '~/domains/newsletter/campaigns/drafts.server'
import { CAMPAIGN_LABELS, type CampaignState } from '~/domains/newsletter/campaigns/model'
import { listCampaigns } from '~/domains/newsletter/campaigns/progress.server'
import { CampaignTable, NewCampaignButton } from '~/domains/newsletter/ui/campaign-table'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { NextPage } from '~/ui/studio/next-page'
import { NoMailServer } from '~/ui/studio/no-mail-server'
import { SavedNote } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import type { Route } from './+types/campaigns'

const SEARCH_MAX = 100
const ALL = Object.keys(CAMPAIGN_LABELS) as CampaignState[]
const CHOICES: { label: string; show: string | null; states: CampaignState[] }[] = [
  { label: 'All', show: null, states: ALL },
  { label: 'Drafts', show: 'drafts', states: ['draft'] },
  { label: 'Scheduled', show: 'scheduled', states: ['scheduled'] },
  { label: 'Sent', show: 'sent', states: ['sending', 'paused', 'stopped', 'sent'] },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const { searchParams } = new URL(request.url)
  const { states, show } = CHOICES.find(({ show: each }) => each === searchParams.get('show')) ?? {
    ...{ states: ALL, show: null },
  }
  const search = (searchParams.get('search') ?? '').trim().slice(0, SEARCH_MAX)
  const query = { states, search, before: searchParams.get('before') }
  return {
    ...(await listCampaigns(context.get(scope), query)),
    ...{ show, search, isRemoved: searchParams.get('done') === 'removed' },
  }
}

/** Adds a draft and opens it: an empty one, or one about a published post. */
export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const read = await readForm(request)
  if (!read.ok || read.form.get('intent') !== 'add') throw data(BROKEN_FORM, { status: 422 })
  const at = { ...context.get(scope), author }
  const post = read.form.get('post')
  const id = post === '' ? await addCampaign(at) : await addCampaignAbout(at, post)
  if (id === undefined) throw data(null, { status: 404 })
  throw redirect(studioPaths.campaign(id), 303)
}

export const meta: Route.MetaFunction = () => studioMeta('Newsletter')

export default function Campaigns({ loaderData }: Route.ComponentProps) {
  const { campaigns, next, show, search, isRemoved } = loaderData
  useRefresh(campaigns.some(({ state }) => state === 'sending'))
  return (
    <>
      <StudioHead title="Newsletter">
        <NewCampaignButton />
      </StudioHead>
      <SectionTabs />
      <NoMailServer />
      {isRemoved ? <SavedNote>Deleted.</SavedNote> : null}
      <StudioFilter
        label="Status"
        choices={CHOICES.map((choice) => ({
          label: choice.label,
          to: studioPaths.campaigns({ show: choice.show, search }),
          isCurrent: show === choice.show,
        }))}
        search={{
          action: studioPaths.campaigns(),
          value: search,
          keep: { show },
          label: 'Search subjects',
          placeholder: 'Subject',
        }}
      />
      <CampaignTable campaigns={campaigns} isFiltered={show !== null || search !== ''} />
      <NextPage to={next && studioPaths.campaigns({ show, search, before: next })} />
    </>
  )
}
