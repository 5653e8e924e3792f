import { parseArgs } from 'node:util'
import { checkLog } from '~/domains/audit/chain.server'
import { faultSentence } from '~/domains/audit/model'
import { type BrokenOriginal, checkOriginals, repairOriginals } from '~/domains/backup/backups/repair.server'
import { checkTarget, findKey, listNames, openTarget, placeOf } from '~/domains/backup/backups/target.server'
import { findStrays, quarantineStrays } from '~/domains/files/collection.server'
import type { App } from '~/platform/http/scope.server'
import { fileProgress } from './progress'
import type { Streams } from './streams'

const HELP = `Checks that all originals and the activity log are complete and unchanged.

  npm run cli -- verify [--repair]

  --repair  restores missing and damaged originals from the backups, and moves files that belong to no photo to
            quarantine
  --help    this text

The site can keep running. Every original is read and compared with the checksum that it had when it was uploaded.
Smaller versions aren't read.

A repair only replaces a damaged original if the backups have a copy with the right checksum. The damaged file is copied
to quarantine first, where it stays for 30 days. Files that belong to no photo are moved there too, if they're older
than a day. If they're too many at once, the Studio asks what to do. Nothing is deleted.

Each entry of the log carries the hash of the entry before it, so an entry that was removed, changed or moved shows.
Keep the number and the hash that this command prints somewhere else: if they are the same later, nothing before that
entry has changed.
`

type Deps = Pick<App, 'db' | 'storage' | 'clock' | 'log'> & {
  config: Parameters<typeof openTarget>[0] & Parameters<typeof findKey>[1] & Pick<App['config'], 'siteUrl'>
}

/** `verify`. @returns the exit code: 0, 1 when something is or stays wrong, 2 when the command was not understood */
export async function verifyCommand(
  app: Deps,
  argv: string[],
  streams: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  let values: ReturnType<typeof readArguments>['values']
  try {
    values = readArguments(argv).values
  } catch (error) {
    streams.err.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
    return 2
  }
  if (values.help) {
    streams.out.write(HELP)
    return 0
  }
  const isRepair = values.repair === true
  const isLogWhole = await verifyLog(app, streams)
  const areOriginalsWhole = await verifyOriginals(app, streams, isRepair)
  return isLogWhole && areOriginalsWhole ? 0 : 1
}

const readArguments = (args: string[]) =>
  parseArgs({ args, options: { help: { type: 'boolean', short: 'h' }, repair: { type: 'boolean' } } })

async function verifyLog(app: Deps, { out, err }: Streams): Promise<boolean> {
  const { entries, first, head, faults } = await checkLog(app)
  if (faults.length > 0) {
    err.write('The activity log was changed in the database:\n')
    for (const fault of faults) err.write(`  ${faultSentence(fault)}\n`)
    return false
  }
  out.write(
    entries === 0
      ? 'The activity log is empty.\n'
      : `Activity log: entries ${first} through ${head.seq} are complete and unchanged.\nHash of entry ${head.seq}: ${head.hash}\n`,
  )
  return true
}

/** @returns whether all originals are whole at the end */
async function verifyOriginals(app: Deps, streams: Streams, isRepair: boolean): Promise<boolean> {
  const { out, err } = streams
  const checking = fileProgress(out, 'originals checked')
  const { total, broken } = await checkOriginals(app, checking.onFile)
  checking.done()
  if (broken.length === 0) out.write(`Originals: ${counted(total, 'file')}, all complete and unchanged.\n`)
  else {
    err.write(`Originals: ${counted(total, 'file')}, ${broken.length.toLocaleString('en-US')} broken.\n`)
    for (const { key, problem } of broken) err.write(`  ${key} ${PROBLEMS[problem]}\n`)
  }
  if (isRepair && broken.length > 0 && !(await repair(app, streams, broken))) return false
  await handleStrays(app, streams, isRepair)
  if (broken.length > 0 && !isRepair)
    err.write('To restore them from the backups, run: npm run cli -- verify --repair\n')
  return broken.length === 0 || isRepair
}

const PROBLEMS: Record<BrokenOriginal['problem'], string> = {
  missing: 'is missing.',
  damaged: 'is damaged.',
  unreadable: 'can’t be read. Check the disk.',
}

/** @returns whether all are whole now */
async function repair(app: Deps, { out, err }: Streams, broken: BrokenOriginal[]): Promise<boolean> {
  const target = await openTarget(app.config)
  await checkTarget(target, app.config)
  if ((await listNames(target)).length === 0) {
    err.write(`There are no backups in ${placeOf(app.config)}. Nothing was changed.\n`)
    return false
  }
  const key = await findKey(target, app.config)
  if (!key) {
    err.write(
      `The backups in ${placeOf(app.config)} belong to another installation, or were made with another secret. Nothing was changed.\n`,
    )
    return false
  }
  const repairing = fileProgress(out, 'originals repaired or left')
  const { repaired, setAside, left } = await repairOriginals(app, { target, key }, broken, repairing.onFile)
  repairing.done()
  out.write(`Repaired: ${counted(repaired, 'original')}.\n`)
  if (setAside > 0)
    out.write(`Damaged files that are in quarantine for 30 days: ${setAside.toLocaleString('en-US')}.\n`)
  if (left.length === 0) return true
  err.write('Still broken, and left as they were:\n')
  for (const { key, why } of left) err.write(`  ${key} ${REASONS[why]}\n`)
  return false
}

const REASONS = {
  'no-copy': 'isn’t in any backup.',
  'copy-damaged': 'is damaged in the backups too.',
  unreadable: PROBLEMS.unreadable,
}

async function handleStrays(app: Deps, { out }: Streams, isRepair: boolean): Promise<void> {
  for (const strays of await findStrays(app)) {
    const { kind, old, young } = strays
    if (young > 0)
      out.write(
        `${counted(young, 'file')} in ${kind.prefix} may be on the way to a photo: less than a day old.\n`,
      )
    if (old.length === 0) continue
    const taken = isRepair ? await quarantineStrays(app, strays) : 0
    const size = counted(old.length, 'file')
    if (taken > 0)
      out.write(`${counted(taken, 'file')} in ${kind.prefix} without a photo moved to quarantine.\n`)
    else if (isRepair)
      out.write(`${size} in ${kind.prefix} without a photo stay. The Studio asks what to do.\n`)
    else {
      out.write(`${size} in ${kind.prefix} without a photo. With --repair, they move to quarantine:\n`)
      for (const { key } of old) out.write(`  ${key}\n`)
    }
  }
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
