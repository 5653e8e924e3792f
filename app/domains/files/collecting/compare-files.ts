import type { KnownFile } from '~/platform/storage/file-kind'

interface Stored {
  key: string
  size: number
}

export interface Difference<File extends Stored> {
  /** Stored, and no row knows them. */
  strays: File[]
  /** Rows know them, and they aren't stored, or have another length. */
  lost: KnownFile[]
}

const MOST = 1_000

/**
 * Compares what is stored with what rows know, in one pass. Both come in the order of their keys, some at a time, and
 * differences are given on as they are found: memory doesn't grow with the number of files.
 */
export async function* compareFiles<File extends Stored>(
  stored: AsyncIterable<File[]>,
  known: AsyncIterable<KnownFile[]>,
): AsyncGenerator<Difference<File>> {
  const rows = itemsOf(known)
  let row = await rows.next()
  let lost: KnownFile[] = []
  for await (const files of stored) {
    const strays: File[] = []
    for (const file of files) {
      for (; !row.done && row.value.key < file.key; row = await rows.next()) {
        lost.push(row.value)
        if (lost.length < MOST) continue
        yield { strays: [], lost }
        lost = []
      }
      if (row.done || row.value.key !== file.key) strays.push(file)
      else {
        if (row.value.size !== undefined && row.value.size !== file.size) lost.push(row.value)
        row = await rows.next()
      }
    }
    yield { strays, lost }
    lost = []
  }
  for (; !row.done; row = await rows.next()) {
    lost.push(row.value)
    if (lost.length < MOST) continue
    yield { strays: [], lost }
    lost = []
  }
  yield { strays: [], lost }
}

async function* itemsOf<Item>(portions: AsyncIterable<Item[]>): AsyncGenerator<Item, undefined> {
  for await (const items of portions) yield* items
}
