import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 of a local file, hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
