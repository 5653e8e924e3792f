import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '~/platform/clock'
import { createImaging } from '~/platform/imaging/imaging.server'
import { startWorker } from '~/platform/jobs/worker.server'
import { createLogger } from '~/platform/logging.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { localNetwork } from '../../../../test/support/local-network'
import { cameraJpeg } from '../../../../test/support/pictures'
import {
  ghost,
  ghostPost,
  importAll,
  noNetwork,
  postsOf,
  started,
  studio,
} from '../../../../test/support/post-imports'
import { quickImaging } from '../../../../test/support/quick-imaging'
import { importJobs } from './jobs.server'
import { PICTURE_BYTES } from './model'
import { readImport, resumeImports } from './operations.server'
import { importWaiting } from './waiting.server'

/** Generous, since other tests may slow down the machine. */
const soon = { timeout: 60_000, interval: 20 }

describeOnBothEngines('the import of waiting posts', (open) => {
  test('the job imports every post of a long file', async () => {
    const deps = await studio(await open())
    const many = Array.from({ length: 23 }, (_, n) =>
      ghostPost({ id: `${n}`, uuid: `u${n}`, slug: `post-${n}` }),
    )
    const id = await started(deps, ghost(many))
    const worker = startWorker({ ...deps, clock: systemClock, handlers: importJobs(deps), pollMs: 20 })
    onTestFinished(() => worker.stop())
    await vi.waitFor(async () => expect((await readImport(deps, id, null))?.state).toBe('done'), soon)
    const report = await readImport(deps, id, null)
    expect(report?.counts).toEqual({ waiting: 0, imported: 23, known: 0, 'left-out': 0, failed: 0 })
    expect(report?.lines.map(({ post }) => post)).not.toContain(null)
    expect(await postsOf(deps.db)).toHaveLength(23)
  })

  test('an import that is interrupted isn’t done, and goes on', async () => {
    const deps = await studio(await open())
    const posts = ['a', 'b', 'c'].map((slug) => ghostPost({ id: slug, uuid: slug, slug }))
    const id = await started(deps, ghost(posts))
    const stopping = new AbortController()
    const log = createLogger('silent')
    log.info = () => stopping.abort(new Error('The server stops'))
    const run = importWaiting({ ...deps, log }, id, { network: noNetwork, signal: stopping.signal })
    await expect(run).rejects.toThrow('The server stops')
    const before = await readImport(deps, id, null)
    expect(before?.state).toBe('importing')
    expect(before?.lines.map(({ state, post }) => [state, post !== null])).toEqual([
      ['imported', true],
      ['waiting', false],
      ['waiting', false],
    ])
    await deps.db.deleteFrom('jobs').execute()
    await resumeImports(deps)
    expect(await deps.db.selectFrom('jobs').select('kind').execute()).toEqual([{ kind: 'import-posts' }])
    await importWaiting(deps, id, { network: noNetwork })
    const after = await readImport(deps, id, null)
    expect(after?.state).toBe('done')
    expect(after?.lines.map(({ state, post }) => [state, post !== null])).toEqual(
      Array(3).fill(['imported', true]),
    )
    expect((await postsOf(deps.db)).map(({ slug }) => slug)).toEqual(['a', 'b', 'c'])
  })

  test('a post that fails keeps no other one from being imported, and is named at last', async () => {
    const deps = await studio(await open())
    const broken = {
      ...deps,
      imaging: {
        ...quickImaging,
        inspect: () => {
          throw new Error('Out of order')
        },
      },
    }
    const { network, at, close } = await localNetwork((_, response) => response.end('a picture'))
    onTestFinished(close)
    const posts = ['a', 'b', 'c'].map((slug) =>
      ghostPost({
        ...{ id: slug, uuid: slug, slug },
        html: slug === 'b' ? `<p>x</p><img src="${at('/a.jpg')}">` : '<p>x</p>',
      }),
    )
    const id = await started(deps, ghost(posts))
    await expect(importWaiting(broken, id, { network })).rejects.toThrow('Out of order')
    expect((await readImport(deps, id, null))?.state).toBe('importing')
    await importWaiting(broken, id, { network, isLast: true })
    const report = await readImport(deps, id, null)
    expect(report?.state).toBe('done')
    expect(report?.lines.map(({ state, notes }) => [state, notes])).toEqual([
      ['imported', ['It had no tags, so it has the tag “Blog.”']],
      ['failed', ['We couldn’t import it. Upload the file again to try once more.']],
      ['imported', ['It had no tags, so it has the tag “Blog.”']],
    ])
    expect((await importAll(deps, ghost(posts))).map(({ state }) => state)).toEqual([
      'known',
      'imported',
      'known',
    ])
  })

  test('a post that came as a draft has no date, which it gets when it’s published', async () => {
    const deps = await studio(await open())
    const id = await started(deps, ghost([ghostPost()]), { keepsPublished: false })
    const dates = async () => (await readImport(deps, id, null))?.lines.map(({ date }) => date)
    expect(await dates()).toEqual(['January 5, 2024'])
    await importWaiting(deps, id, { network: noNetwork })
    expect(await readImport(deps, id, null)).toMatchObject({ state: 'done', asDrafts: true })
    expect(await dates()).toEqual([''])
  })

  test('a post that is a draft, since it has no text, has no date in the report', async () => {
    const deps = await studio(await open())
    const html = '<img src="https://old.example.com/a.jpg">'
    const id = await started(deps, ghost([ghostPost({ html })]))
    await importWaiting(deps, id, { network: noNetwork })
    const [line] = (await readImport(deps, id, null))?.lines ?? []
    expect(line?.notes).toContain('It has no text, so it’s a draft.')
    expect(line?.date).toBe('')
  })

  test('pictures are asked about wherever in a long file they are, and only while they wait', async () => {
    const deps = await studio(await open())
    const posts = Array.from({ length: 102 }, (_, n) =>
      ghostPost({
        ...{ id: `${n}`, uuid: `u${n}`, slug: `post-${n}` },
        html: n === 101 ? '<p>x</p><img src="https://old.example.com/a.jpg">' : '<p>x</p>',
      }),
    )
    const id = await started(deps, ghost(posts))
    const before = await readImport(deps, id, null)
    expect(before?.lines.some(({ pictures }) => pictures > 0)).toBe(false)
    expect(before?.hasPictures).toBe(true)
    await importWaiting(deps, id, { network: noNetwork })
    expect(await readImport(deps, id, null)).toMatchObject({
      ...{ state: 'done', hasPictures: false, asDrafts: false },
    })
  })

  test('pictures come from public servers only, whole and in time, and each other one is named', async () => {
    const deps = await studio(await open())
    const picture = await cameraJpeg()
    const { network, at, close, lookedUp } = await localNetwork(({ url }, response) => {
      if (url === '/whole.jpg') response.end(picture)
      else if (url === '/moved.jpg') response.writeHead(301, { Location: '/whole.jpg' }).end()
      else if (url === '/inside.jpg')
        response.writeHead(302, { Location: 'https://inside.example/a.jpg' }).end()
      else if (url === '/metadata.jpg') response.writeHead(302, { Location: 'http://169.254.169.254/' }).end()
      else if (url === '/loop.jpg') response.writeHead(302, { Location: '/loop.jpg' }).end()
      else if (url === '/page.jpg') response.end('<html>Sign in</html>')
      else if (url === '/svg.jpg') response.end('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
      else if (url === '/slow.jpg') response.write(picture.subarray(0, 10))
      else if (url === '/cut.jpg') {
        response.writeHead(200, { 'Content-Length': picture.length })
        response.write(picture.subarray(0, 20), () => response.destroy())
      } else if (url === '/huge.jpg') response.end(Buffer.alloc(PICTURE_BYTES + 1))
      else response.writeHead(404).end()
    })
    onTestFinished(close)
    const imaging = createImaging({ size: 1 })
    onTestFinished(() => imaging.close())
    const names = [
      'whole',
      'moved',
      'inside',
      'metadata',
      'loop',
      'page',
      'svg',
      'slow',
      'cut',
      'huge',
      'gone',
    ]
    const addresses = names.map((name) => at(`/${name}.jpg`))
    const id = await started(
      deps,
      ghost([ghostPost({ html: addresses.map((src) => `<img src="${src}">`).join('') })]),
    )
    await importWaiting({ ...deps, imaging }, id, { network })
    const [line] = (await readImport(deps, id, null))?.lines ?? []
    const reasons = names.map((name) => [
      name,
      line?.notes.find((note) => note.includes(`/${name}.jpg `))?.split('isn’t imported: ')[1],
    ])
    expect(Object.fromEntries(reasons)).toEqual({
      ...{ whole: undefined, moved: undefined },
      ...{ inside: 'its server isn’t public.', metadata: 'its server isn’t public.' },
      loop: 'it redirects too often.',
      page: expect.stringMatching(/\w/),
      svg: expect.stringMatching(/\w/),
      slow: 'its server didn’t answer in time.',
      cut: 'the download broke off.',
      huge: expect.stringMatching(/^it’s too large\.|^its server didn’t answer in time\./),
      gone: 'its server doesn’t have it.',
    })
    expect(line).toMatchObject({ state: 'imported', pictures: 11, missing: 9 })
    expect(lookedUp).toContain('inside.example')
    expect(await deps.db.selectFrom('photos').select('id').execute()).toHaveLength(1)
  })
})
