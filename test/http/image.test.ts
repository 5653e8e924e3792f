import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DockerfileParser } from 'dockerfile-ast'
import { expect, onTestFinished, test } from 'vitest'
import { endProgram } from '../support/program'

const root = join(import.meta.dirname, '../..')
const instructions = DockerfileParser.parse(readFileSync(join(root, 'Dockerfile'), 'utf8')).getInstructions()
const textOf = (keyword: string) =>
  instructions.findLast((each) => each.getKeyword() === keyword)?.getArgumentsContent() ?? ''
const wordsOf = (keyword: string): string[] => JSON.parse(/\[.*\]$/.exec(textOf(keyword))?.[0] ?? '[]')

/** A folder with what the last stage of the Dockerfile copies. */
async function layOutImage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'image-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const copied = instructions
    .map((each) => (each.getKeyword() === 'COPY' ? (each.getArgumentsContent() ?? '') : ''))
    .filter((text) => text.startsWith('/app/'))
    .flatMap((text) => text.split(/\s+/).slice(0, -1))
    .map((path) => path.replace('/app/', ''))
  for (const path of copied)
    if (path === 'node_modules') await symlink(join(root, path), join(folder, path))
    else await cp(join(root, path), join(folder, path), { recursive: true })
  return folder
}

test('the site runs and reports its health with only the files that the Dockerfile copies', async () => {
  const folder = await layOutImage()
  const env = {
    PATH: dirname(process.execPath),
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DEMO: '0',
    LOG_LEVEL: 'warn',
  }
  const [command = '', ...args] = wordsOf('ENTRYPOINT')
  const program = spawn(join(folder, command), [...args, ...wordsOf('CMD')], { cwd: folder, env })
  onTestFinished(async () => void (await endProgram(program)))
  const port = await new Promise<string>((found, fail) => {
    let printed = ''
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        const address = /^The site is open at \S+:(\d+)$/m.exec(printed)?.[1]
        if (address) found(address)
      })
    program.once('error', fail)
    program.once('exit', (code) => fail(new Error(`It ended with ${code}:\n${printed}`)))
  })
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)

  const [checker = '', ...check] = wordsOf('HEALTHCHECK')
  const health = (at: string) =>
    promisify(execFile)(join(folder, checker), check, { cwd: folder, env: { ...env, PORT: at } })
  await health(port)
  await endProgram(program)
  await expect(health(port)).rejects.toMatchObject({ code: 1 })
})
