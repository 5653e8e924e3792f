// The first steps of every command. Runs on the system's Node.js (20 or later) before anything is installed, so
// it is plain JavaScript without packages.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, ...parts)

/** The pinned Node.js, installed from the lockfile. */
export const node = at('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

/** Installs the packages if they differ from the lockfile. */
export function ensureInstalled() {
  if (installedMatchesLock()) return
  console.log('Installing packages…')
  const result = runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: 'inherit' })
  if (result.status !== 0) stop('The packages could not be installed; npm says why above.')
  if (!existsSync(node))
    stop(`There is no pinned Node.js for ${process.platform} ${process.arch} among the packages.`)
}

/** The npm that runs this command, or the system's. */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath
  return npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, ...options })
    : spawnSync('npm', args, { cwd: root, shell: process.platform === 'win32', ...options })
}

/** npm records what it installed in `node_modules/.package-lock.json`. */
function installedMatchesLock() {
  const note = at('node_modules', '.package-lock.json')
  if (!existsSync(note) || !existsSync(node)) return false
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(note, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || present[path]?.version === entry.version || (entry.optional && !present[path]),
  )
}

const BUILD_INPUTS = [
  'app',
  'cli',
  'migrations',
  'public',
  'scripts/styles.ts',
  'scripts/fonts.mjs',
  'scripts/precompress.mjs',
  'server.ts',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/** Builds the product if its sources have changed since the last build. */
export function ensureBuilt() {
  const stamp = at('build', 'built-from')
  const sources = fingerprint(BUILD_INPUTS.flatMap(filesUnder))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Building…')
  rmSync(at('build'), { recursive: true, force: true })
  run([at('scripts', 'fonts.mjs')])
  run([at('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build', '--logLevel', 'warn'], {
    NODE_ENV: 'production',
  })
  run([at('scripts', 'styles.ts')])
  run([at('scripts', 'precompress.mjs')])
  mkdirSync(at('build'), { recursive: true })
  writeFileSync(stamp, sources)
}

function filesUnder(path) {
  if (!existsSync(at(path))) return []
  if (statSync(at(path)).isFile()) return [at(path)]
  const entries = readdirSync(at(path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files.toSorted())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/** Runs a script on the pinned Node.js and waits for it. If it fails, this command fails too. */
export function run(args, env = {}) {
  const result = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (result.status !== 0) stop()
}

/**
 * 4 MB instead of 16 for the young generation, which takes up to three times that, and a collection of the old one
 * whenever it has doubled instead of quadrupled: 250 MB instead of 330 after many renders.
 */
const V8_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=100']

/** Runs the built server in place of this process, or waits for it where a process can't be replaced. */
export function runProgram(args) {
  const command = [...V8_FLAGS, at('build', 'server', 'server.js'), ...args]
  // Compiled modules are in the build's folder, so that a new build starts without them.
  const env = {
    // By default glibc keeps up to eight pools of freed memory for each core: 50 MB more after many renders.
    MALLOC_ARENA_MAX: '2',
    ...process.env,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: at('build', 'compile-cache'),
  }
  if (process.execve && process.platform !== 'win32') {
    process.chdir(root)
    process.execve(node, [node, ...command], env)
  }
  const child = spawn(node, command, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

export function stop(sentence) {
  if (sentence) console.error(sentence)
  process.exit(1)
}
