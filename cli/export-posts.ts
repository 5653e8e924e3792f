import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { recordAction } from '~/domains/audit/operations.server'
import { EXPORT_FILES, EXPORT_FORMS, isExportForm } from '~/domains/blog/exports/model'
import { type ExportDeps, exportPosts, listExport } from '~/domains/blog/exports/operations.server'
import { isDiskFull } from '~/platform/disk-full'
import type { Storage } from '~/platform/storage/storage.server'
import type { Streams } from './streams'

const HELP = `Exports the blog's posts, drafts included, for another program.

  npm run cli -- export posts ghost|wordpress|markdown [FILE]

  FILE    where to write it (default: ${Object.values(EXPORT_FILES)
    .map(({ fileName }) => fileName)
    .join(', ')} in this folder)
  --help  this text

Markdown is a ZIP archive with the pictures. Ghost and WordPress download the pictures from this site, which has to be
online then. The report names what the other program can't keep.
`

/** `export posts`. @returns the exit code: 0, 1 when nothing was written, 2 when the command was not understood */
export async function exportPostsCommand(
  app: ExportDeps & { storage: Storage },
  argv: string[],
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  let parsed: ReturnType<typeof readArguments>
  try {
    parsed = readArguments(argv)
  } catch (error) {
    err.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
    return 2
  }
  if (parsed.values.help) {
    out.write(HELP)
    return 0
  }
  const [form = null, name, ...more] = parsed.positionals
  if (!isExportForm(form) || more.length > 0) {
    err.write(`Choose ${EXPORT_FORMS.join(', ')}, and enter up to one file name.\n\n${HELP}`)
    return 2
  }
  const file = resolve(name ?? EXPORT_FILES[form].fileName)
  const refused = await write(file, await exportPosts(app, form))
  if (refused !== undefined) {
    err.write(`${refused}\n`)
    return 1
  }
  const done = { action: 'export-downloaded', subject: 'Blog posts', place: HERE } as const
  await recordAction({ ...app, author: { uid: '', name: 'Command line' } }, done)
  let posts = 0
  for (let after: string | null = null; ; ) {
    const { lines, next }: Awaited<ReturnType<typeof listExport>> = await listExport(app, form, after)
    posts += lines.length
    for (const { title, notes } of lines)
      for (const note of notes) out.write(`  “${title || 'Untitled'}”: ${note}\n`)
    if (next === null) break
    after = next
  }
  out.write(`Exported ${posts === 1 ? '1 post' : `${posts} posts`} to ${file}.\n`)
  return 0
}

const HERE = { network: '', device: 'This server' }

/** Never replaces a file. @returns a sentence if it can't be written; nothing is left then */
async function write(file: string, pieces: AsyncIterable<string | Uint8Array>): Promise<string | undefined> {
  try {
    await pipeline(Readable.from(pieces), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      return `${file} already exists. Choose another file name.`
    await rm(file, { force: true })
    if (isDiskFull(error))
      return 'The disk is full, so nothing was exported. Free up space where you write the file.'
    throw error
  }
}

const readArguments = (args: string[]) =>
  parseArgs({ args, allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } })
