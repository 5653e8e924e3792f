const shapes = {
  today: 'M3.5 3.5h13v13h-13zM3.5 10h13M10 3.5v13',
  bookings: 'M3.5 5h13v12h-13zM3.5 9h13M7 2.8V5M13 2.8V5',
  messages: 'M3 5h14v10.5H3zM3.5 5.5L10 11l6.5-5.5',
  mail: 'M17 3L8.5 11.5M17 3l-5.5 14-3-5.5L3 8.5z',
  photos: 'M3 4h14v12H3zM3 13l4-4 4 4 2.5-2.5L17 14M13 7.5h1',
  payments: 'M2.5 5.5h15v9h-15zM2.5 8.5h15M5 12h3',
  contracts: 'M4.5 3h11v14h-11zM7 6.5h6M7 9.5h6M7 14c.8-1.8 1.6-1.8 2 0s1.4.4 2-.6',
  people:
    'M8 3.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM2.5 16.5c0-3.3 2.2-5 5.5-5s5.5 1.7 5.5 5M12.5 3.9a3 3 0 0 1 0 5.2M14.5 11.9c1.9.7 3 2.2 3 4.6',
  pages: 'M5 3h7l3.5 3.5V17H5zM12 3v3.5h3.5M7.5 10.5h5.5M7.5 13.5h5.5',
  settings: 'M3 6h8M15 6h2M13 4v4M3 14h2M9 14h8M7 12v4',
  audit: 'M7 5h10M7 10h10M7 15h10M3 5h1M3 10h1M3 15h1',
  calendar: 'M3.5 5h13v12h-13zM3.5 9h13M7 2.8V5M13 2.8V5',
  grid: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z',
  journal: 'M4 5V4h12v1M10 4v12.5M7.5 16.5h5',
  picture: 'M3 4h14v12H3zM3 13.5l4.2-4 3.3 3 2.7-2.4 3.8 3.4',
  keys: 'M2.5 5.5h15v9h-15zM5.5 8.5h1M9.5 8.5h1M13.5 8.5h1M6.5 11.5h7',
  more: 'M4 10h.01M10 10h.01M16 10h.01M3 10h2M9 10h2M15 10h2',
  drag: 'M7 5h1M12 5h1M7 10h1M12 10h1M7 15h1M12 15h1',
  search: 'M8.5 3a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4.5 4.5',
  site: 'M8 4H4v12h12v-4M11.5 3.5H17V9M16.5 4L9 11.5',
  previous: 'M12.5 4.5L7 10l5.5 5.5',
  next: 'M7.5 4.5L13 10l-5.5 5.5',
  close: 'M5 5l10 10M15 5L5 15',
  add: 'M10 4v12M4 10h12',
  again: 'M8 5L4 9l4 4M4 9h8a4 4 0 0 1 0 8H9',
  lock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  hours: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10 6v4.2l2.8 1.8',
  leave: 'M8 3.5H4v13h4M12 6l4 4-4 4M16 10H7.5',
} as const

export type StudioIconName = keyof typeof shapes

export function StudioIcon({ name, small = false }: { name: StudioIconName; small?: boolean }) {
  return (
    <svg className={small ? 'ico ico--sm' : 'ico'} viewBox="0 0 20 20" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
