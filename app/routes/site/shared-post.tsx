import { data, Form, redirect } from 'react-router'
import { AuthSheet } from '~/domains/accounts/ui/auth-sheet'
import { PASSWORD_MAX, passwordCookie } from '~/domains/blog/readers/model'
import { givePassword, openPostLink } from '~/domains/blog/readers/operations.server'
import { Article, PostFacts } from '~/domains/blog/ui/post'
import { readSettings } from '~/domains/content/operations.server'
import { allowPlayers } from '~/domains/texts/video'
import { setCookie } from '~/platform/http/capability-cookie'
import { readForm } from '~/platform/http/forms.server'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { tooMany } from '~/platform/http/too-many.server'
import { Field } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { paths } from '~/ui/paths'
import type { Route } from './+types/shared-post'

/** A post for the reader of a link. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const at = context.get(scope)
  const opened = await openPostLink(at, request, params.post)
  const { studio } = await readSettings(at)
  if (opened.ok) allowPlayers(at, opened.post)
  if (opened.ok) return { studioName: studio.name, post: opened.post, isPublished: opened.isPublished }
  switch (opened.reason) {
    case 'locked':
      return { studioName: studio.name, post: null, isPublished: false }
    case 'public':
      throw redirect(paths.post(opened.slug), { headers: { 'Cache-Control': 'no-store' } })
    case 'none':
      throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const at = context.get(scope)
  const opened = await openPostLink(at, request, params.post)
  if (!opened.ok && opened.reason === 'none') throw data(null, { status: 404 })
  if (opened.ok || opened.reason === 'public') throw seeOther(paths.sharedPost(params.post))
  const read = await readForm(request)
  if (!read.ok) return refuse(read.status, { sentence: read.sentence })
  const given = await givePassword(at, opened.link, read.form.get('password'))
  if (given.ok)
    throw seeOther(paths.sharedPost(params.post), [
      setCookie(at.config.siteUrl, passwordCookie(params.post), given.cookie),
    ])
  switch (given.reason) {
    case 'wrong-password':
      return refuse(422, { errors: { password: 'That password is incorrect.' } })
    case 'too-many': {
      const minutes = Math.max(1, Math.ceil((given.retryAt - at.clock.now()) / 60_000))
      const sentence = `Too many wrong passwords. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again, or ask us for the password.`
      return tooMany<FormOutcome<'password'>>(at, given.retryAt, { sentence, errors: {}, values: {} })
    }
  }
}

const refuse = (status: number, said: Partial<FormOutcome<'password'>>) =>
  data<FormOutcome<'password'>>({ errors: {}, values: {}, ...said }, status)

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.post?.title ?? 'A private post'} · ${loaderData?.studioName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export default function SharedPost({ loaderData, actionData, params }: Route.ComponentProps) {
  const { studioName, post, isPublished } = loaderData
  if (!post)
    return (
      <AuthSheet
        title="A private post"
        lede={`${studioName} shared this post with you. Enter the password that you got with the link.`}
      >
        <Form
          method="post"
          action={paths.sharedPost(params.post)}
          className="auth__form"
          noValidate
          aria-label="Password"
        >
          <FormRefusal outcome={actionData} order={['password']} />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="off"
            maxLength={PASSWORD_MAX}
            error={actionData?.errors.password}
          />
          <button type="submit" className="btn btn--wide">
            Open post
          </button>
        </Form>
      </AuthSheet>
    )
  return (
    <div className="wrap jrnpage">
      <article>
        <header className="art__head">
          <h1 className="d2">{post.title}</h1>
          <PostFacts post={post} isDated={isPublished} />
        </header>
        <Article post={post} />
      </article>
    </div>
  )
}
