import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothEngines } from '../test/support/database'
import { makePost } from '../test/support/factories'
import { studio } from '../test/support/post-imports'
import { exportPostsCommand } from './export-posts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-posts-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describeOnBothEngines('exporting posts by command', (open) => {
  test('writes each form once, says how many posts, and records it', async () => {
    const deps = { ...(await studio(await open())), config: { siteUrl: 'https://studio.example.com' } }
    await makePost(deps.db, { slug: 'first-frost', title: 'First frost', body: 'Cold *hands*.' })
    const run = async (...args: string[]) => {
      const said: string[] = []
      const stream = { write: (text: string) => said.push(text) > 0 }
      const code = await exportPostsCommand(deps, args, { out: stream, err: stream } as never)
      return { code, said: said.join('') }
    }
    const ghost = join(folder, 'blog.json')
    expect(await run('ghost', ghost)).toMatchObject({
      code: 0,
      said: expect.stringContaining(`Exported 1 post to ${ghost}.`),
    })
    expect(JSON.parse(await readFile(ghost, 'utf8')).db[0].data.posts).toMatchObject([
      { slug: 'first-frost', html: expect.stringContaining('<em>hands</em>') },
    ])
    expect((await stat(ghost)).mode & 0o777).toBe(0o600)
    expect(await run('wordpress', join(folder, 'blog.xml'))).toMatchObject({ code: 0 })
    expect(await readFile(join(folder, 'blog.xml'), 'utf8')).toContain('<em>hands</em>')
    expect(await run('markdown', join(folder, 'blog.zip'))).toMatchObject({ code: 0 })
    expect((await readFile(join(folder, 'blog.zip'))).subarray(0, 2).toString()).toBe('PK')

    const before = await readFile(ghost, 'utf8')
    expect(await run('markdown', ghost)).toMatchObject({
      code: 1,
      said: `${ghost} already exists. Choose another file name.\n`,
    })
    expect(await readFile(ghost, 'utf8')).toBe(before)
    for (const args of [[], ['medium'], ['ghost', 'a', 'b'], ['ghost', '--all']])
      expect(await run(...args)).toMatchObject({ code: 2 })
    const recorded = await deps.db.selectFrom('audit').select(['action', 'subject']).execute()
    expect(recorded).toEqual(Array(3).fill({ action: 'export-downloaded', subject: 'Blog posts' }))
  })
})
