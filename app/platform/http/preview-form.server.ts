import type { RouterContextProvider } from 'react-router'
import type { Tx } from '~/platform/db/database.server'
import type { NotSaved } from '~/platform/forms'
import { type FormFields, LONG_FORM_BYTES, readForm } from './forms.server'
import { requireStudio, type StudioScope } from './guard.server'
import { previewPage, previewRefused } from './preview.server'
import { refusalSentences } from './refuse-record.server'
import { scope } from './scope.server'

type Context = Readonly<RouterContextProvider>
type Change = { ok: true } | NotSaved

/**
 * Answers with a preview of a page, or with why there is none.
 * @param change without it, the page as it is
 */
export async function showPreview(
  context: Context,
  path: string | (() => string),
  change: (tx: Tx) => Promise<Change> = async () => ({ ok: true }),
): Promise<Response> {
  const preview = await previewPage(context, path, change)
  return preview.ok ? preview.response : previewRefused(refusalSentences(preview.result))
}

/** Answers with a preview of a page as the posted form would change it. */
export async function previewForm(
  { request, context }: { request: Request; context: Context },
  path: string | (() => string),
  save: (at: StudioScope, form: FormFields) => Promise<Change>,
): Promise<Response> {
  const author = requireStudio(context, request)
  const read = await readForm(request, { limit: LONG_FORM_BYTES })
  if (!read.ok) return previewRefused([read.sentence])
  const at = { ...context.get(scope), author }
  return await showPreview(context, path, (db) => save({ ...at, db }, read.form))
}
