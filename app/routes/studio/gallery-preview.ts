import { rehearsePublication } from '~/domains/galleries/editor/publishing.server'
import { readGallerySettings } from '~/domains/galleries/editor/settings.server'
import { saveText } from '~/domains/galleries/editor/texts.server'
import { LONG_FORM_BYTES, readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { previewPage, previewRefused } from '~/platform/http/preview.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/gallery-preview'

/** The gallery's public page as it would be published. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const path = await pathOf(at, params.gallery)
  if (path === undefined) throw new Response(null, { status: 404 })
  if (path === null) return previewRefused([NO_PAGE], 200)
  const preview = await previewPage(context, path, (db) => rehearsePublication({ ...at, db }, params.gallery))
  return preview.ok ? preview.response : previewRefused([GONE])
}

/** The same, with the form's text. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const form = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!form.ok) return previewRefused([form.sentence])
  const at = context.get(scope)
  const path = await pathOf(at, params.gallery)
  if (!path) return previewRefused([path === null ? NO_PAGE : GONE])
  const { get } = form.form
  const preview = await previewPage(context, path, async (db) => {
    const deps = { ...at, author, db }
    const text = { gallery: params.gallery, item: get('open'), body: get('body') }
    const saved = await saveText(deps, { ...text, version: null })
    if (!saved.ok) return saved
    const shown = await rehearsePublication(deps, params.gallery)
    return shown.ok ? { ok: true as const } : shown
  })
  if (preview.ok) return preview.response
  const { result } = preview
  return previewRefused([result.reason === 'refused' ? result.sentence : GONE])
}

/** null: the gallery has no public page. */
async function pathOf(at: RequestScope, id: string): Promise<string | null | undefined> {
  const gallery = await readGallerySettings(at, id)
  switch (gallery?.kind) {
    case 'public':
      return paths.gallery({ filter: gallery.values.slug })
    case 'portfolio':
      return paths.story(gallery.values.slug)
    case 'client':
      return null
    case undefined:
      return undefined
  }
}

const NO_PAGE = 'Client galleries don’t have a public page.'
const GONE = 'Someone on your team just changed or deleted this.'
