/** Rows, or values of one `in (...)`, that go into a statement: far below what either engine takes. */
const AT_ONCE = 500

/** For statements that would grow with what they are about: so many at a time, in their order. */
export function* inParts<Item>(items: readonly Item[], atOnce = AT_ONCE): Generator<Item[]> {
  for (let start = 0; start < items.length; start += atOnce) yield items.slice(start, start + atOnce)
}

/** What `read` finds for each part, all together; equal values are asked for once. */
export async function readInParts<Item, Row>(
  items: readonly Item[],
  read: (some: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (const some of inParts([...new Set(items)])) found.push(...(await read(some)))
  return found
}
