import { afterEach, expect, test, vi } from 'vitest'
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
