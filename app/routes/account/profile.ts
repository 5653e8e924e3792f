import { redirect } from 'react-router'

/** Signed-out visitors are sent to sign in, whatever they asked for here. */
export const loader = () => redirect('/login')
