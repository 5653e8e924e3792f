import { data, Form, redirect } from 'react-router'
import { type PostNotSaved, readEditedPost, saveDraft } from '~/domains/blog/editor/drafts.server'
import { sentPost, titleOf } from '~/domains/blog/editor/post-values'
import { publishPost, removePost, unpublishPost } from '~/domains/blog/editor/publication.server'
import { listChoosablePosts } from '~/domains/blog/operations.server'
import type { RelatedKind } from '~/domains/blog/related'
import { listChoices } from '~/domains/blog/teasers.server'
import { POST_FORM_ID, PostEditor } from '~/domains/blog/ui/editor/post-editor'
import { readSettings } from '~/domains/content/operations.server'
import { RemoveForm, RemoveLink } from '~/domains/content/ui/row-form'
import { listChoosablePhotos } from '~/domains/photos/library.server'
import { photosInText } from '~/domains/texts/model'
import { answerIntent } from '~/platform/http/answer-record.server'
import { LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED, newerVersion } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import { PreviewFrame } from '~/ui/studio/preview-frame'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/blog/ui/editor/editor.css'
import '~/domains/content/ui/content-lists.css'
import type { Route } from './+types/post'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { role } = requireStudio(context, request)
  const at = context.get(scope)
  const post = await readEditedPost(at, params.entry)
  if (!post) throw data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const done = searchParams.get('done') ?? ''
  const choices = await listChoices(at)
  const { studio } = await readSettings(at)
  const others = (await listChoosablePosts(at)).filter(({ value }) => value !== post.slug)
  return {
    ...post,
    choices,
    relatable: [
      { label: 'Posts', options: asRelated('post', others) },
      { label: 'Galleries', options: asRelated('gallery', choices.galleryTeaser) },
      { label: 'Session types', options: asRelated('session', choices.sessionOffer) },
    ],
    shared: { studioName: studio.name, host: new URL(at.config.siteUrl).host },
    photos: await listChoosablePhotos(at, { shown: [post.values.cover, ...photosInText(post.document)] }),
    mayRemove: role === 'owner',
    isRemoving: role === 'owner' && searchParams.has('remove'),
    done: Object.hasOwn(DONE, done) ? (DONE[done] ?? null) : null,
  }
}

/** Options of a field for related parts of the site. */
const asRelated = (kind: RelatedKind, found: { value: string; label: string }[]) =>
  found.map(({ value, label }) => ({ value: `${kind}:${value}`, label }))

const DONE: Record<string, string> = {
  saved: 'Draft saved. It isn’t on the site yet.',
  published: 'Saved and published.',
  scheduled: 'Saved and scheduled.',
  unlisted: 'Saved and published. Only people with its link find it.',
  unpublished: 'Unpublished. The post is a draft again.',
  restored: 'Restored as the newest version. It isn’t on the site yet.',
}

export async function action({ request, params: { entry: id }, context }: Route.ActionArgs) {
  const at = { ...context.get(scope), author: requireStudio(context, request) }
  const read = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!read.ok)
    return answerIntent({ intent: 'save', sentence: read.sentence, errors: {}, values: {} }, read.status)
  const { form } = read
  const sent = {
    fields: sentPost(form),
    document: form.get('document'),
    markdown: form.get('markdown'),
    version: form.get('version'),
    isSeparate: form.get('separate') === 'yes',
  }
  const intent = form.get('intent')
  const after = (done: string) => redirect(studioPaths.post(id, { done }), 303)
  switch (intent) {
    case 'save':
      return refusedOr(await saveDraft(at, id, sent), () => after('saved'))
    case 'publish': {
      const saved = await publishPost(at, id, sent)
      const shown = saved.ok ? await readEditedPost(at, id) : undefined
      return refusedOr(saved, () => after(shown?.state ?? 'saved'))
    }
    case 'unpublish':
      return refusedOr(await unpublishPost(at, id, sent.version), () => after('unpublished'))
    case 'remove': {
      requireStudio(context, request, { owner: true })
      return refusedOr(await removePost(at, id, sent.version), () =>
        redirect(studioPaths.posts({ done: 'removed' }), 303),
      )
    }
    default:
      throw data(BROKEN_FORM, { status: 422 })
  }

  /** @throws the redirect once it is saved */
  function refusedOr(saved: { ok: true } | PostNotSaved, done: () => Response) {
    if (saved.ok) throw done()
    if (saved.reason === 'missing') throw data(null, { status: 404 })
    const values = { ...sent.fields, ...(form.has('markdown') ? { markdown: sent.markdown } : {}) }
    if (saved.reason === 'refused') return answerIntent({ intent, errors: saved.errors, values }, 422)
    if (intent === 'remove')
      return answerIntent({ intent, sentence: JUST_CHANGED, errors: {}, values: {} }, 409)
    const again = { version: saved.version, separate: 'yes' }
    return answerIntent(
      { intent, sentence: newerVersion(saved), errors: {}, values: { ...values, ...again } },
      409,
    )
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  studioMeta(loaderData ? titleOf(loaderData.values) : 'Post')

export default function Post({ loaderData, actionData }: Route.ComponentProps) {
  const { id, slug, state, values, version, mayRemove, isRemoving } = loaderData
  const name = titleOf(values)
  return (
    <>
      <StudioHead title={name} up={{ label: 'Blog', to: studioPaths.posts() }}>
        {state === 'published' || state === 'unlisted' ? (
          <a className="btn btn--line" href={paths.post(slug)}>
            <span>
              View<span className="pg-wide"> on the site</span>
            </span>
          </a>
        ) : null}
        {state === 'published' && mayRemove ? (
          <Form method="post" action={studioPaths.campaigns()}>
            <input type="hidden" name="post" value={slug} />
            <button type="submit" className="btn btn--line" name="intent" value="add">
              New newsletter
            </button>
          </Form>
        ) : null}
      </StudioHead>
      <div className="st-beside">
        <div>
          {isRemoving ? (
            <RemoveForm title={`“${name}”`} version={version} back={studioPaths.post(id)}>
              <ul className="note__list">
                <li>This removes the post from your site, with all its versions.</li>
                <li>Its photos stay in your library. You can’t undo this.</li>
                {state === 'draft' ? null : <li>To hide it without deleting it, use “Unpublish” instead.</li>}
              </ul>
            </RemoveForm>
          ) : null}
          <PostEditor key={`${id} ${version}`} {...loaderData} outcome={actionData} />
          {mayRemove && !isRemoving ? (
            <div className="ped-remove">
              <RemoveLink to={studioPaths.post(id, { remove: 'ask' })}>Delete post</RemoveLink>
            </div>
          ) : null}
        </div>
        <PreviewFrame
          form={POST_FORM_ID}
          action={studioPaths.postPreview(id)}
          title={`${name}, as it will look`}
        />
      </div>
    </>
  )
}
