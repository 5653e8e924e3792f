/** The least that React Router and Hono can do for a page: no data, no styles, compressed by Hono. */
import { PassThrough } from 'node:stream'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  Scripts,
  type ServerBuild,
  ServerRouter,
} from 'react-router'

const Page = () =>
  createElement(
    'html',
    { lang: 'en' },
    createElement('body', null, createElement('p', null, 'a page '.repeat(200)), createElement(Scripts)),
  )

const render = (request: Request, status: number, headers: Headers, context: EntryContext) =>
  new Promise<Response>((done, fail) => {
    const body = new PassThrough()
    const page = createElement(ServerRouter, { context, url: request.url })
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => {
        headers.set('Content-Type', 'text/html')
        done(new Response(body as unknown as BodyInit, { status, headers }))
        pipe(body)
      },
      onError: fail,
    })
  })

const root = { id: 'root', path: '', module: { default: Page, loader: () => null } }
const build = {
  entry: { module: { default: render } },
  routes: { root },
  assets: {
    entry: { module: '/entry.js', imports: [] },
    routes: { root: { id: 'root', path: '', module: '/root.js', hasLoader: true, imports: [] } },
    url: '/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
} as unknown as ServerBuild

const pages = createRequestHandler(build, 'production')
const app = new Hono().use(compress()).get('*', (c) => pages(c.req.raw))
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' })
