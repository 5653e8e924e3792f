import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { explainFailure } from './process'

afterEach(() => vi.restoreAllMocks())

function explained(error: unknown): string {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  expect(() => explainFailure(error)).toThrow('exit 1')
  return said.mock.calls.flat().map(String).join('\n')
}

const failing = (message: string, fields: object) => Object.assign(new Error(message), fields)

test.each([
  [failing('password authentication failed', { code: '28P01' }), 'user or password in DATABASE_URL'],
  [failing('database "x" does not exist', { code: '3D000' }), 'doesn’t exist. Create it'],
  [failing('connect ETIMEDOUT', { code: 'ETIMEDOUT' }), 'correct DATABASE_URL'],
  [failing('ENOSPC: no space left on device', { code: 'ENOSPC' }), 'The disk with DATA_DIR is full'],
  [failing('database or disk is full', { code: 'ERR_SQLITE_ERROR' }), 'The disk with DATA_DIR is full'],
])('R40: explains %s in a sentence, without a stack trace', (error, sentence) => {
  const said = explained(error)
  expect(said).toContain(sentence)
  expect(said).toContain('something is wrong somewhere')
  expect(said).not.toMatch(/^\s+at /m)
})

test.each([
  ['that can’t be opened', (folder: string) => new DatabaseSync(folder)],
  [
    'that can’t be written',
    () => new DatabaseSync(':memory:').exec('pragma query_only = on; create table x (y)'),
  ],
])('R40: explains a database %s in a sentence, without a stack trace', (_, work) => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  let error: unknown
  try {
    work(folder)
  } catch (thrown) {
    error = thrown
  }
  const said = explained(error)
  expect(said).toContain('belong to the user that runs this site, on a disk that isn’t read-only')
  expect(said).not.toMatch(/^\s+at /m)
})
