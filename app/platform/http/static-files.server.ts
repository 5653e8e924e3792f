import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { contentTag, type Finished, finish, type HeaderList } from './finished.server'
import { type HeaderConfig, missingHeaders } from './security-headers.server'

/** Responses by path. */
export type StaticFiles = Map<string, Finished>

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

/** File names of the build contain a hash of the content, so the content of a name never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_WHILE = 'public, max-age=3600'

/**
 * Reads the built client once. Only files in this table are served. `name.br` and `name.gz` are encodings of
 * `name`, made by the build.
 */
export function readStaticFiles(folder: string, config: HeaderConfig): StaticFiles {
  const files: StaticFiles = new Map()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name) || entry.name.startsWith('.')) continue
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length).replaceAll('\\', '/')
    const [identity, br, gzip] = [file, `${file}.br`, `${file}.gz`].map(readIfThere)
    if (identity) files.set(path, finishFile(config, path, { identity, br, gzip }))
  }
  return files
}

type Bodies = Record<'br' | 'gzip', Uint8Array<ArrayBuffer> | undefined> & {
  identity: Uint8Array<ArrayBuffer>
}

export function finishFile(config: HeaderConfig, path: string, { identity, br, gzip }: Bodies): Finished {
  const own: HeaderList = [
    ['Content-Type', TYPES[extname(path)] ?? 'application/octet-stream'],
    ['Cache-Control', path.startsWith('/assets/') ? FOR_EVER : FOR_A_WHILE],
  ]
  if (br || gzip) own.push(['Vary', 'Accept-Encoding'])
  return finish({
    headers: [...own, ...missingHeaders(config, path, new Headers(own))],
    tag: contentTag(identity),
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  })
}

const readIfThere = (file: string): Uint8Array<ArrayBuffer> | undefined =>
  existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined
