import { data } from 'react-router'
import { readEditedPost } from '~/domains/blog/editor/drafts.server'
import { sentPost } from '~/domains/blog/editor/post-values'
import { publishPost } from '~/domains/blog/editor/publication.server'
import { requireStudio } from '~/platform/http/guard.server'
import { previewRefused } from '~/platform/http/preview.server'
import { previewForm, showPreview } from '~/platform/http/preview-form.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/post-preview'

/** The post as its newest version. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const author = requireStudio(context, request)
  const at = context.get(scope)
  const post = await readEditedPost(at, params.entry)
  if (!post) throw data(null, { status: 404 })
  const { values: fields, document, version } = post
  const sent = { fields, document, markdown: '', version, isSeparate: false }
  return await showPreview(context, paths.post(post.slug), (db) =>
    publishPost({ ...at, author, db }, post.id, sent, { isPreview: true }),
  )
}

/** The post with the form's values, whatever its newest version is. */
export async function action({ request, params, context }: Route.ActionArgs) {
  requireStudio(context, request)
  const post = await readEditedPost(context.get(scope), params.entry)
  if (!post) return previewRefused(['This post was just deleted.'])
  return await previewForm({ request, context }, paths.post(post.slug), (at, form) =>
    publishPost(
      at,
      post.id,
      {
        fields: sentPost(form),
        document: form.get('document'),
        markdown: form.get('markdown'),
        version: post.version,
        isSeparate: false,
      },
      { isPreview: true },
    ),
  )
}
