import { splitAtTimes } from './text'

/** A text of which no line breaks within a range of times. */
export const WithTimes = ({ children }: { children: string }) =>
  splitAtTimes(children).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be the same
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  )
