import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { readCampaign } from '~/domains/newsletter/campaigns/drafts.server'
import { readersSentence, subjectOf } from '~/domains/newsletter/campaigns/model'
import { countReadersOf } from '~/domains/newsletter/campaigns/progress.server'
import {
  checkCampaign,
  type SendRefused,
  scheduleCampaign,
  sendCampaign,
} from '~/domains/newsletter/campaigns/sending.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { answerIntent } from '~/platform/http/answer-record.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { Field } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { NoMailServer } from '~/ui/studio/no-mail-server'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { TimeField } from '~/ui/studio/studio-zone'
import '~/domains/newsletter/ui/campaigns.css'
import type { Route } from './+types/campaign-review'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const campaign = await readCampaign(at, params.campaign)
  const findings = campaign && (await at.aside(() => checkCampaign(at, campaign.id)))
  if (!campaign || !findings) throw data(null, { status: 404 })
  if (campaign.state !== 'draft' && campaign.state !== 'scheduled')
    throw redirect(studioPaths.campaignProgress(campaign.id), 303)
  const readers = await countReadersOf(at, campaign.id)
  const isReady = findings.every(({ state }) => state !== 'refused') && readers > 0
  return { ...campaign, findings, readers, isReady: isReady && (await canSendMail(at)) }
}

/** Sends or schedules the version that the owner has reviewed. */
export async function action({ request, params: { campaign: id }, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request, { owner: true }) }
  const read = await readForm(request)
  if (!read.ok) throw data(null, { status: read.status })
  const { form } = read
  const intent = form.get('intent')
  const seen = form.get('version')
  const values = { date: form.get('date'), time: form.get('time') }
  const sent = async () => {
    if (!(await canSendMail(at)))
      return refuse('This site can’t send email yet. Set up a mail server first.', 409)
    switch (intent) {
      case 'send':
        return refusedOr(await sendCampaign(at, id, seen), studioPaths.campaignProgress(id))
      case 'schedule': {
        const scheduled = await scheduleCampaign(at, id, { ...values, seen })
        if (!scheduled.ok && scheduled.reason === 'refused')
          return answerIntent({ intent, errors: scheduled.errors, values }, 422)
        return refusedOr(scheduled, studioPaths.campaigns({ show: 'scheduled' }))
      }
      default:
        throw data(BROKEN_FORM, { status: 422 })
    }
  }
  return await sent()

  function refusedOr(done: { ok: true } | SendRefused, to: string) {
    if (done.ok) throw redirect(to, 303)
    switch (done.reason) {
      case 'missing':
        throw data(null, { status: 404 })
      case 'sent':
        throw redirect(studioPaths.campaignProgress(id), 303)
      case 'no-recipients':
        return refuse('No one is subscribed among its recipients.', 422)
      case 'findings':
        return refuse(done.findings.map(({ sentence }) => sentence).join(' '), 422)
      case 'changed-since':
        return refuse(JUST_CHANGED, 409)
      case 'refused':
        return answerIntent({ intent, errors: done.errors, values }, 422)
    }
  }

  function refuse(sentence: string, status: number) {
    return answerIntent({ intent, sentence, errors: {}, values }, status)
  }
}

export const meta: Route.MetaFunction = () => studioMeta('Review newsletter')

const ICONS = { ok: 'OK', advice: 'Advice', refused: 'Fix this' }
const TAGS = { ok: 'tag tag--fix', advice: 'tag tag--dev', refused: 'tag tag--stop' }

export default function CampaignReview({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { id, state, when, values, findings, readers, isReady, version } = loaderData
  const name = subjectOf(values)
  const busy = useNavigation().formData?.get('intent')
  return (
    <>
      <StudioHead title="Review" up={{ label: name, to: studioPaths.campaign(id) }} />
      <NoMailServer />
      <Form method="post" className="st-sheet st-form" noValidate>
        <FormRefusal outcome={outcome} order={['date', 'time']} />
        <input type="hidden" name="version" value={version} />
        <p>
          <strong>{readersSentence(readers)}</strong> {values.rate} {values.rate === '1' ? 'email' : 'emails'}{' '}
          a minute.
          {state === 'scheduled' ? ` It will be sent ${when}.` : ''}
        </p>
        <ul className="cmp-findings">
          {findings.map(({ state, sentence, place }) => (
            <li key={sentence}>
              <span className={TAGS[state]}>{ICONS[state]}</span>{' '}
              <span>
                {sentence}
                {place === 'settings' ? (
                  <>
                    {' '}
                    <Link to={studioPaths.settings()}>Add your address</Link>
                  </>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
        <p>
          <Link className="txt" to={studioPaths.campaign(id)}>
            Edit newsletter
          </Link>
        </p>
        <div className="st-act">
          <button
            type="submit"
            className="btn"
            name="intent"
            value="send"
            disabled={!isReady}
            aria-busy={busy === 'send' || undefined}
          >
            Send now
          </button>
        </div>
        <h2 className="st-h2">{state === 'scheduled' ? 'Or choose another time' : 'Or schedule it'}</h2>
        <div className="st-day">
          <Field
            name="date"
            type="date"
            label="Send on"
            defaultValue={outcome?.values.date}
            error={outcome?.errors.date}
          />
          <TimeField
            name="time"
            label="At"
            defaultValue={outcome?.values.time ?? '09:00'}
            error={outcome?.errors.time}
          />
        </div>
        <div className="st-act">
          <button
            type="submit"
            className="btn btn--line"
            name="intent"
            value="schedule"
            disabled={!isReady}
            aria-busy={busy === 'schedule' || undefined}
          >
            {state === 'scheduled' ? 'Reschedule' : 'Schedule'}
          </button>
        </div>
      </Form>
    </>
  )
}
