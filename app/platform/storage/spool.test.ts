import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSpool } from './spool.server'

test('returns what was added, also when more follows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spool-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const spool = await openSpool(join(folder, 'lines'))
  const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n} ä`)
  for (const line of lines) await spool.add(`${line}\n`)
  expect(await Array.fromAsync(spool.lines())).toEqual(lines)
  await spool.add('the last')
  const all = Buffer.concat(await Array.fromAsync(spool.pieces())).toString()
  expect(all).toBe(`${lines.join('\n')}\nthe last`)
  await spool.close()
  await expect(openSpool(join(folder, 'lines'))).rejects.toThrow('EEXIST')
})
