import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../app/routes'

/** Every address of the route table that lies below /studio, wherever it stands in the table. */
export const studioAddresses = async (): Promise<string[]> =>
  addressesOf(await routes).filter((path) => /^\/studio(\/|$)/.test(path))

function addressesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${above}/${entry.path}` : above
    const below = addressesOf(entry.children ?? [], path)
    return entry.children && !entry.index ? [...below, path] : [path]
  })
}
