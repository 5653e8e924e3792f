import { data } from 'react-router'
import { isDiskFull } from '~/platform/disk-full'
import type { RequestScope } from './scope.server'

type Answer = ReturnType<typeof data<unknown>>
/** The class of `data()` results, which routes throw for a 404. */
const Thrown = data(null).constructor

/**
 * Shows a form again when saving fails, for example because the database is locked: the error is logged, and
 * the person sees a sentence beside their input.
 * @param answer the form, with a 5xx status
 * @throws redirects and other responses, and a full disk, which is handled elsewhere
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

/** For a form whose input is saved. */
export const NOT_STORED =
  'We couldn’t save this just now. Everything you typed is still here. Please try again in a minute.'
