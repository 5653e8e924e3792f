import { data } from 'react-router'
import { isDiskFull } from '~/platform/disk-full'
import type { RequestScope } from './scope.server'

type Answer = ReturnType<typeof data<unknown>>
/** What `data()` makes: a route throws it for a 404. */
const Thrown = data(null).constructor

/**
 * Answers a form in place when what takes it fails, such as a database that is locked or without a table: the log has
 * the error, and the person a sentence beside what they typed.
 * @param answer the form again, with a 5xx
 * @throws redirects and other answers, and that the disk is full, which has an answer of its own
 */
export async function orOutage<Done, Out extends Answer>(
  { log, requestId }: Pick<RequestScope, 'log' | 'requestId'>,
  work: () => Promise<Done>,
  answer: () => Out | Promise<Out>,
): Promise<Done | Out> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Response || error instanceof Thrown || isDiskFull(error)) throw error
    log.error({ err: error, requestId }, 'a form could not be taken')
    return answer()
  }
}

/** For a form that stores what was typed. */
export const NOT_STORED =
  'We couldn’t save this just now. Everything you typed is still here. Please try again in a minute.'
