import type { RouteConfigEntry } from '@react-router/dev/routes'
import fc from 'fast-check'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import config from '../../routes'
import { nearRoutes, routeIdsOf } from './near-routes'

const ROOT = { id: 'root', path: '' }
const table = Object.fromEntries(
  [ROOT, ...rowsOf(await config, 'root')].map((row) => [row.id, row]),
) as unknown as ServerBuild['routes']

/** The routes of the product, as a build lists them. */
function rowsOf(entries: RouteConfigEntry[], parentId: string): object & { id: string }[] {
  return entries.flatMap(({ id, file, path, index, children = [] }) => {
    const own = id ?? file.replace(/\.tsx?$/, '')
    return [
      { id: own, parentId, ...(path ? { path } : {}), ...(index ? { index } : {}) },
      ...rowsOf(children, own),
    ]
  })
}

/** As React Router finds them in the whole table. */
function matchedIn(routes: ServerBuild['routes'], path: string) {
  const below = (parent: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route) => {
      if (route?.parentId !== parent || route === undefined) return []
      const { id, path, index } = route
      return [index ? { id, index } : { id, ...(path ? { path } : {}), children: below(id) }]
    })
  return matchRoutes(below(undefined), path)?.map(({ route, params }) => ({ id: route.id, params }))
}

const words = [
  ...new Set(
    Object.values(table).flatMap((route) =>
      (route?.path ?? '').split('/').map((each) => each.replace(/^[:*].*/, 'a-name')),
    ),
  ),
]
const paths = fc
  .array(fc.constantFrom(...words, 'Studio', 'x', 'a.b', '%C3%A9', '~', 'gallery.data'), { maxLength: 6 })
  .map((segments) => `/${segments.join('/')}`)

it('finds what the whole table finds, also for the beginnings of a path', () => {
  const near = nearRoutes(table)
  fc.assert(
    fc.property(paths, fc.nat(6), (path, kept) => {
      const beginning =
        path
          .split('/')
          .slice(0, kept + 1)
          .join('/') || '/'
      expect(matchedIn(near(path), beginning)).toEqual(matchedIn(table, beginning))
    }),
    { numRuns: 300 },
  )
})

it('knows few routes for a page, and the same object each time', () => {
  const near = nearRoutes(table)
  expect(Object.keys(table).length).toBeGreaterThan(200)
  const [rooms, gallery] = [near('/studio/bookings/list'), near('/gallery')]
  expect(Object.keys(rooms).length).toBeLessThan(15)
  expect(Object.keys(gallery).length).toBeLessThan(15)
  expect(near('/studio/bookings/list')).toBe(rooms)
  expect(near('/blog/one')).toBe(near('/blog/another'))
})

it('lists the routes that a path matches from the outermost inward', () => {
  expect(routeIdsOf({ routes: table })('/gallery/photo/dawn')).toEqual([
    'root',
    'routes/site/layout',
    'routes/site/gallery',
    'routes/site/gallery-photo',
  ])
})
