// Runs the former version's own tests with its code, but on the schema of this version's migrations: what happens
// while an upgrade is rolled out, when both versions run side by side.
//   node scripts/former-version.mjs [--built] [COMMIT]
// Without COMMIT, it's the last one before the migrations changed. `--built` builds it and tests its server, for a
// release; otherwise its operations are tested without a build. Exits with 3 where that commit isn't at hand.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { node, root } from './bootstrap.mjs'

/** Reads and writes of each kind: pages and lists, a booking, a message, an upload, signing in. */
const OPERATIONS = [
  'app/domains/accounts/operations.test.ts',
  'app/domains/booking/reservations/operations.test.ts',
  'app/domains/contact-messages/operations.test.ts',
  'app/domains/galleries/operations.test.ts',
  'app/domains/galleries/uploads/uploads.test.ts',
]
const SERVER = ['accounts', 'booking', 'client-gallery', 'contact', 'pages', 'studio', 'uploads'].map(
  (name) => `test/http/${name}.test.ts`,
)
const NOT_AT_HAND = 3

const { values, positionals } = parseArgs({
  options: { built: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const commit = positionals[0] ?? commitBeforeMigrations()
if (commit === undefined || git('cat-file', '-e', `${commit}^{commit}`) === undefined) {
  console.log('The former version isn’t in this copy of the repository.')
  process.exit(NOT_AT_HAND)
}
console.log(`Former version: ${git('log', '-1', '--format=%h %s', commit)}`)

const folder = mkdtempSync(join(tmpdir(), 'former-version-'))
// PostgreSQL may run as another user, which needs access to it.
chmodSync(folder, 0o711)
try {
  process.exitCode = testIn(folder, values.built)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** @returns undefined if the command failed, as without Git or without history */
function git(...args) {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function commitBeforeMigrations() {
  if (git('status', '--porcelain', '--', 'migrations')) return 'HEAD'
  const changed = git('log', '-1', '--format=%H', '--', 'migrations')
  return changed && `${changed}~1`
}

function testIn(folder, isBuilt) {
  const archive = join(folder, 'source.tar')
  git('archive', `--output=${archive}`, commit)
  if (spawnSync('tar', ['-xf', archive, '-C', folder], { stdio: 'inherit' }).status !== 0) return 1
  rmSync(join(folder, 'migrations'), { recursive: true })
  cpSync(join(root, 'migrations'), join(folder, 'migrations'), { recursive: true })
  linkPackages(join(folder, 'node_modules'))
  // Installs its own packages if they differ.
  if (isBuilt && spawnSync(node, [join(folder, 'scripts/build.mjs')], { stdio: 'inherit' }).status !== 0)
    return 1
  const files = (isBuilt ? SERVER : OPERATIONS).filter((file) => existsSync(join(folder, file)))
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  return spawnSync(node, [vitest, 'run', '--project', isBuilt ? 'http' : 'unit', ...files], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: folder },
  }).status
}

/** A folder of links, so that an installation there leaves the packages of this one alone. */
function linkPackages(to) {
  mkdirSync(to)
  const from = join(root, 'node_modules')
  for (const name of readdirSync(from))
    if (!name.startsWith('.') || name === '.bin' || name === '.package-lock.json')
      symlinkSync(join(from, name), join(to, name))
}
