import { createInterface } from 'node:readline/promises'

/** The streams that a command writes to. Tests pass their own. */
export interface Streams {
  out: NodeJS.WritableStream
  err: NodeJS.WritableStream
}

/** The recovery passphrase, from BACKUP_PASSPHRASE or asked for. Arguments would show in the list of processes. */
export async function askPassphrase({ out }: Streams): Promise<string> {
  const given = process.env.BACKUP_PASSPHRASE
  if (given !== undefined) return given
  const asking = createInterface({ input: process.stdin, output: out })
  try {
    return await asking.question('Recovery passphrase: ')
  } finally {
    asking.close()
  }
}
