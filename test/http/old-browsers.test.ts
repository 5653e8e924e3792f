import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'

/** The built client, as phones get it. */
const assets = join(import.meta.dirname, '../../build/client/assets')
const filesOf = (ending: string) => readdirSync(assets).filter((name) => name.endsWith(ending))
const read = (name: string) => readFileSync(join(assets, name), 'utf8')

/** Finds syntax that Safari 15 can't parse. */
function* tooNew(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node && node.type === 'StaticBlock') yield 'a static block'
  if ('regex' in node) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string }
    if (/\(\?<[=!]/.test(pattern) || /[dv]/.test(flags)) yield `/${pattern}/${flags}`
  }
  for (const inner of Object.values(node)) yield* tooNew(inner)
}

/** Features that browsers of 2021 lack, and that no polyfill adds. */
const NEWER =
  /\b(structuredClone|Promise\.(withResolvers|try)|(Object|Map)\.groupBy|Array\.fromAsync|AbortSignal\.any|Iterator\.from)\b|\.(isSubsetOf|isSupersetOf|symmetricDifference)\(/g

describe('old phones', () => {
  test('can parse the code', () => {
    const names = filesOf('.js')
    expect(names.length).toBeGreaterThan(50)
    expect(
      names.flatMap((name) => [...tooNew(parseAst(read(name)))].map((what) => `${name}: ${what}`)),
    ).toEqual([])
  })

  test('need no features that they lack', () => {
    const found = filesOf('.js').flatMap((name) =>
      [...read(name).matchAll(NEWER)].map(([word]) => `${name}: ${word}`),
    )
    expect(found).toEqual([])
  })

  test('get stylesheets without cascade layers, whose contents they would ignore', () => {
    const names = filesOf('.css')
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => read(name).includes('@layer'))).toEqual([])
  })
})
