import { parseArgs } from 'node:util'
import { bucketName, folderName } from '~/domains/files/installation'
import { type Moved, moveFiles } from '~/domains/files/move.server'
import { bytesLabel } from '~/platform/bytes-label'
import type { App } from '~/platform/http/scope.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { openBucket, photosFolder } from '~/platform/storage/open-storage.server'
import type { Streams } from './streams'

export const STORAGE_MOVE_HELP = `Moves photos and other stored files between DATA_DIR and a bucket.

  npm run cli -- storage move --to s3
  npm run cli -- storage move --to folder

Set S3_BUCKET and its other settings for this command in both directions. Stop the site first.

Each file is copied, and its checksum is verified. Then the database belongs to the new place, and the site starts with
that one only: with S3_BUCKET set after "--to s3", without it after "--to folder". Nothing is deleted, so the former
place keeps every file, and you can move back. You can stop this command at any time and run it again: it copies what is
missing. Once it has finished, running it again doesn't bring back files that were deleted since.

It is refused while the site is running, on any machine. After a crash of the site it waits 20 seconds to be sure.
`

/** `storage move`. @returns the exit code: 0, 1 when nothing was switched, 2 when the command was not understood */
export async function storageMoveCommand(
  { config, db, clock, log }: Pick<App, 'config' | 'db' | 'clock' | 'log'>,
  argv: string[],
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  const to = readTarget(argv)
  if (to === undefined) {
    err.write(`Choose where to: --to s3 or --to folder.\n\n${STORAGE_MOVE_HELP}`)
    return 2
  }
  if (!config.s3) {
    err.write('S3_BUCKET is missing. Set it and its key to the bucket, for both directions.\n')
    return 2
  }
  const bucket = { storage: await openBucket(config.s3), name: bucketName(config.s3) }
  const folder = { storage: folderStorage(photosFolder(config.dataDir)), name: folderName(config.dataDir) }
  const [source, target] = to === 's3' ? [folder, bucket] : [bucket, folder]
  const copied = printCopied(out)
  const moved = await moveFiles({
    ...{ db, clock, log, from: source.storage, to: target.storage, place: target.name },
    onCopied: copied.add,
  })
  copied.print()
  const lines = moved.ok
    ? doneLines(moved, source.name, target.name)
    : refusedLines(moved, source.name, target.name)
  ;(moved.ok ? out : err).write(`${lines.join('\n')}\n`)
  return moved.ok ? 0 : 1
}

function readTarget(args: string[]): 's3' | 'folder' | undefined {
  try {
    const { to } = parseArgs({ args, options: { to: { type: 'string' } } }).values
    return to === 's3' || to === 'folder' ? to : undefined
  } catch {
    return undefined
  }
}

const PRINT_EVERY_MS = 2_000

/** Prints how much was copied: every two seconds, and when asked. */
function printCopied(out: NodeJS.WritableStream) {
  let [files, bytes, printedAt] = [0, 0, performance.now()]
  const print = () => {
    printedAt = performance.now()
    out.write(`${files.toLocaleString('en-US')} files copied and verified (${bytesLabel(bytes)})\n`)
  }
  const add = (file: { bytes: number }) => {
    files += 1
    bytes += file.bytes
    if (performance.now() - printedAt >= PRINT_EVERY_MS) print()
  }
  return { add, print }
}

function doneLines({ isOld, damaged }: Extract<Moved, { ok: true }>, from: string, to: string): string[] {
  return [
    isOld ? `The database and ${to} belong together already.` : `The database and ${to} belong together now.`,
    `The copies in ${from} stay. You can delete them once you’re sure that everything works.`,
    ...(damaged.length === 0
      ? []
      : [
          'These files didn’t match their checksums before they were copied:',
          ...damaged.map((key) => `  ${key}`),
        ]),
  ]
}

function refusedLines({ reason }: Extract<Moved, { ok: false }>, from: string, to: string): string[] {
  switch (reason) {
    case 'running':
      return [
        'The site or another “storage move” is running with this database. Stop every instance of the site, then run this again.',
      ]
    case 'uploads-waiting':
      return [
        'Some uploaded photos aren’t in their galleries yet. Nothing was copied. Start the site as before, wait for them, stop it, and try again.',
      ]
    case 'other-source':
      return [
        `The photos of this database aren’t in ${from}. Nothing was copied. Correct DATA_DIR, DATABASE_URL or S3_BUCKET.`,
      ]
    case 'other-target':
      return [
        `There are other files in ${to}. Nothing was copied. Choose an empty bucket, or set S3_PREFIX to an unused path.`,
      ]
  }
}
