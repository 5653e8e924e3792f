import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, onTestFinished, test } from 'vitest'
import { originalKey } from '~/domains/photos/stored-files'
import { readDocument, storedDocument } from '~/domains/texts/read-document'
import type { Tx } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { blocks, docOf, documents, photo, row, texts } from '../../../../test/support/documents'
import { makePhoto, makePost, makeRendition } from '../../../../test/support/factories'
import { localNetwork } from '../../../../test/support/local-network'
import { started, studio } from '../../../../test/support/post-imports'
import { readEditedPost, saveDraft } from '../editor/drafts.server'
import { replaceTags } from '../editor/store.server'
import { readImport } from '../imports/operations.server'
import { openPackedFolder } from '../imports/packed-folder.server'
import { importWaiting } from '../imports/waiting.server'
import { readPost } from '../operations.server'
import { EXPORT_FORMS, type ExportForm } from './model'
import { exportPosts, listExport } from './operations.server'
import { sayable } from './sayable'
import { isReadBack } from './texts.server'

const pictures = new Map(
  ['rings-on-a-book', 'jar2'].map((slug) => [
    slug,
    { slug, alt: `Alt of “${slug}” & <more>`, address: `../pictures/${slug}.jpg` },
  ]),
)

test.each(EXPORT_FORMS)('a text comes back from %s with everything that the form can say', (form) => {
  fc.assert(
    fc.property(
      documents(texts, photo(fc.constantFrom('', 'Two rings')), row(fc.constantFrom('', 'A jar')), blocks),
      (document) => {
        const said = sayable(document, form, pictures)
        expect(isReadBack(said.document, form, pictures)).toBe(true)
      },
    ),
    { numRuns: 150 },
  )
})

const text = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })
const figure = (slug: string, caption: string, wide = false) => ({
  type: 'photo',
  attrs: { photo: slug, caption, alt: '', wide },
})
const everything = docOf([
  text('Cold ]]> hands & “warm” <gloves>.'),
  figure('hill', 'The hill', true),
  { type: 'photoRow', content: [figure('hill', 'Left'), figure('lake', 'Right')] },
  { type: 'video', attrs: { service: 'youtube', video: 'a--KE-bpKQ0', title: 'Boats', photo: 'lake' } },
  { type: 'galleryTeaser', attrs: { gallery: 'spring' } },
])

const RECORDS = '1 block with a gallery, a session type, or a testimonial is left out.'
const POSTER = 'The poster of 1 video is left out.'
const CAPTIONS = 'Captions of photos side by side become one caption.'
const quiet = (name: string) => [
  `${name} has no unlisted posts, so it’s a draft there.`,
  `Its cover isn’t public, so ${name} can’t download it.`,
]
const inMarkdown = [RECORDS, '1 wide photo has the usual width.', '1 video becomes a link.', POSTER]
/** Of each post in turn. */
const NOTES: Record<ExportForm, string[][]> = {
  ghost: [
    [RECORDS, CAPTIONS, POSTER],
    [RECORDS, CAPTIONS, POSTER],
    [...quiet('Ghost'), RECORDS, CAPTIONS, POSTER],
    [RECORDS, CAPTIONS, POSTER],
  ],
  wordpress: [
    [RECORDS, POSTER],
    [RECORDS, POSTER],
    [...quiet('WordPress'), RECORDS, POSTER],
    [RECORDS, POSTER],
  ],
  markdown: [inMarkdown, inMarkdown, inMarkdown, inMarkdown],
}

describeOnBothEngines('an export of posts', (open) => {
  /** A studio with two public photos and a private one, and a post of each state. */
  async function written() {
    const { network, at, close } = await localNetwork((request, response) => response.end(`${request.url}`))
    onTestFinished(close)
    const deps = { ...(await studio(await open())), config: { siteUrl: at('', 'studio.example') }, network }
    const covers: string[] = []
    for (const slug of ['hill', 'lake', 'secret']) {
      const made = await makePhoto(deps.db, {
        ...{ slug, alt: `A ${slug}` },
        ...(slug === 'secret' ? { published_at: null } : {}),
      })
      for (const format of ['avif', 'jpg'] as const)
        await makeRendition(deps.db, { photo_id: made.id, width: 800, format })
      await deps.storage.put(originalKey(made), Buffer.from(`original of ${slug}`))
      covers.push(made.id)
    }
    const now = deps.clock.now()
    const out = { author: 'Dorian Ellis', excerpt: 'Short.', document: storedDocument(everything) }
    const first = await makePost(deps.db, {
      ...{ ...out, slug: 'frost', title: 'Frost & <ice>', published_at: now - 9_000 },
      cover_photo_id: covers[0] ?? null,
    })
    await replaceTags(deps.db as Tx, first.id, [{ slug: 'winter', name: 'Winter' }])
    await makePost(deps.db, { ...out, slug: 'soon', title: 'Soon', published_at: now + 9_000 })
    await makePost(deps.db, {
      ...{ ...out, slug: 'quiet', title: 'Quiet', visibility: 'unlisted', published_at: now - 5_000 },
      cover_photo_id: covers[2] ?? null,
    })
    await makePost(deps.db, { ...out, slug: 'draft', title: 'A draft', published_at: null })
    return deps
  }
  const fileOf = async (deps: Awaited<ReturnType<typeof written>>, form: ExportForm) => {
    const pieces: Uint8Array[] = []
    for await (const piece of await exportPosts(deps, form)) pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces)
  }

  test.each(EXPORT_FORMS)('comes back from %s', async (form) => {
    const deps = await written()
    const { lines } = await listExport(deps, form, null)
    const before = await deps.db.selectFrom('posts').selectAll().orderBy('id').execute()
    const id = await started(deps, await fileOf(deps, form), {}, deps.config.siteUrl)
    await importWaiting(deps, id, { network: deps.network })
    const report = await readImport(deps, id, null)
    expect(report?.lines.map(({ title, state }) => [title, state]).toSorted()).toEqual(
      before.map(({ title }) => [title, 'imported']).toSorted(),
    )
    const after = await deps.db.selectFrom('posts').selectAll().orderBy('id').execute()
    expect(after.slice(0, before.length)).toEqual(before)
    const hasUnlisted = form === 'markdown'
    for (const post of before) {
      const copy = after.slice(before.length).find(({ title }) => title === post.title)
      const isUnlisted = post.visibility === 'unlisted'
      const publishedAt = isUnlisted && !hasUnlisted ? null : post.published_at
      expect(copy).toMatchObject({
        ...{ slug: `${post.slug}-2`, excerpt: post.excerpt, author: post.author },
        // WordPress writes whole seconds.
        published_at: publishedAt === null ? null : Math.floor(publishedAt / 1_000) * 1_000,
        visibility: isUnlisted && hasUnlisted ? 'unlisted' : 'public',
      })
      expect(copy?.cover_photo_id === null).toBe(post.cover_photo_id === null || (isUnlisted && !hasUnlisted))
      const read = readDocument(copy?.document ?? '')
      const kinds = read.ok ? read.document.children.map(({ type }) => type.name) : []
      expect(kinds).toEqual(['paragraph', 'photo', 'photoRow', form === 'markdown' ? 'paragraph' : 'video'])
      const captions = [...(copy?.document?.matchAll(/"caption":"([^"]*)"/g) ?? [])].map(([, words]) => words)
      expect(captions).toEqual(
        form === 'ghost' ? ['The hill', '', 'Left · Right'] : ['The hill', 'Left', 'Right'],
      )
      expect(copy?.document).toContain('Cold ]]> hands & “warm” <gloves>.')
    }
    expect((await readPost(deps, 'frost-2'))?.tags.map(({ name }) => name)).toEqual(['Winter'])
    expect(lines.map(({ notes }) => notes)).toEqual(NOTES[form])
  })

  test('is what Ghost reads: its tables, each post once, and addresses that others can open', async () => {
    const deps = await written()
    const { db } = JSON.parse(String(await fileOf(deps, 'ghost')))
    expect(db).toHaveLength(1)
    const { meta, data } = db[0]
    expect(meta.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(Object.keys(data).toSorted()).toEqual(
      ['posts', 'posts_authors', 'posts_meta', 'posts_tags', 'tags', 'users'].toSorted(),
    )
    expect(data.posts.map(({ slug, status }: { slug: string; status: string }) => [slug, status])).toEqual([
      ['frost', 'published'],
      ['soon', 'scheduled'],
      ['quiet', 'draft'],
      ['draft', 'draft'],
    ])
    for (const post of data.posts) {
      expect(post.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(post.html).not.toMatch(/src="(?!https:\/\/)/)
    }
    for (const user of data.users) expect(user.email).toMatch(/^\S+@\S+$/)
    expect(data.posts_tags).toEqual([{ post_id: data.posts[0].id, tag_id: 'tag-winter', sort_order: 0 }])
  })

  test('is what WordPress reads: well-formed, with attachments before their posts', async () => {
    const deps = await written()
    const names: string[] = []
    const parser = new SaxesParser({ xmlns: true })
    parser.on('error', (error) => {
      throw error
    })
    parser.on('opentag', ({ name }) => names.push(name))
    parser.write(String(await fileOf(deps, 'wordpress'))).close()
    expect(names.slice(0, 3)).toEqual(['rss', 'channel', 'title'])
    const count = (name: string) => names.filter((each) => each === name).length
    expect([count('item'), count('wp:attachment_url'), count('wp:author')]).toEqual([6, 2, 1])
    for (const name of ['wp:wxr_version', 'wp:base_site_url', 'wp:base_blog_url']) expect(count(name)).toBe(1)
    for (const name of ['wp:post_id', 'wp:post_date_gmt', 'wp:status', 'wp:post_type', 'content:encoded'])
      expect(count(name)).toBe(6)
  })

  test('is an archive of posts and originals, private ones too', async () => {
    const deps = await written()
    const path = join(deps.dataDir, 'blog.zip')
    await writeFile(path, await fileOf(deps, 'markdown'))
    const folder = await openPackedFolder(path)
    onTestFinished(() => folder.close())
    expect(folder.names.toSorted()).toEqual([
      ...['pictures/hill.jpg', 'pictures/lake.jpg', 'pictures/secret.jpg'],
      ...['posts/draft.md', 'posts/frost.md', 'posts/quiet.md', 'posts/soon.md'],
    ])
    expect(String(await folder.read('pictures/secret.jpg', 1_000))).toBe('original of secret')
    expect(String(await folder.read('posts/quiet.md', 10_000))).toContain('unlisted: true')
  })

  test('has drafts as their authors left them, and published posts as visitors read them', async () => {
    const deps = await written()
    const post = async (slug: string) =>
      (await deps.db.selectFrom('posts').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id
    for (const slug of ['frost', 'draft']) {
      const edited = await readEditedPost(deps, await post(slug))
      const saved = await saveDraft(deps, await post(slug), {
        fields: { ...edited?.values, title: `${slug}, newer`, slug: 'frost' },
        ...{ document: storedDocument(docOf([text('Newer words.')])), markdown: '', isSeparate: false },
        version: edited?.version ?? '',
      })
      expect(saved.ok).toBe(true)
    }
    const { data } = JSON.parse(String(await fileOf(deps, 'ghost'))).db[0]
    const at = (slug: string) => data.posts.find((each: { slug: string }) => each.slug === slug)
    expect([at('frost').title, at('frost').html.includes('Newer')]).toEqual(['Frost & <ice>', false])
    expect([at('frost-2').title, at('frost-2').html]).toEqual(['draft, newer', '<p>Newer words.</p>'])
    const { lines } = await listExport(deps, 'ghost', null)
    expect(lines[0]?.notes).toContain('Its newest changes aren’t published, so they aren’t in the file.')
  })
})
