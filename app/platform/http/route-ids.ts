import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { RouteIds } from './page-key'

/** Which routes of a build a path matches, from the outermost inward. */
export function routeIdsOf({ routes }: Pick<ServerBuild, 'routes'>): RouteIds {
  const all = Object.values(routes).filter((route) => route !== undefined)
  const below = (parent: string | undefined): RouteObject[] =>
    all
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index, caseSensitive }): RouteObject => {
        const route = {
          id,
          ...(path === undefined ? {} : { path }),
          ...(caseSensitive ? { caseSensitive } : {}),
        }
        return index ? { ...route, index: true } : { ...route, children: below(id) }
      })
  const tree = below(undefined)
  return (path) => (matchRoutes(tree, path) ?? []).map(({ route }) => route.id ?? '')
}
