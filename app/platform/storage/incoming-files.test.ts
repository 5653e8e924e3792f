import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3Server, startS3 } from '../../../test/support/s3-server'
import { type IncomingFiles, incomingFiles } from './incoming-files.server'
import { openStorage } from './open-storage.server'

let folder: string
let s3: S3Server
const files: Partial<Record<'folder' | 'bucket', IncomingFiles>> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'incoming-'))
  s3 = await startS3()
  for (const [name, given] of [
    ['folder', undefined],
    ['bucket', s3.settings],
  ] as const) {
    const config = { dataDir: folder, s3: given }
    files[name] = incomingFiles({ config, storage: await openStorage(config) })
  }
})
afterAll(async () => {
  await s3?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function* broken(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
  throw new Error('The connection broke.')
}

async function* whole(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

describe.each(['folder', 'bucket'] as const)('a file that arrives in a %s', (name) => {
  const arriving = () => files[name] as IncomingFiles
  let n = 0
  const newId = () => (++n).toString(16).padStart(32, '0')

  it('is what was sent, after any number of broken connections and repeated pieces', async () => {
    const piece = fc.record({
      length: fc.integer({ min: 1, max: 90 }),
      back: fc.integer({ min: 0, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.array(piece),
        async (sent, pieces) => {
          const id = newId()
          await arriving().create(id)
          let at = 0
          for (const { length, back } of pieces) {
            // A request that was sent twice begins at a former position.
            const from = Math.max(0, at - back)
            const part = sent.subarray(from, from + length)
            if (part.length === 0) continue
            await arriving()
              .write(id, from, broken(part))
              .catch(() => {})
            const found = await arriving().find(id)
            at = Math.max(at, from + part.length)
            expect(found).toMatchObject({ id, bytes: at })
          }
          if (at < sent.length)
            expect(await arriving().write(id, at, whole(sent.subarray(at)))).toBe(sent.length)
          await arriving().sync(id)
          const read = await arriving().withFile(id, (path) => readFile(path))
          expect(read).toEqual(Buffer.from(sent))
          await arriving().delete(id)
          expect(await arriving().find(id)).toBeUndefined()
        },
      ),
      { numRuns: 15 },
    )
  })

  it('is listed with others, also before its first byte', async () => {
    const [empty, begun] = [newId(), newId()]
    for (const id of [empty, begun]) await arriving().create(id)
    await arriving().write(begun, 0, whole(Buffer.from('abc')))
    const listed = (await Array.fromAsync(arriving().list())).map(({ id, bytes }) => [id, bytes])
    expect(listed.toSorted()).toEqual([
      [empty, 0],
      [begun, 3],
    ])
    for (const id of [empty, begun]) await arriving().delete(id)
    expect(await Array.fromAsync(arriving().list())).toEqual([])
    expect(await arriving().withFile(empty, async () => true)).toBeUndefined()
  })
})
