import { data, Form, redirect } from 'react-router'
import { duplicateCampaign, readCampaign } from '~/domains/newsletter/campaigns/drafts.server'
import { RECIPIENT_STATES, subjectOf } from '~/domains/newsletter/campaigns/model'
import { listRecipients, putInArchive, readFigures } from '~/domains/newsletter/campaigns/progress.server'
import { CAMPAIGN_STEPS, changeCampaign } from '~/domains/newsletter/campaigns/sending.server'
import { readClicks } from '~/domains/newsletter/clicks/operations.server'
import { CampaignProgress, ClickedLinks, RecipientList } from '~/domains/newsletter/ui/campaign-progress'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import { NextPage } from '~/ui/studio/next-page'
import { NotSent } from '~/ui/studio/no-mail-server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/newsletter/ui/campaigns.css'
import '~/domains/blog/ui/editor/editor.css'
import type { Route } from './+types/campaign-progress'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const campaign = await readCampaign(at, params.campaign)
  if (!campaign) throw data(null, { status: 404 })
  if (campaign.state === 'draft' || campaign.state === 'scheduled')
    throw redirect(studioPaths.campaign(campaign.id), 303)
  const { searchParams } = new URL(request.url)
  const show = RECIPIENT_STATES.find((each) => each === searchParams.get('show')) ?? null
  const after = /^\d{1,9}$/.test(searchParams.get('after') ?? '') ? Number(searchParams.get('after')) : 0
  const { id, state, values, when, trouble } = campaign
  return {
    ...{ id, state, when, trouble, show, subject: subjectOf(values), isArchived: values.archive === 'yes' },
    asksToStop: searchParams.get('stop') === 'ask',
    figures: await readFigures(at, id),
    clicks: await readClicks(at, id),
    listed: show === null ? null : await listRecipients(at, id, { state: show, after }),
  }
}

/** Pauses, resumes or stops sending, shows or hides the public page, or adds a copy as a draft. */
export async function action({ request, params: { campaign: id }, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request, { owner: true }) }
  const read = await readForm(request)
  if (!read.ok) throw data(null, { status: read.status })
  const intent = read.form.get('intent')
  const step = CAMPAIGN_STEPS.find((each) => each === intent)
  if (step) await changeCampaign(at, id, step)
  else if (intent === 'archive' || intent === 'unarchive') await putInArchive(at, id, intent === 'archive')
  else if (intent === 'duplicate') {
    const copy = await duplicateCampaign(at, id)
    if (copy === undefined) throw data(null, { status: 404 })
    throw redirect(studioPaths.campaign(copy, { done: 'duplicated' }), 303)
  } else throw data(BROKEN_FORM, { status: 422 })
  throw redirect(studioPaths.campaignProgress(id), 303)
}

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.subject ?? 'Newsletter')

export default function Progress({ loaderData }: Route.ComponentProps) {
  const { id, state, subject, when, trouble, figures, clicks, show, listed, isArchived, asksToStop } =
    loaderData
  useRefresh(state === 'sending' || figures.sending > 0)
  return (
    <>
      <StudioHead title={subject} up={{ label: 'Newsletter', to: studioPaths.campaigns() }}>
        {isArchived ? (
          <a className="btn btn--line" href={paths.newsletterArchive(id)}>
            <span>
              View<span className="pg-wide"> on the site</span>
            </span>
          </a>
        ) : null}
        <Form method="post">
          <button type="submit" className="btn btn--line" name="intent" value="duplicate">
            Duplicate
          </button>
        </Form>
      </StudioHead>
      <NotSent />
      <CampaignProgress {...{ id, state, when, trouble, figures, clicks, show, isArchived, asksToStop }} />
      {clicks ? <ClickedLinks {...clicks} /> : null}
      {show !== null && listed !== null ? (
        <>
          <RecipientList state={show} recipients={listed.recipients} />
          <NextPage
            to={
              listed.next === null
                ? null
                : studioPaths.campaignProgress(id, { show, after: String(listed.next) })
            }
          />
        </>
      ) : null}
      <section className="st-sheet st-sheet--wide">
        <h2 className="st-h2">Newsletter</h2>
        <iframe
          className="st-mail"
          title="Newsletter"
          // `allow-same-origin` lets it load photos. Scripts and forms are blocked.
          sandbox="allow-same-origin"
          loading="lazy"
          src={studioPaths.campaignPreview(id)}
        />
      </section>
    </>
  )
}
