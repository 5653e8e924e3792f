import { redirect } from 'react-router'

/** R20: every path without a route redirects to /404. */
export const loader = () => redirect('/404')

export const action = () => redirect('/404')
