import { WithTimes } from '~/platform/with-times'

/** A sentence about a session, for routes: no line breaks within its date or time. */
export const SessionWords = ({ children }: { children: string }) => <WithTimes>{children}</WithTimes>
