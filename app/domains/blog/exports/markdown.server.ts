import { stringify } from 'yaml'
import type { Storage } from '~/platform/storage/storage.server'
import { type ZippedFile, zipOf } from '~/platform/zip/zip-stream.server'
import { markdownForOthers } from '../document/markdown-document.server'
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
    yield { name: `posts/${post.slug}.md`, at: post.updatedAt, open: () => [Buffer.from(markdownFile(post))] }
    for (const { slug, address, original } of post.pictures.values()) {
      if (!original || packed.has(slug)) continue
      packed.add(slug)
      const file = await storage.open(original.key)
      if (file) yield { name: address.slice('../'.length), at: post.updatedAt, open: () => file.stream() }
    }
  }
}

function markdownFile(post: ExportedPost): string {
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
