import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createZip, type ZipWriter } from '~/platform/zip/zip-writer.server'

/** A new archive at `path`, whose entries are from 1970. */
export async function writeZip<T>(path: string, write: (zip: ZipWriter) => Promise<T>): Promise<T> {
  const file = await open(path, 'wx')
  try {
    const zip = createZip((bytes) => file.writeFile(bytes), { modifiedAt: 0, folder: dirname(path) })
    const result = await write(zip)
    await zip.finish()
    return result
  } finally {
    await file.close()
  }
}
