import type { TableShape } from '~/platform/db/tables'
import {
  archivedName,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  MANIFEST,
  type Manifest,
  manifestSchema,
  tablePath,
} from './model'

/** Parses a manifest. @returns a sentence if it is invalid */
export function readManifest(text: string): Manifest | string {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return 'Its manifest isn’t JSON, so the archive is damaged.'
  }
  const { format, version } = (typeof found === 'object' && found !== null ? found : {}) as Record<
    string,
    unknown
  >
  if (format !== EXPORT_FORMAT) return 'It isn’t an export from this software.'
  if (typeof version === 'number' && version > EXPORT_VERSION)
    return 'It was made by a newer version. Update this installation first.'
  const read = manifestSchema.safeParse(found)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  return `Its manifest is invalid: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim()
}

/** @returns a sentence if the archive and its manifest don't list the same files with the same lengths */
export function checkFiles(
  entries: ReadonlyMap<string, { bytes: number }>,
  { files }: Manifest,
): string | undefined {
  const named = new Map(files.map((file) => [file.path, file]))
  if (named.size !== files.length) return 'Its manifest lists a file twice.'
  for (const [name, { bytes }] of entries) {
    if (name === MANIFEST) continue
    const file = named.get(name)
    if (!file) return `${name} is in it but not in its manifest.`
    if (file.bytes !== bytes) return `${name} isn’t the size its manifest says.`
  }
  const lost = files.find(({ path }) => !entries.has(path))
  return lost && `${lost.path} is missing from it.`
}

export type Age = { ok: true; isOlder: boolean } | { ok: false; sentence: string }

/** Whether this version or an earlier one wrote an archive, by its migrations: none is ever removed. */
export function ageOf({ migrations }: Pick<Manifest, 'migrations'>, own: readonly string[]): Age {
  const unknown = migrations.find((name) => !own.includes(name))
  if (unknown !== undefined && unknown < (own[0] ?? ''))
    return {
      ok: false,
      sentence: 'It was made by a version from before the first release, which this one can’t upgrade.',
    }
  if (unknown !== undefined)
    return { ok: false, sentence: 'It was made by a newer version. Update this installation first.' }
  // Others may be missing in between: branches of the software add migrations in any order.
  if (migrations.length > 0 && !migrations.includes(own[0] ?? ''))
    return {
      ok: false,
      sentence: 'It was made by a version that this one can’t upgrade from.',
    }
  return { ok: true, isOlder: migrations.length < own.length }
}

/** @param shapes tables of the version that wrote it @returns a sentence if its tables differ */
export function checkTables({ version, tables, files }: Manifest, shapes: TableShape[]): string | undefined {
  const wanted = shapes.map(({ name }) => archivedName(name, version))
  const unknown = tables.find(({ name }) => !wanted.includes(name))
  if (unknown) return `It contains a table that can’t be imported: ${unknown.name.slice(0, 60)}.`
  if (new Set(tables.map(({ name }) => name)).size !== tables.length) return 'It contains a table twice.'
  const named = new Set(files.map(({ path }) => path))
  const absent = wanted.find(
    (name) => !tables.some((table) => table.name === name) || !named.has(tablePath(name)),
  )
  return absent && `The table ${absent} is missing from it.`
}
