import { data, Form, redirect } from 'react-router'
import { PASSWORD_MAX, type PostLink, READER_MAX } from '~/domains/blog/readers/model'
import { addPostLink, readPostLinks, revokePostLink } from '~/domains/blog/readers/operations.server'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { AddressToCopy } from '~/ui/studio/address-to-copy'
import { SavedNote } from '~/ui/studio/saved-note'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/blog/ui/editor/editor.css'
import type { Route } from './+types/post-links'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const read = await readPostLinks(context.get(scope), params.entry)
  if (!read) throw data(null, { status: 404 })
  const done = new URL(request.url).searchParams.get('done') ?? ''
  return { ...read, id: params.entry, done: Object.hasOwn(DONE, done) ? (DONE[done] ?? null) : null }
}

const DONE: Record<string, string> = {
  added: 'Link created. Send the link and the password separately.',
  revoked: 'Link revoked. It no longer opens the post.',
}

type Outcome = FormOutcome<'name' | 'password'>

export async function action({ request, params: { entry: post }, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  const read = await readForm(request)
  if (!read.ok) return data<Outcome>({ sentence: read.sentence, errors: {}, values: {} }, read.status)
  const { form } = read
  const after = (done: string) => redirect(studioPaths.postLinks(post, { done }), 303)
  switch (form.get('intent')) {
    case 'add': {
      const values = { name: form.get('name'), password: form.get('password') }
      const added = await addPostLink(at, post, values)
      if (added.ok) throw after('added')
      return refuseRecord<Outcome>(added, { values })
    }
    case 'revoke': {
      const seen = { post, id: form.get('id'), version: Number(form.get('version')) }
      const revoked = await revokePostLink(at, seen)
      if (revoked.ok) throw after('revoked')
      return refuseRecord<Outcome>(revoked, { values: {} }, JUST_CHANGED)
    }
    default:
      throw data(BROKEN_FORM, { status: 422 })
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(`Links to ${loaderData?.title ?? 'a post'}`)

export default function PostLinks({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, state, links, password, done } = loaderData
  return (
    <>
      <StudioHead title="Private links" up={{ label: title, to: studioPaths.post(id) }} />
      <div className="st-sheet st-form">
        <FormRefusal outcome={actionData} order={['name', 'password']} />
        {done && !actionData ? <SavedNote>{done}</SavedNote> : null}
        <p className="ink2">
          {state === 'published'
            ? 'This post is public. Its private links lead to the public page.'
            : 'A private link opens this post with a password, even before you publish it. Readers see the version that you saved last.'}
        </p>
        <Form method="post" className="ped-fields" noValidate key={links.length}>
          <Field
            name="name"
            label="For"
            maxLength={READER_MAX}
            defaultValue={actionData?.values.name}
            error={actionData?.errors.name}
            hint="For example, Dana Lee. Only your team sees it."
          />
          <Field
            name="password"
            label="Password"
            autoComplete="off"
            maxLength={PASSWORD_MAX}
            defaultValue={actionData?.values.password ?? password}
            error={actionData?.errors.password}
          />
          <div className="st-act">
            <button type="submit" className="btn" name="intent" value="add">
              Create link
            </button>
          </div>
        </Form>
        {links.length === 0 ? null : (
          <ul className="ped-links">
            {links.map((link) => (
              <LinkRow key={`${link.id} ${link.version}`} link={link} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function LinkRow({ link }: { link: PostLink }) {
  const { id, name, address, password, created, opened, revoked, version } = link
  return (
    <li>
      <p>
        <b>{name}</b> {revoked === null ? null : <span className="tag">Revoked</span>}
      </p>
      <p className="ink2 s">
        Created {created}. {opened === null ? 'Not opened yet.' : `Last opened ${opened}.`}
        {revoked === null ? '' : ` Revoked ${revoked}.`}
      </p>
      {address === null ? null : (
        <>
          <AddressToCopy address={address} />
          <p className="s">
            {password === null
              ? 'We can’t read this password anymore. Revoke the link, then create a new one.'
              : `Password: ${password}`}
          </p>
          <Form method="post">
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="version" value={version} />
            <button type="submit" className="btn btn--stop" name="intent" value="revoke">
              Revoke link<span className="vh"> for {name}</span>
            </button>
          </Form>
        </>
      )}
    </li>
  )
}
