import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import packages from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const dockerfile = read('Dockerfile')
const instructions = DockerfileParser.parse(dockerfile)
  .getInstructions()
  .map((each) => ({ keyword: each.getKeyword(), text: each.getArgumentsContent() ?? '' }))
const textsOf = (keyword: string) =>
  instructions.filter((each) => each.keyword === keyword).map(({ text }) => text)
const finalStage = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === 'FROM'))

describe('the Dockerfile', () => {
  it('is valid', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  it('pins the distribution of each base image, which both platforms have', () => {
    for (const image of textsOf('FROM')) expect(image).toMatch(/^(node:\d+-trixie-slim|debian:trixie-slim)\b/)
  })

  it('installs Debian’s packages without recommended ones, and leaves no lists', () => {
    for (const command of textsOf('RUN').filter((text) => text.includes('apt-get'))) {
      expect(command).toContain('--yes --no-install-recommends')
      expect(command).toContain('rm -rf /var/lib/apt/lists/*')
    }
  })

  it('copies only what exists, builds with commands that exist, and adds nothing from the network', () => {
    expect(textsOf('ADD')).toEqual([])
    for (const text of textsOf('COPY').filter((each) => !each.startsWith('/app/')))
      for (const path of text.split(/\s+/).slice(0, -1)) expect(existsSync(join(root, path)), path).toBe(true)
    const scripts = [...dockerfile.matchAll(/npm run (\S+)/g)].map(([, name = '']) => name)
    expect(scripts.filter((name) => !(name in packages.scripts))).toEqual([])
  })

  it('runs as a user who owns only the data, and checks its health', () => {
    const keywords = finalStage.map(({ keyword }) => keyword)
    expect(finalStage.find(({ keyword }) => keyword === 'USER')?.text).toBe('studio')
    expect(keywords.indexOf('USER')).toBeGreaterThan(keywords.lastIndexOf('COPY'))
    expect(dockerfile).not.toContain('--chown')
    expect(keywords).toContain('HEALTHCHECK')
    for (const keyword of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK'])
      expect(finalStage.find((each) => each.keyword === keyword)?.text).toMatch(/\[.*\]$/)
  })

  it('has packages for amd64 and arm64', () => {
    const locked = Object.keys(JSON.parse(read('package-lock.json')).packages)
    for (const architecture of ['x64', 'arm64'])
      for (const name of [`node-linux-${architecture}`, `@img/sharp-linux-${architecture}`])
        expect(locked).toContain(`node_modules/${name}`)
  })

  it('sends no data of an installation to the builder', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const path of ['data', 'node_modules', '.env', '.git']) expect(ignored).toContain(path)
  })
})

interface Compose {
  services: Record<string, Service>
}

interface Service {
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  env_file?: string
  volumes?: unknown[]
}

// The schema of the Compose Specification (Apache License 2.0), https://github.com/compose-spec/compose-spec.
const isCompose = new Ajv({ strict: false, validateFormats: false }).compile({
  ...JSON.parse(read('test/fixtures/compose-spec.json')),
  $schema: 'http://json-schema.org/draft-07/schema#',
})

describe.each(['compose.yaml', 'compose.scale.yaml'])('%s', (file) => {
  const compose: Compose = parse(read(file))

  it('follows the Compose Specification', () => {
    isCompose(compose)
    expect(isCompose.errors ?? []).toEqual([])
  })

  it('passes the settings in .env to the site, and stores its backups in one place for all instances', () => {
    for (const [name, service] of Object.entries(compose.services).filter(([each]) =>
      each.startsWith('site'),
    )) {
      expect(service.env_file, name).toBe('.env')
      expect(service.volumes, name).toContain('data:/data')
    }
  })

  it('lets no service gain privileges, and the site change nothing but its data', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service.cap_drop, name).toEqual(['ALL'])
      expect(service.security_opt, name).toEqual(['no-new-privileges:true'])
      if (name.startsWith('site')) expect(service.read_only, name).toBe(true)
    }
  })
})
