import { redirect } from 'react-router'

/** R20: what no route matches leads to the page that says so. */
export const loader = () => redirect('/404')
export const action = loader
