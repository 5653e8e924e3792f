import type { Db } from '~/platform/db/database.server'
import { selectDateRequestsOf } from './store.server'

/** What an address asked for by the form of before, when a day was wished for and not yet booked; oldest first. @param email in lower case */
export const dateRequestsOf = ({ db }: { db: Db }, email: string) => selectDateRequestsOf(db, email)
