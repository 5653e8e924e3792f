// Compresses the built client's text files at the highest level, so that serving them needs no CPU.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const client = fileURLToPath(new URL('../build/client', import.meta.url))
const TEXT = new Set(['.css', '.ico', '.js', '.json', '.map', '.svg', '.txt', '.webmanifest', '.xml'])

const files = readdirSync(client, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name))
await Promise.all(files.map(compress))

async function compress(file) {
  const bytes = readFileSync(file)
  const forms = {
    br: await promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gz: await promisify(gzip)(bytes, { level: 9 }),
  }
  // Skipped if it saves fewer bytes than its extra headers take.
  for (const [ending, form] of Object.entries(forms))
    if (form.length + 50 < bytes.length) writeFileSync(`${file}.${ending}`, form)
}
