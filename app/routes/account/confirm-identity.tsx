import { data, redirect } from 'react-router'
import { PROOF_FIELDS, type ProofGiven } from '~/domains/accounts/model'
import { emailProofCode, proveAgain } from '~/domains/accounts/proof.server'
import { type ProofField, ProofForm } from '~/domains/accounts/ui/proof-form'
import { type FormFields, readForm } from '~/platform/http/forms.server'
import { requirePerson } from '~/platform/http/guard.server'
import { WRONG_CODE, WRONG_OWN_PASSWORD } from '~/platform/http/notices'
import { type ProofRequest, proofFor } from '~/platform/http/recent-proof'
import { onlyReturnTo } from '~/platform/http/return-to'
import { scope } from '~/platform/http/scope.server'
import { tooMany } from '~/platform/http/too-many.server'
import type { FormOutcome } from '~/ui/form-outcome'
import { paths } from '~/ui/paths'
import type { Route } from './+types/confirm-identity'

/** The page for links that require a recent proof of identity. Forms that require one ask for it in place. */
export function loader({ request, context }: Route.LoaderArgs) {
  const person = requirePerson(context, request)
  const { siteUrl } = context.get(scope).config
  const returnTo = onlyReturnTo(new URL(request.url).searchParams.getAll('returnTo'), siteUrl)
  return { asked: proofFor(person, { returnTo: returnTo ?? paths.profile(), fields: [] }) }
}

interface Answer {
  asked: ProofRequest
  isCodeSent: boolean
  outcome?: FormOutcome<ProofField>
}

export async function action({ request, context }: Route.ActionArgs) {
  const my = { ...context.get(scope), actor: requirePerson(context, request) }
  const read = await readForm(request)
  if (!read.ok) throw data(read.sentence, { status: read.status })
  const { form } = read
  const by = form.get(PROOF_FIELDS.by)
  const proof = proofRequestOf(form, my)
  const answer = (status: number, isCodeSent: boolean, outcome?: FormOutcome<ProofField>) =>
    data<Answer>({ asked: proof, isCodeSent, ...(outcome && { outcome }) }, status)
  const wait = ({ retryAt, sentence }: { retryAt: number; sentence: string }) =>
    tooMany<Answer>(my, retryAt, {
      asked: proof,
      isCodeSent: by === 'emailed-code',
      outcome: { sentence, errors: {}, values: {} },
    })

  if (by === 'email') {
    const sent = await emailProofCode(my)
    if (!sent.ok && sent.reason === 'too-many') return wait(sent)
    return answer(200, sent.ok)
  }
  const given = proofGiven(form)
  const proved = await proveAgain(my, given, { request })
  if (proved.ok) {
    const isForm = proof.fields.length > 0
    // 307: the browser repeats the POST with the same fields to the address that required the proof.
    throw redirect(proof.returnTo, isForm ? 307 : 303)
  }
  switch (proved.reason) {
    case 'wrong':
      return answer(422, given.by === 'emailed-code', { errors: {}, values: {}, ...WRONG[given.by] })
    case 'too-many':
      return wait(proved)
  }
}

const OURS = new Set<string>(Object.values(PROOF_FIELDS))

const proofRequestOf = (
  form: FormFields,
  { actor, config }: { actor: ReturnType<typeof requirePerson>; config: { siteUrl: string } },
): ProofRequest =>
  proofFor(actor, {
    returnTo: onlyReturnTo(form.getAll(PROOF_FIELDS.returnTo), config.siteUrl) ?? paths.profile(),
    fields: form.entries().filter(([name]) => !OURS.has(name)),
  })

function proofGiven(form: FormFields): ProofGiven {
  const by = form.get(PROOF_FIELDS.by)
  if (by === 'code' || by === 'emailed-code') return { by, code: form.get(PROOF_FIELDS.code) }
  if (by === 'passkey') return { by, answer: form.get(PROOF_FIELDS.passkey) }
  return { by: 'password', password: form.get(PROOF_FIELDS.password) }
}

const WRONG: Record<ProofGiven['by'], Partial<FormOutcome<ProofField>>> = {
  password: { errors: { [PROOF_FIELDS.password]: WRONG_OWN_PASSWORD } },
  code: { errors: { [PROOF_FIELDS.code]: WRONG_CODE } },
  'emailed-code': {
    errors: { [PROOF_FIELDS.code]: 'That code isn’t right or has expired. Check the newest email.' },
  },
  passkey: { sentence: 'That passkey didn’t work. Try again, or confirm another way.' },
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = () => [
  { title: 'Confirm it’s you' },
  { name: 'robots', content: 'noindex' },
]

export default function ConfirmIdentity({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <ProofForm asked={loaderData.asked} {...actionData} />
    </div>
  )
}
