import type { Node } from '@tiptap/pm/model'
import { documentFromHtml, pictureName } from '~/domains/texts/html-document.server'
import { markdownForOthers } from '~/domains/texts/markdown-document'
import { schema } from '~/domains/texts/schema'
import { htmlOf } from '../imports/markdown-folder.server'
import { htmlForOthers } from './html.server'
import type { ExportedPost, ExportForm } from './model'

/** The text as a file says it. */
const textFor = (
  { document, pictures }: Pick<ExportedPost, 'document' | 'pictures'>,
  form: ExportForm,
): string =>
  form === 'markdown' ? markdownForOthers(document, pictures) : htmlForOthers(document, form, pictures)

/** Whether an import of the text gives the same document. */
export function isReadBack(document: Node, form: ExportForm, pictures: ExportedPost['pictures']): boolean {
  const text = textFor({ document, pictures }, form)
  const read = documentFromHtml(form === 'markdown' ? htmlOf(text, (address) => address) : text)
  const slugs = new Map([...pictures.values()].map(({ address, slug }) => [address, slug]))
  const named = new Map(read.pictures.map(({ address }, at) => [pictureName(at), slugs.get(address) ?? '']))
  const json = JSON.stringify(read.document.toJSON(), (key, value) =>
    key === 'photo' && named.has(value) ? named.get(value) : key === 'alt' ? '' : value,
  )
  return schema.nodeFromJSON(JSON.parse(json)).eq(document)
}
