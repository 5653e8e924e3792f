import { data, redirect } from 'react-router'
import { placeOfRequest } from '~/domains/accounts/sign-ins/log.server'
import { signOutPerson } from '~/domains/accounts/sign-ins/session.server'
import { type Invited, isTeamRole, type RoleChanged } from '~/domains/accounts/team'
import { changeRole, inviteAgain, inviteToTeam, readTeam, withdrawLink } from '~/domains/accounts/team.server'
import { readTeamRule, resetSecondStep, saveTeamRule } from '~/domains/accounts/two-factor.server'
import { ProofBoundary } from '~/domains/accounts/ui/proof-form'
import { InviteForm, OpenLinks, TeamList, TeamRuleForm } from '~/domains/accounts/ui/team-list'
import { readSettings } from '~/domains/content/operations.server'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requireRecentProof, requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { tooMany } from '~/platform/http/too-many.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { useSendsMail } from '~/ui/sends-mail'
import { NotSent } from '~/ui/studio/no-mail-server'
import { SavedNote } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/accounts/ui/studio-team.css'
import type { Route } from './+types/team'

const DONE = {
  invited: 'Invited. The link is on its way by email.',
  withdrawn: 'Withdrawn. The link no longer works.',
  changed: 'Role changed. They’re signed out on all devices.',
  'signed-out': 'They’re signed out on all devices.',
  ended: 'Access ended. They’re signed out on all devices.',
  required: 'Everyone on the team now needs two-factor authentication.',
  optional: 'Two-factor authentication is optional now.',
  reset: 'Their two-factor authentication is reset. They’re signed out everywhere.',
}
type Done = keyof typeof DONE

export async function loader({ request, context }: Route.LoaderArgs) {
  const { uid, twoFactor, passkey } = requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  const done = new URL(request.url).searchParams.get('done') ?? ''
  return {
    ...(await readTeam(at, { zone: studio.timeZone })),
    me: uid,
    rule: { ...(await readTeamRule(at)), hasOwn: twoFactor || passkey },
    done: Object.hasOwn(DONE, done) ? (done as Done) : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence, errors: {}, values: {} })
  const { form } = read
  switch (form.get('intent')) {
    case 'invite': {
      requireRecentProof(context, request, { form })
      const sent = { email: form.get('email'), role: form.get('role') }
      return answerInvited(at, await inviteToTeam(at, sent), sent)
    }
    case 'invite-again':
      requireRecentProof(context, request, { form })
      return answerInvited(at, await inviteAgain(at, form.get('id')), {})
    case 'withdraw': {
      const withdrawn = await withdrawLink(at, form.get('id'))
      if (withdrawn.ok) throw done('withdrawn')
      return refuse(409, { sentence: GONE, errors: {}, values: {} })
    }
    case 'change-role':
      requireRecentProof(context, request, { form })
      return await answerRole(form, (change) => changeRole(at, change))
    case 'second-step': {
      requireRecentProof(context, request, { form })
      const required = form.get('required')
      if (required !== 'yes' && required !== 'no')
        return refuse(422, { sentence: BROKEN_FORM, errors: {}, values: {} })
      const isRequired = required === 'yes'
      const saved = await saveTeamRule(at, { isRequired })
      if (saved.ok) throw done(isRequired ? 'required' : 'optional')
      const sentence = saved.reason === 'none' ? NO_SECOND_STEP : GONE
      return refuse(saved.reason === 'none' ? 422 : 409, { sentence, errors: {}, values: {} })
    }
    case 'reset-second-step': {
      requireRecentProof(context, request, { form })
      const reset = await resetSecondStep({ ...at, place: placeOfRequest(at) }, form.get('user'))
      if (reset.ok) throw done('reset')
      return refuse(409, { sentence: GONE, errors: {}, values: {} })
    }
    case 'sign-out': {
      const ended = await signOutPerson({ ...at, place: placeOfRequest(at) }, form.get('user'))
      if (ended.ok) throw done('signed-out')
      return refuse(409, { sentence: GONE, errors: {}, values: {} })
    }
    default:
      return refuse(422, { sentence: BROKEN_FORM, errors: {}, values: {} })
  }
}

const GONE = 'The team list has changed. Review it and try again.'

const NO_SECOND_STEP = 'Set up your own two-factor authentication first, or you couldn’t open the Studio.'

const done = (what: Done) => redirect(`${studioPaths.team()}?done=${what}`, 303)

type Field = 'email' | 'role'

const refuse = (status: number, outcome: FormOutcome<Field>) => data(outcome, status)

function answerInvited(
  at: Pick<RequestScope, 'retryAt'>,
  invited: Invited,
  values: FormOutcome<Field>['values'],
) {
  if (invited.ok) throw done('invited')
  switch (invited.reason) {
    case 'refused':
      return refuse(422, { errors: invited.errors, values })
    case 'in-team':
      return refuse(422, {
        errors: {
          email: `${invited.name} is already on your team with this email. Change their role below.`,
        },
        values,
      })
    case 'too-many':
      return tooMany<FormOutcome<Field>>(at, invited.retryAt, {
        sentence: invited.sentence,
        errors: {},
        values,
      })
    case 'gone':
      return refuse(409, { sentence: GONE, errors: {}, values })
  }
}

async function answerRole(
  form: FormFields,
  change: (to: Parameters<typeof changeRole>[1]) => Promise<RoleChanged>,
) {
  const [user, was, to] = [form.get('user'), form.get('was'), form.get('to')]
  if (!isTeamRole(was) || (to !== 'client' && !isTeamRole(to)))
    return refuse(422, { sentence: BROKEN_FORM, errors: {}, values: {} })
  const changed = await change({ user, was, to })
  if (changed.ok) throw done(to === 'client' ? 'ended' : 'changed')
  switch (changed.reason) {
    case 'last-owner':
      return refuse(422, {
        sentence: 'Your studio needs at least one owner. Make someone else an owner first.',
        errors: {},
        values: {},
      })
    case 'changed-since':
    case 'gone':
      return refuse(409, { sentence: GONE, errors: {}, values: {} })
  }
}

export const meta: Route.MetaFunction = () => studioMeta('Team, settings')

export const ErrorBoundary = ProofBoundary

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  const { people, links, me, rule, done } = loaderData
  const sendsMail = useSendsMail()
  const sentence = done === 'invited' && !sendsMail ? 'Invited.' : done && DONE[done]
  return (
    <>
      <StudioHead title="Team" />
      <SectionTabs />
      <div className="st-sheet st-sheet--wide st-team">
        <FormRefusal outcome={actionData} order={['email', 'role']} />
        {sentence && !actionData ? <SavedNote>{sentence}</SavedNote> : null}
        {done === 'invited' && !actionData ? <NotSent /> : null}
        <TeamList people={people} me={me} />
        <TeamRuleForm {...rule} />
        <OpenLinks links={links} />
        <InviteForm key={links.length} outcome={actionData} />
      </div>
    </>
  )
}
