const shapes = {
  menu: 'M3 7h14M3 13h14',
  search: 'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4 4',
  close: 'M5 5l10 10M15 5L5 15',
  next: 'M7.5 4.5L13 10l-5.5 5.5',
  previous: 'M12.5 4.5L7 10l5.5 5.5',
  check: 'M4 10.5l4 4 8-9',
  alert: 'M10 3l8 14H2zM10 8.5v4M10 14.8v.2',
  info: 'M10 9v5.5M10 5.6v.2M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15z',
  external: 'M8 4H4v12h12v-4M11.5 3.5H17V9M16.5 4L9 11.5',
  mail: 'M3 5h14v10.5H3zM3.5 5.5L10 11l6.5-5.5',
  calendar: 'M3.5 5h13v12h-13zM3.5 9h13M7 2.8V5M13 2.8V5',
  clock: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10 6v4.2l2.8 1.8',
  user: 'M10 3a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM3.5 17.5c.6-3.6 3-5.3 6.5-5.3s5.9 1.7 6.5 5.3',
  image: 'M3 4h14v12H3zM3 13.5l4.2-4 3.3 3 2.7-2.4 3.8 3.4',
  grid: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z',
  share: 'M10 12V3M6.5 6L10 2.7 13.5 6M4.5 10v7h11v-7',
  copy: 'M7 7h9.5v9.5H7zM3.5 13V3.5H13',
  play: 'M6 3.5l10.5 6.5L6 16.5z',
  pause: 'M6.5 4v12M13.5 4v12',
  download: 'M10 3v10M5.5 9l4.5 4.5L14.5 9M4 17h12',
  send: 'M17 3L8.5 11.5M17 3l-5.5 14-3-5.5L3 8.5z',
} as const

export type IconName = keyof typeof shapes

/** A decorative icon, hidden from screen readers. Without visible text, its control needs a label. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'ico ico--sm' : 'ico'} viewBox="0 0 20 20" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
