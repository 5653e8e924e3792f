import { data, Form, useNavigation } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import type { VerifiedPdf } from '~/domains/contracts/certificate'
import { verifyPdf } from '~/domains/contracts/copies.server'
import { scope } from '~/platform/http/scope.server'
import { tooMany } from '~/platform/http/too-many.server'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import { preserveInput } from '~/ui/preserve-input'
import '~/domains/contracts/ui/contracts.css'
import type { Route } from './+types/verify'

export async function loader({ context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { studio } = await readSettings(at)
  return { studioName: studio.name, siteUrl: at.config.siteUrl }
}

interface Answer extends FormOutcome<'file' | 'hash'> {
  /** null: no such contract. */
  found?: VerifiedPdf | null
}

export async function action({ context }: Route.ActionArgs) {
  const at = context.get(scope)
  const { hashed } = at
  if (!hashed?.ok) return refuse(hashed?.status ?? 415, { sentence: hashed?.sentence ?? NOT_READ })
  const typed = hashed.form.get('hash').replace(/\s/g, '').toLowerCase()
  const values = { hash: hashed.form.get('hash') }
  if (hashed.sha256 === undefined && !/^[0-9a-f]{64}$/.test(typed))
    return typed === ''
      ? refuse(422, { errors: { file: 'Choose a PDF, or enter its SHA-256.' }, values })
      : refuse(422, {
          errors: { hash: 'A SHA-256 has 64 characters: digits, and a to f.' },
          values,
        })
  const given = { sha256: hashed.sha256 ?? typed, hasFile: hashed.sha256 !== undefined }
  const verified = await verifyPdf(at, { ...given, network: at.clientAddress })
  if (!verified.ok) return tooMany<Answer>(at, verified.retryAt, { sentence: TOO_MANY, errors: {}, values })
  return data<Answer>({ found: verified.found ?? null, errors: {}, values: {} })
}

const refuse = (status: number, answer: Partial<Answer>) =>
  data<Answer>({ errors: {}, values: {}, ...answer }, status)

const NOT_READ = 'We couldn’t read that form. Reload the page, and try again.'
const TOO_MANY = 'You checked a lot of files. Please try again in an hour.'

export const clientAction = (sending: Route.ClientActionArgs) => preserveInput(sending)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData &&
  pageMeta({
    title: `Check a signed contract · ${loaderData.studioName}`,
    description: `Find out whether a PDF is a contract that was signed with ${loaderData.studioName}.`,
    path: paths.verify(),
    siteUrl: loaderData.siteUrl,
    noindex: true,
  })

export default function Verify({ loaderData: { studioName }, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData
  const isBusy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHead
        title="Check a *signed contract.*"
        lede={`Find out whether a PDF was signed with ${studioName}, and hasn’t been changed since. We don’t keep the file.`}
      />
      <div className="wrap ctr">
        {answer?.found === undefined ? null : <Result found={answer.found} studioName={studioName} />}
        <Form method="post" encType="multipart/form-data" className="ctr-sign" noValidate>
          <FormRefusal outcome={answer} order={['file', 'hash']} />
          <Field
            label="PDF"
            name="file"
            type="file"
            accept=".pdf,application/pdf"
            required={false}
            hint="Up to 10 MB."
            error={answer?.errors.file}
          />
          <Field
            label="Or its SHA-256"
            name="hash"
            required={false}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            defaultValue={answer?.values.hash}
            error={answer?.errors.hash}
          />
          <div className="ctr-act">
            <button type="submit" className="btn" aria-busy={isBusy || undefined}>
              {isBusy ? 'Checking…' : 'Check contract'}
            </button>
          </div>
        </Form>
      </div>
    </>
  )
}

function Result({ found, studioName }: { found: VerifiedPdf | null; studioName: string }) {
  if (!found)
    return (
      <p className="note note--stop" role="status">
        That isn’t a contract that was signed with {studioName}, or the file was changed after it was signed.
      </p>
    )
  if (!found.isIntact)
    return (
      <p className="note note--stop" role="status">
        We know this file, but our record of its signing isn’t complete. Please contact us.
      </p>
    )
  const { signed, signers, number, isNewest, holder } = found
  return (
    <div className="note note--fix" role="status">
      <p>
        <strong>This contract was signed with {studioName}.</strong> The file hasn’t been changed since. The
        last of {signers} people signed {signed}. It’s version {number}
        {isNewest ? '.' : ', and a newer version was signed later.'}
      </p>
      {holder ? (
        <p>
          “{holder.title}”, signed by {new Intl.ListFormat('en-US').format(holder.names)}.
        </p>
      ) : (
        <p>We show the names only to people who have the file. Choose it below to see them.</p>
      )}
    </div>
  )
}
