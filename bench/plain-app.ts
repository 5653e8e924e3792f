/**
 * React Router and Hono as their documentation combines them, compressed by Hono: an empty page at `/empty`, and the
 * markup and data of our pages, which are read from our site once and then come from memory, without a database,
 * sessions or styles. Arguments: port, our site's address, Cookie header, paths.
 */
import { PassThrough } from 'node:stream'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createElement, type ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type LoaderFunctionArgs,
  Scripts,
  type ServerBuild,
  ServerRouter,
  useLocation,
} from 'react-router'

const [port, origin = '', cookie = '', ...paths] = process.argv.slice(2)

/** An element as React wrote it, or a text. */
type Markup = string | { name: string; attributes: Record<string, string>; children: Markup[] }

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track'])
const NAMES: Record<string, string> = { class: 'className', for: 'htmlFor' }
const TOKEN =
  /<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|<\/([\w-]+)>|<([\w-]+)([^>]*)>|[^<]+/gi

/** Without scripts and styles. */
function readMarkup(html: string): Markup[] {
  const root: Markup = { name: 'root', attributes: {}, children: [] }
  const open = [root]
  for (const [text, skipped, closed, opened, attributes = ''] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root
    if (skipped || text.startsWith('<!')) continue
    if (closed) open.pop()
    else if (opened) {
      const element = { name: opened, attributes: readAttributes(attributes), children: [] }
      parent.children.push(element)
      if (!VOID.has(opened) && !attributes.endsWith('/')) open.push(element)
    } else parent.children.push(decoded(text))
  }
  return root.children
}

const readAttributes = (written: string): Record<string, string> =>
  Object.fromEntries(
    [...written.matchAll(/([\w:-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
      // React takes styles as objects, and handlers as functions.
      /^(style|on\w+|value|checked|selected)$/.test(name) ? [] : [[NAMES[name] ?? name, decoded(value)]],
    ),
  )

const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const read = async (path: string) => (await fetch(origin + path, { headers: { Cookie: cookie } })).text()

/** Where React Router's client requests a page's data. */
function dataOf(path: string): string {
  const { pathname, search } = new URL(path, origin)
  return `${pathname === '/' ? '/_' : pathname}.data${search}`
}

const pages = new Map<string, { markup: Markup[]; data: string }>()
for (const path of paths)
  pages.set(path, { markup: readMarkup(await read(path)), data: await read(dataOf(path)) })

const element = (markup: Markup, key: number): ReactNode =>
  typeof markup === 'string'
    ? markup
    : createElement(
        markup.name,
        { key, ...markup.attributes },
        ...markup.children.map(element),
        ...(markup.name === 'body' ? [createElement(Scripts, { key: 'scripts' })] : []),
      )

const EMPTY: Markup[] = [
  {
    name: 'html',
    attributes: { lang: 'en' },
    children: [
      {
        name: 'body',
        attributes: {},
        children: [{ name: 'p', attributes: {}, children: ['a page '.repeat(200)] }],
      },
    ],
  },
]

function Page() {
  const { pathname, search } = useLocation()
  const markup = pages.get(pathname + search)?.markup ?? EMPTY
  return markup.filter((each) => typeof each !== 'string').map(element)
}

function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return pages.get(pathname + search)?.data ?? null
}

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

const build = {
  entry: { module: { default: render } },
  routes: { root: { id: 'root', path: '*', module: { default: Page, loader } } },
  assets: {
    entry: { module: '/entry.js', imports: [] },
    routes: { root: { id: 'root', path: '*', module: '/root.js', hasLoader: true, imports: [] } },
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

const handle = createRequestHandler(build, 'production')
const app = new Hono().use(compress()).get('*', (c) => handle(c.req.raw))
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
