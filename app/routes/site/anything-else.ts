import { redirect } from 'react-router'

/** R20: every path that matches no route leads to the page that says so. */
export const loader = () => redirect('/404')

export const action = () => redirect('/404')
