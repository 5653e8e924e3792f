import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { sectionsFor } from '~/ui/studio/sections'
import packages from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)

const DOCUMENTS = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs/scaling.md'],
  ...filesIn('docs/owner'),
  ...filesIn('docs/operator'),
]
const COMPOSE = ['compose.yaml', 'compose.scale.yaml']

const commands = [...read('cli/commands.ts').matchAll(/words: \[(.+?)\],\s+usage: '(.+?)'/g)].map(
  ([, words = '', usage = '']) => ({ words: words.replaceAll(/[',]/g, ''), usage }),
)
const config = read('app/platform/config.server.ts')
const bucket = [...config.matchAll(/named\(\s*'([A-Z_]+)'/g)].map(([, name = '']) => name)
const settings = new Set([
  ...[...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name),
  ...bucket.flatMap((name) => [`S3_${name}`, `BACKUP_S3_${name}`]),
])

/** Pages of the Studio as documents name them, with the group of tabs or without. */
const menus = new Set(
  sectionsFor(true).flatMap(({ label, pages }) =>
    pages.flatMap((page) => [`${label} › ${page.label}`, `${label} › ${page.group} › ${page.label}`]),
  ),
)

/** Whether `text` begins with a command, and with one of its subcommands if it has any. */
const isCommand = (text: string): boolean =>
  commands.some(({ words, usage }) => {
    if (text !== words && !text.startsWith(`${words} `)) return false
    const [next = ''] = text.slice(words.length).trim().split(' ')
    const subcommands = usage.replaceAll(/\[.*?\]/g, '')
    return !subcommands.includes(' | ') || subcommands.split(/[ |]+/).includes(next)
  })

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document)

  it('names commands that exist', () => {
    const named = [
      ...text.matchAll(/(?:npm run cli -- |compose run --rm site |run\.mjs )([a-z][a-z ]*[a-z])/g),
    ].map(([, command = '']) => command)
    expect(named.filter((command) => !isCommand(command))).toEqual([])
    const scripts = [...text.matchAll(/\bnpm run ([a-z-]+)/g)].map(([, name = '']) => name)
    expect(scripts.filter((name) => !(name in packages.scripts))).toEqual([])
  })

  it('names variables that the site, a Compose file or the benches read', () => {
    const elsewhere = [...COMPOSE, 'bench/README.md'].map(read).join()
    const named = [...text.matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)].map(([name]) => name)
    const unknown = named.filter((name) => !settings.has(name) && !elsewhere.includes(name))
    expect(unknown).toEqual([])
  })

  it('names pages of the Studio by their place in the menu', () => {
    const named = [...text.matchAll(/\*\*([A-Z][^*]* › [^*]*)\*\*/g)].map(([, menu = '']) => menu)
    expect(named.filter((menu) => !menus.has(menu))).toEqual([])
  })

  it('names files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path)
    const linked = links.filter((path) => !/^\w+:/.test(path)).map((path) => join(dirname(document), path))
    const written = [...text.matchAll(/`((?:deploy|docs|scripts|app|cli|test|compose)[/.][\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    expect([...linked, ...written].filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('pictures', () => {
  const pictures = filesIn('docs/pictures')

  it('are small', () => {
    expect(pictures.filter((path) => statSync(join(root, path)).size > 60_000)).toEqual([])
  })

  it('are each shown in a document', () => {
    const all = DOCUMENTS.map(read).join()
    expect(pictures.filter((path) => !all.includes(path.replace('docs/', '')))).toEqual([])
  })
})

describe.each(COMPOSE)('%s', (file) => {
  it('sets variables that the site reads, and asks for ones that a document explains', () => {
    const { services } = parse(read(file)) as { services: Record<string, { environment?: object }> }
    for (const [name, { environment = {} }] of Object.entries(services))
      if (name.startsWith('site'))
        expect(Object.keys(environment).filter((each) => !settings.has(each))).toEqual([])
    const asked = [...read(file).matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name)
    const explained = filesIn('docs/operator').map(read).join()
    expect(asked.filter((name) => !explained.includes(name))).toEqual([])
  })
})

it('the systemd unit refers to paths that exist', () => {
  const paths = [...read('deploy/de-photography.service').matchAll(/\/opt\/de-photography\/([\w./-]+)/g)]
  for (const [, path = ''] of paths) expect(existsSync(join(root, path)), path).toBe(true)
})
