/** Rows or `in (...)` values per statement, far below either engine's limit. */
const AT_ONCE = 500

/** Splits items into batches, for statements that would grow with their number. */
export function* inParts<Item>(items: readonly Item[], atOnce = AT_ONCE): Generator<Item[]> {
  for (let start = 0; start < items.length; start += atOnce) yield items.slice(start, start + atOnce)
}

/** Combined results of `read` for each batch. Duplicates are read once. */
export async function readInParts<Item, Row>(
  items: readonly Item[],
  read: (some: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (const some of inParts([...new Set(items)])) found.push(...(await read(some)))
  return found
}
