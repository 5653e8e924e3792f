import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { chooseEncoding, type Encoding, matchesEtag } from './headers'
import { plainNotFound } from './plain-page.server'

interface StaticFile {
  type: string
  cacheControl: string
  /** The file and its compressed forms, each with its entity tag. */
  forms: Partial<Record<Encoding, { bytes: Uint8Array<ArrayBuffer>; etag: string }>>
}

/** By path. */
export type StaticFiles = Map<string, StaticFile>

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

/** Their names carry a hash of their content: another content has another name. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_WHILE = 'public, max-age=3600'

/**
 * Reads the built client once. What is not in this table cannot be served, whatever a path says.
 * `name.br` and `name.gz` are forms of `name`, made by the build.
 */
export function readStaticFiles(folder: string): StaticFiles {
  const files: StaticFiles = new Map()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name) || entry.name.startsWith('.')) continue
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length).replaceAll('\\', '/')
    files.set(path, {
      type: TYPES[extname(entry.name)] ?? 'application/octet-stream',
      cacheControl: path.startsWith('/assets/') ? FOR_EVER : FOR_A_WHILE,
      forms: readForms(file),
    })
  }
  return files
}

function readForms(file: string): StaticFile['forms'] {
  const bytes = new Uint8Array(readFileSync(file))
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const forms: StaticFile['forms'] = { identity: { bytes, etag: `"${hash}"` } }
  if (existsSync(`${file}.br`))
    forms.br = { bytes: new Uint8Array(readFileSync(`${file}.br`)), etag: `"${hash}-br"` }
  if (existsSync(`${file}.gz`))
    forms.gzip = { bytes: new Uint8Array(readFileSync(`${file}.gz`)), etag: `"${hash}-gz"` }
  return forms
}

export function serveStatic(files: StaticFiles): MiddlewareHandler {
  return async (c, next) => {
    const reads = c.req.method === 'GET' || c.req.method === 'HEAD'
    const file = files.get(c.req.path)
    if (!file) return reads && c.req.path.startsWith('/assets/') ? plainNotFound() : next()
    if (!reads) return next()
    const have = Object.keys(file.forms) as Encoding[]
    const encoding = chooseEncoding(c.req.header('accept-encoding'), have)
    const form = file.forms[encoding]
    if (!form) return next()
    const headers: Record<string, string> = {
      'Cache-Control': file.cacheControl,
      ETag: form.etag,
      ...(have.length > 1 ? { Vary: 'Accept-Encoding' } : {}),
    }
    if (matchesEtag(c.req.header('if-none-match'), form.etag))
      return new Response(null, { status: 304, headers })
    headers['Content-Type'] = file.type
    headers['Content-Length'] = String(form.bytes.byteLength)
    if (encoding !== 'identity') headers['Content-Encoding'] = encoding
    return new Response(form.bytes, { headers })
  }
}
