import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const PROGRAM = join(root, 'build/server/server.js')

/** Without the test's own variables. Compiled code is cached across starts. */
const environmentOf = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, 'build/compile-cache'),
  ...env,
})

/** Runs a command of the built program until it exits. */
export function runProgram(
  args: string[],
  env: Record<string, string>,
  cwd = root,
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) =>
    execFile(process.execPath, [PROGRAM, ...args], { cwd, env: environmentOf(env) }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    ),
  )
}

/** Starts a command of the built program, whose output isn’t read. */
export const spawnProgram = (args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [PROGRAM, ...args], { cwd: root, env: environmentOf(env), stdio: 'ignore' })

/** Starts the built program on a free port, and waits until it prints its address. */
export async function launchProgram(dataDir: string, env: Record<string, string>) {
  const program = spawn(process.execPath, [PROGRAM, 'serve'], {
    cwd: root,
    env: environmentOf({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env }),
  })
  let printed = ''
  const url = await new Promise<string>((found, fail) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /^The site is open at (\S+)$/m.exec(printed)?.[1]
      if (address) found(address.replace('localhost', '127.0.0.1'))
    }
    program.stdout.on('data', read)
    program.stderr.on('data', read)
    program.once('exit', (code) => fail(new Error(`The program ended with ${code}:\n${printed}`)))
  })
  return { program, url, output: () => printed }
}

/** Stops a program with SIGTERM. @returns its exit code */
export async function endProgram(program: ChildProcess): Promise<number | null> {
  if (program.exitCode !== null) return program.exitCode
  const ended = new Promise<number | null>((done) => program.once('exit', done))
  program.kill('SIGTERM')
  return ended
}
