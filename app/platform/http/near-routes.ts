import { createRequestHandler, matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { pagePath, ROUTES, type RouteIds } from './page-key'
import type { PageHandler } from './pages.server'

type Routes = ServerBuild['routes']

interface Pattern {
  /** Of the whole address, from the outermost route inward; undefined: anything. */
  segments: (string | undefined)[]
  /** The route and its parents. */
  ids: string[]
}

/**
 * React Router tries the routes of a build one after the other, several times for each page, and creates all of
 * them again to render it. With more than two hundred routes that is a tenth of the CPU time of a page. So each page
 * is rendered by a handler that knows only the routes near it: those that match the page's path or the beginning
 * of it, in their order. React Router finds the same routes in them.
 */
export function nearRoutes(routes: Routes): (path: string) => Routes {
  const patterns = patternsOf(routes)
  const kept = new Map<string, Routes>()
  return (path) => {
    const segments = segmentsOf(path)
    if (!segments) return routes
    const near = new Set<string>()
    for (const pattern of patterns) {
      if (isNear(pattern, segments)) for (const id of pattern.ids) near.add(id)
    }
    const key = [...near].join('\n')
    const known = kept.get(key) ?? picked(routes, near)
    kept.set(key, known)
    return known
  }
}

/** Only routes that can match by themselves. */
function patternsOf(routes: Routes): Pattern[] {
  const known = Object.values(routes).filter((route) => route !== undefined)
  const lineageOf = (id: string | undefined): typeof known => {
    const route = known.find((each) => each.id === id)
    return route ? [...lineageOf(route.parentId), route] : []
  }
  return known
    .filter(({ path, index }) => path !== undefined || index)
    .map(({ id }) => {
      const lineage = lineageOf(id)
      const written = lineage.flatMap(({ path = '' }) => path.split('/').filter((each) => each !== ''))
      // An optional segment, or one that takes all others, makes the rest uncertain.
      const end = written.findIndex((each) => /[?*]$/.test(each))
      return {
        segments: written
          .slice(0, end === -1 ? undefined : end)
          .map((each) => (each.startsWith(':') ? undefined : each.toLowerCase())),
        ids: lineage.map((route) => route.id),
      }
    })
}

/** @returns undefined for a path that isn't plain */
function segmentsOf(path: string): string[] | undefined {
  if (!/^\/[\w./~-]*$/.test(path) || path.includes('//')) return undefined
  return path
    .toLowerCase()
    .split('/')
    .filter((each) => each !== '')
}

const isNear = ({ segments }: Pattern, path: string[]): boolean =>
  segments.length <= path.length && segments.every((each, at) => each === undefined || each === path[at])

/** In the order of the build, which decides between routes that match equally well. */
const picked = <Value>(routes: Record<string, Value>, ids: ReadonlySet<string>): Record<string, Value> =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))

/** Which routes of a build a path matches, from the outermost inward. */
export function routeIdsOf({ routes }: Pick<ServerBuild, 'routes'>): RouteIds {
  const near = nearRoutes(routes)
  const trees = new WeakMap<Routes, RouteObject[]>()
  return (path) => {
    const own = near(path)
    const tree = trees.get(own) ?? treeOf(own)
    trees.set(own, tree)
    return (matchRoutes(tree, path) ?? []).map(({ route }) => route.id ?? '')
  }
}

function treeOf(routes: Routes): RouteObject[] {
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
  return below(undefined)
}

/** Renders the pages of a build. */
export function createPages(build: ServerBuild): PageHandler {
  const near = nearRoutes(build.routes)
  const handlers = new WeakMap<Routes, PageHandler>()
  return (request, context) => {
    const path = pagePath(new URL(request.url).pathname)
    const routes = path === ROUTES ? build.routes : near(path)
    const handler = handlers.get(routes) ?? createRequestHandler(withRoutes(build, routes), 'production')
    handlers.set(routes, handler)
    return handler(request, context)
  }
}

function withRoutes(build: ServerBuild, routes: Routes): ServerBuild {
  const assets = { ...build.assets, routes: picked(build.assets.routes, new Set(Object.keys(routes))) }
  return { ...build, routes, assets }
}
