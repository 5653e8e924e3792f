import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextRule } from '~/domains/texts/stored-text'
import { documentOrMarkdown } from '~/domains/texts/texts.server'
import { CONTENT_FILES, ContentError, checkContent, type InitialContent, parseContent } from './content-files'
import { withTermsDocuments } from './terms-form.server'

/** The folder of neutral texts, in the content folder. */
export const BLANK = 'blank'

/**
 * Reads and checks a content folder.
 * @throws ContentError that names the file and the field
 */
export async function readContentFolder(folder: string): Promise<InitialContent> {
  const content = parseContent(await readTexts(folder))
  checkContent(content)
  return withDocuments(content)
}

/** Texts are written as Markdown there, and become documents. Posts do when they are added. */
function withDocuments(content: InitialContent): InitialContent {
  const written =
    (rule: TextRule) =>
    <T>(row: T): T =>
      row instanceof Object && 'body' in row && typeof row.body === 'string'
        ? { ...row, body: documentOrMarkdown(row.body, rule) }
        : row
  const [prose, whole] = [written({ hasBlocks: false }), written({ hasBlocks: true })]
  return {
    ...content,
    services: content.services.map(prose),
    products: content.products.map(prose),
    galleries: content.galleries.map((each) => ({ ...each, items: each.items.map(whole) })),
    pages: content.pages.map((page) => ({
      ...page,
      body: 'doNotSell' in page.body ? withTermsDocuments(page.body) : whole(page.body),
    })) as InitialContent['pages'],
  }
}

async function readTexts(folder: string): Promise<Map<string, string>> {
  const posts = await readdir(join(folder, 'posts')).catch(() => [])
  const files = [
    ...CONTENT_FILES,
    ...posts.filter((name) => name.endsWith('.md')).map((name) => `posts/${name}`),
  ]
  const texts = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8').catch(() => undefined)
      if (text === undefined) throw new ContentError(`${file} is missing in ${folder}.`)
      return [file, text] as const
    }),
  )
  return new Map(texts)
}
