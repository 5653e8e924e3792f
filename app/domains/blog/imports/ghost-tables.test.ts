import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTables } from './ghost-tables.server'

async function* piecesOf(json: string | Uint8Array, size: number) {
  const bytes = Buffer.from(json)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(chunks: AsyncIterable<Uint8Array>, tables = ['posts', 'tags']) {
  const found: Record<string, unknown>[] = []
  for await (const { table, row } of readTables(chunks, tables, 'Not an export.'))
    found.push({ table, ...row })
  return found
}

const refusal = (json: string) => read(piecesOf(json, 1_000)).then(JSON.stringify, (error) => error.message)

it('reads the same rows however the bytes arrive', async () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()))
  const name = fc.string().filter((key) => key !== '__proto__')
  const row = fc.dictionary(name, value, { noNullPrototype: true })
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 4 }),
      fc.array(row, { maxLength: 4 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      async (posts, tags, hasDb, size) => {
        const data = { meta: 1, data: { other: [{ posts: [1] }], posts, tags } }
        const json = JSON.stringify(hasDb ? { db: [data] } : data)
        expect(await read(piecesOf(json, size))).toEqual([
          ...posts.map((each) => ({ table: 'posts', ...each })),
          ...tags.map((each) => ({ table: 'tags', ...each })),
        ])
      },
    ),
  )
})

it('refuses what isn’t an export, is cut off, or is deeper than any', async () => {
  for (const json of [
    ...['[]', '{"db":[]}', '{"data":{}}', '{"db":[{"data":{"posts":[', 'null', '{', '{"data":{"tags":[]}}'],
    ...[`{"data":{"x":${'['.repeat(5_000)}`, '{"data":{"posts":[]}} {}', '{"data":{"posts":[{"a":\u0001}]}}'],
  ])
    expect([json.slice(0, 40), await refusal(json)]).toEqual([json.slice(0, 40), 'Not an export.'])
})

it('keeps no more of a large file in memory than one row, and refuses a text without an end', async () => {
  const filler = Buffer.from(`${JSON.stringify({ id: '1', note: 'x'.repeat(100_000) })},`.repeat(10))
  const start = process.memoryUsage().heapUsed
  let most = 0
  async function* large() {
    yield Buffer.from('{"db":[{"data":{"visits":[')
    for (let n = 0; n < 150; n++) {
      yield filler
      most = Math.max(most, process.memoryUsage().heapUsed - start)
    }
    yield Buffer.from('{}],"posts":[{"id":"1"}]}}]}')
  }
  expect(await read(large())).toEqual([{ table: 'posts', id: '1' }])
  expect(most).toBeLessThan(120_000_000)
  async function* endless() {
    yield Buffer.from('{"db":[{"data":{"posts":[{"html":"')
    for (let n = 0; n < 100; n++) yield Buffer.alloc(1_000_000, 'x')
  }
  await expect(read(endless())).rejects.toThrow('A text in this file is too long to import.')
}, 60_000)
