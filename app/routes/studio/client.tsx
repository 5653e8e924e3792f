import { data, redirect } from 'react-router'
import { placeOfRequest } from '~/domains/accounts/sign-ins/log.server'
import { signOutPerson } from '~/domains/accounts/sign-ins/session.server'
import type { Author } from '~/domains/audit/model'
import type { PersonField } from '~/domains/people/model'
import { savePerson } from '~/domains/people/operations.server'
import { PersonForm } from '~/domains/people/ui/person-form'
import { readHistoryGroup } from '~/domains/today/model'
import { readPersonRecord } from '~/domains/today/person.server'
import { HistoryFilter, PersonAccount, PersonHistory } from '~/domains/today/ui/person'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import type { FormOutcome } from '~/ui/form-outcome'
import { NextPage } from '~/ui/studio/next-page'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/people/ui/people.css'
import type { Route } from './+types/client'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { uid: me } = requireStudio(context, request, { owner: true })
  const query = new URL(request.url).searchParams
  const group = readHistoryGroup(query.get('kind'))
  const read = await readPersonRecord(context.get(scope), params.client, {
    after: query.get('before'),
    group,
  })
  if (!read.ok && read.movedTo) throw redirect(studioPaths.client(read.movedTo))
  if (!read.ok) throw data(null, { status: 404 })
  const isSignedOut = query.get('done') === 'signed-out'
  return {
    record: read.record,
    saved: query.has('saved'),
    isSignedOut,
    isFirst: !query.has('before'),
    me,
    group,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const form = await readForm(request)
  if (!form.ok) return refuse(form.status, { sentence: form.sentence, errors: {}, values: {} })
  const { get } = form.form
  if (get('intent') === 'sign-out')
    return await signOut(context.get(scope), author, params.client, get('account'))
  const values = { name: get('name'), phone: get('phone'), note: get('note') }
  const version = Number(get('version'))
  const saved = await savePerson({ ...context.get(scope), author }, params.client, { ...values, version })
  if (saved.ok) throw redirect(studioPaths.client(params.client, { saved: 'yes' }), 303)
  return refuseRecord<FormOutcome<PersonField>>(saved, { values })
}

async function signOut(at: RequestScope, author: Author, person: string, account: string) {
  const ended = await signOutPerson({ ...at, author, place: placeOfRequest(at) }, account)
  if (ended.ok) throw redirect(studioPaths.client(person, { done: 'signed-out' }), 303)
  return refuse(409, { sentence: 'This account no longer exists.', errors: {}, values: {} })
}

const refuse = (status: number, outcome: FormOutcome<PersonField>) => data(outcome, status)

export const meta: Route.MetaFunction = ({ loaderData }) => studioMeta(loaderData?.record.title ?? 'Client')

export default function ClientPage({ loaderData, actionData }: Route.ComponentProps) {
  const { record, saved, isSignedOut, isFirst, me, group } = loaderData
  const { id, version, name, phone, note } = record
  return (
    <>
      <StudioHead title={record.title} up={{ label: 'Clients', to: studioPaths.clients() }}>
        <ButtonLink to={studioPaths.newContract({ client: id })} variant="line">
          New contract
        </ButtonLink>
      </StudioHead>
      {isSignedOut && !actionData ? (
        <SavedNote>{record.title} is signed out on all devices.</SavedNote>
      ) : null}
      <div className="ppl">
        {/* A new version resets the form to the stored values. */}
        <PersonForm
          key={`${id} ${version}`}
          values={{ name, phone, note }}
          version={version}
          saved={saved}
          outcome={actionData}
        />
        <PersonAccount record={record} me={me} />
        <section className="ppl-past" aria-labelledby="history">
          <h2 className="st-h2" id="history">
            {isFirst ? 'History' : 'Earlier history'}
          </h2>
          <HistoryFilter client={id} current={group} />
          <PersonHistory history={record.history} />
          <NextPage
            to={record.next && `${studioPaths.client(id, { kind: group, before: record.next })}#history`}
          />
        </section>
      </div>
    </>
  )
}
