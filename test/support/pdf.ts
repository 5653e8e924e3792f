import { getDocumentProxy } from 'unpdf'

/** What a PDF says, and the tags of its elements in reading order, each with its alternative text. */
export async function readPdf(
  bytes: Uint8Array,
): Promise<{ title: string; language: string; pages: string[]; tags: string[] }> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const info = (await pdf.getMetadata()).info as { Title: string; Language: string }
  const pages: string[] = []
  const tags: string[] = []
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const page = await pdf.getPage(at)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    pages.push(text.replaceAll('\u00a0', ' '))
    tags.push(...tagsIn((await page.getStructTree()) as Tag | null))
  }
  return { title: info.Title, language: info.Language, pages, tags }
}

interface Tag {
  role?: string
  alt?: string
  children?: Tag[]
}

const tagsIn = (tag: Tag | null): string[] =>
  tag?.role ? [tag.alt ? `${tag.role} ${tag.alt}` : tag.role, ...(tag.children ?? []).flatMap(tagsIn)] : []
