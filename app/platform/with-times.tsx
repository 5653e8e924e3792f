import { Children, type ReactNode } from 'react'
import { DATES_AND_TIMES } from './dates-and-times'

/** Texts of which no line breaks within a date or a time. */
export const WithTimes = ({ children }: { children: ReactNode }) =>
  Children.map(children, (child) =>
    typeof child === 'string'
      ? child.split(DATES_AND_TIMES).map((part, at) =>
          at % 2 === 0 ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be the same
            <span key={at} style={{ whiteSpace: 'nowrap' }}>
              {part}
            </span>
          ),
        )
      : child,
  )
