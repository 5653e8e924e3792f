import { markdownForOthers } from '~/domains/texts/markdown-document'
import type { Storage } from '~/platform/storage/storage.server'
import { type ZippedFile, zipOf } from '~/platform/zip/zip-stream.server'
import { titleOf } from '../editor/post-values'
import type { ExportedPost } from './model'

/** A ZIP of `posts/{slug}.md` with front matter, and of the originals of their photos in `pictures/`. */
export const markdownArchive = (
  posts: AsyncIterable<ExportedPost>,
  storage: Storage,
): AsyncGenerator<Uint8Array> => zipOf(files(posts, storage))

async function* files(posts: AsyncIterable<ExportedPost>, storage: Storage): AsyncGenerator<ZippedFile> {
  const packed = new Set<string>()
  for await (const post of posts) {
    const text = Buffer.from(await markdownFile(post))
    yield { name: `posts/${post.slug}.md`, at: post.updatedAt, open: () => [text] }
    for (const { slug, address, original } of post.pictures.values()) {
      if (!original || packed.has(slug)) continue
      packed.add(slug)
      const file = await storage.open(original.key)
      if (file) yield { name: address.slice('../'.length), at: post.updatedAt, open: () => file.stream() }
    }
  }
}

async function markdownFile(post: ExportedPost): Promise<string> {
  const { stringify } = await import('yaml')
  const { id, slug, excerpt, author, tags, state, publishedAt, cover, pictures, document } = post
  const picture = pictures.get(cover)
  const front = {
    ...{ id, title: titleOf(post), slug },
    ...(publishedAt === null ? { draft: true } : { date: new Date(publishedAt).toISOString() }),
    ...(state === 'unlisted' ? { unlisted: true } : {}),
    ...{ excerpt, author, tags: tags.map(({ name }) => name) },
    ...(picture ? { cover: picture.address, cover_alt: picture.alt } : {}),
    ...(post.searchTitle === '' ? {} : { search_title: post.searchTitle }),
    ...(post.searchDescription === '' ? {} : { search_description: post.searchDescription }),
  }
  return `---\n${stringify(front, { lineWidth: 0 })}---\n\n${markdownForOthers(document, pictures)}\n`
}
