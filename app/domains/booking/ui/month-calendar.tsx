import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { Mark } from '~/ui/mark'
import type { CalendarDay, CalendarMonth } from '../slots/model'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

interface MonthCalendarProps {
  month: CalendarMonth
  /** YYYY-MM-DD of the selected day. */
  selected: string | null
  /** URL for another month (YYYY-MM) or day (YYYY-MM-DD). */
  linkTo: (look: { month: string } | { date: string }) => string
}

/** A month as a table of links; with script, a grid with arrow keys. */
export function MonthCalendar({ month, selected, linkTo }: MonthCalendarProps) {
  const hydrated = useHydrated()
  const table = useRef<HTMLTableElement>(null)
  const isPaging = useRef(false)
  const days = month.weeks.flat().filter((day) => day !== null)
  const isFocusable = (day: CalendarDay) => day.state !== 'closed'
  const entry = days.find(({ date }) => date === selected && date) ?? days.find(isFocusable)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a month that was paged to takes the focus along
  useEffect(() => {
    if (isPaging.current) table.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus()
    isPaging.current = false
  }, [month.title])

  const follow = (event: KeyboardEvent<HTMLTableElement>) => {
    const from = (event.target as HTMLElement).dataset.date
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault()
      isPaging.current = true
      const which = event.key === 'PageUp' ? 'previous' : 'next'
      table.current?.closest('.cal-box')?.querySelector<HTMLElement>(`a[data-month="${which}"]`)?.click()
      return
    }
    const to = nextFocus(event.key, from, days.filter(isFocusable))
    if (to === undefined) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`a[data-date="${to}"]`)?.focus()
  }

  return (
    <div className="cal-box">
      <div className="calh">
        <h2 className="t2" id="month">
          {month.title}
        </h2>
        <div className="b">
          <MonthLink which="previous" month={month.previous} linkTo={linkTo} />
          <MonthLink which="next" month={month.next} linkTo={linkTo} />
        </div>
      </div>
      <table
        className="cal"
        aria-labelledby="month"
        ref={table}
        onKeyDown={follow}
        {...(hydrated ? { role: 'grid' } : {})}
      >
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week, row) => (
            <tr key={week.find((day) => day)?.date ?? row}>
              {week.map((day, column) =>
                day ? (
                  <td
                    key={day.date}
                    {...(hydrated && isFocusable(day) ? { 'aria-selected': day.date === selected } : {})}
                  >
                    <DayCell
                      day={day}
                      isSelected={day.date === selected}
                      tabIndex={!hydrated || day === entry ? 0 : -1}
                      to={linkTo({ date: day.date })}
                    />
                  </td>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty place in the week
                  <td key={column} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="key" aria-hidden="true">
        <span>
          <b className="day key__d" data-n="3">
            <i />
          </b>
          open times
        </span>
        <span>
          <b>
            <Mark kind="circle" />
          </b>
          your day
        </span>
        <span>
          <b className="day day--full key__d">4</b>
          full
        </span>
        <span className="key__closed ink3">gray: closed</span>
      </div>
    </div>
  )
}

function MonthLink({
  which,
  month,
  linkTo,
}: {
  which: 'previous' | 'next'
  month: string | null
  linkTo: MonthCalendarProps['linkTo']
}) {
  const label = which === 'previous' ? 'Previous month' : 'Next month'
  if (!month)
    return (
      <span className="btn btn--quiet btn--icon" aria-disabled="true">
        <Icon name={which} />
      </span>
    )
  return (
    <Link
      className="btn btn--quiet btn--icon"
      to={linkTo({ month })}
      preventScrollReset
      data-month={which}
      rel="nofollow"
    >
      <Icon name={which} />
      <span className="vh">{label}</span>
    </Link>
  )
}

function DayCell(props: { day: CalendarDay; isSelected: boolean; tabIndex: number; to: string }) {
  const { day, isSelected, tabIndex, to } = props
  if (day.state === 'closed')
    return (
      <span className="day day--off">
        {day.number}
        <span className="vh">, closed</span>
      </span>
    )
  const room = day.state === 'full' ? 'fully booked' : `${day.free} open ${day.free === 1 ? 'time' : 'times'}`
  return (
    <Link
      className={day.state === 'full' ? 'day day--full' : 'day'}
      to={to}
      preventScrollReset
      rel="nofollow"
      tabIndex={tabIndex}
      data-date={day.date}
      data-n={Math.min(day.free, 5)}
      aria-label={`${day.label}, ${room}${isSelected ? ', selected' : ''}`}
    >
      {day.number}
      <i />
      {isSelected ? <Mark kind="circle" draw /> : null}
    </Link>
  )
}

interface Day {
  /** YYYY-MM-DD */
  date: string
}

const DAY = 86_400_000

/**
 * The date that a key moves the focus to: arrows to the next selectable day in that direction, Home and End
 * to the ends of the week. undefined: the key does nothing.
 * @param days the selectable days, in order
 */
export function nextFocus(key: string, from: string, days: Day[]): string | undefined {
  const at = days.findIndex(({ date }) => date === from)
  if (at === -1) return undefined
  const week = days.filter(({ date }) => weekOf(date) === weekOf(from))
  switch (key) {
    case 'ArrowRight':
      return days[at + 1]?.date ?? from
    case 'ArrowLeft':
      return days[at - 1]?.date ?? from
    case 'ArrowDown':
      return days.find(({ date }) => date > from && isSameWeekday(date, from))?.date ?? from
    case 'ArrowUp':
      return days.findLast(({ date }) => date < from && isSameWeekday(date, from))?.date ?? from
    case 'Home':
      return week[0]?.date ?? from
    case 'End':
      return week.at(-1)?.date ?? from
  }
  return undefined
}

const dayNumber = (date: string): number => Date.parse(`${date}T00:00Z`) / DAY
const isSameWeekday = (a: string, b: string): boolean => (dayNumber(a) - dayNumber(b)) % 7 === 0
/** The number of a week. Weeks begin on Sunday, and January 1, 1970, was a Thursday. */
const weekOf = (date: string): number => Math.floor((dayNumber(date) + 4) / 7)
