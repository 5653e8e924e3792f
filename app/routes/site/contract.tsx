import { data } from 'react-router'
import { openBooking } from '~/domains/booking/client/operations.server'
import { requiresContract } from '~/domains/booking/requirements/model'
import { readSettings } from '~/domains/content/operations.server'
import { readSignForm } from '~/domains/contracts/sign-fields'
import {
  mailSigningCode,
  openSigning,
  readSigning,
  signContract,
} from '~/domains/contracts/signing/operations.server'
import { ContractFailure } from '~/domains/contracts/ui/contract-failure'
import { type SigningOutcome, SigningPage } from '~/domains/contracts/ui/signing-page'
import { readForm } from '~/platform/http/forms.server'
import { requireOpened } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { paths } from '~/ui/paths'
import { preserveInput, reloadWhenRefused } from '~/ui/preserve-input'
import '~/domains/contracts/ui/contracts.css'
import type { Route } from './+types/contract'

export async function loader({ request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { signing, ref } = requireOpened(await openSigning(at, request), context, request)
  const [view, { studio }] = [await readSigning(at, signing, at), await readSettings(at)]
  return { view, ref, studioName: studio.name }
}

export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const { signing, ref } = requireOpened(await openSigning(at, request), context, request)
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const { form } = read
  const { sent, values } = readSignForm(form)
  if (form.get('signer') !== signing.signer.id) return refuse(409, { sentence: OTHER_CONTRACT })
  switch (form.get('intent')) {
    case 'code': {
      const mailed = await mailSigningCode(at, signing, { sent, from: at })
      if (mailed.ok) return data<SigningOutcome>({ isCodeSent: true, errors: {}, values })
      switch (mailed.reason) {
        case 'refused':
          return refuse(422, { errors: mailed.errors, values })
        case 'too-many':
          return tooMany<SigningOutcome>(at, mailed.retryAt, { sentence: TOO_MANY, errors: {}, values })
        case 'no-server':
          return refuse(503, { sentence: NO_SERVER, values })
        case 'not-possible':
          return refuse(409, { sentence: NOT_POSSIBLE })
      }
      break
    }
    case 'sign': {
      const signed = await signContract(at, signing, { sent, from: at })
      if (signed.ok) {
        // In the browser that came from the booking, what else it requires is next.
        const opened = await openBooking(at, request)
        const isRequired = opened.ok && requiresContract(opened.booking, signing.version.contract_id)
        // The form keeps its place on the page, and the next one begins at its top.
        throw seeOther(
          `${isRequired ? paths.clientBooking({ done: 'signed' }) : paths.contract({ ref })}#main`,
        )
      }
      return signed.reason === 'refused'
        ? refuse(422, { errors: signed.errors, values })
        : refuse(409, { sentence: NOT_POSSIBLE })
    }
  }
  return refuse(422, { sentence: BROKEN_FORM, values })
}

const refuse = (status: number, outcome: Partial<SigningOutcome>) =>
  data<SigningOutcome>({ errors: {}, values: {}, ...outcome }, status)

const OTHER_CONTRACT =
  'You opened another contract in this browser. Nothing was signed. Open the link in our email again.'
const NOT_POSSIBLE = 'Nothing was signed just now. Here’s the latest about this contract.'
const NO_SERVER =
  'We can’t send email right now, so you can’t sign yet. Please try again later, or contact us.'
const TOO_MANY = 'You asked for a lot of codes. Use the latest one, or try again in an hour.'

export const clientAction = (sending: Route.ClientActionArgs) => preserveInput(sending)

export const shouldRevalidate = reloadWhenRefused

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `${loaderData.view.title} · ${loaderData.studioName}` },
        { name: 'robots', content: 'noindex' },
      ]
    : []

export default function Contract({ loaderData, actionData }: Route.ComponentProps) {
  const { view, ref, studioName } = loaderData
  return <SigningPage view={view} reference={ref} studioName={studioName} outcome={actionData} />
}

export const ErrorBoundary = ContractFailure
