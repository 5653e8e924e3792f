import { redirect } from 'react-router'
import { plainNotFound } from '~/platform/http/plain-page.server'
import type { Route } from './+types/anything-else'

/** Nobody reads a page in the place of a picture or a script. */
const FILE = /\.(avif|css|gif|ico|jpe?g|js|json|map|mjs|png|svg|txt|webmanifest|webp|woff2?|xml)$/i

/** R20: what no route matches leads to the page that says so. */
export const loader = ({ params }: Route.LoaderArgs) =>
  FILE.test(params['*']) ? plainNotFound() : redirect('/404')

export const action = () => redirect('/404')
