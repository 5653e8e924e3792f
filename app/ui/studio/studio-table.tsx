import type { ReactNode } from 'react'

interface Column {
  label: string
  /** Aligned to the right, such as numbers. */
  right?: boolean
  /** The label is for screen readers alone, as above buttons. */
  hidden?: boolean
}

interface StudioTableProps {
  columns: (string | Column)[]
  caption?: string
  className?: string
  /** Rows. */
  children: ReactNode
}

/** A table of the Studio, one row per record. */
export function StudioTable({ columns, caption, className = '', children }: StudioTableProps) {
  return (
    <table className={`tbl st-tbl ${className}`.trim()}>
      {caption ? <caption className="vh">{caption}</caption> : null}
      <thead>
        <tr>
          {columns
            .map((column): Column => (typeof column === 'string' ? { label: column } : column))
            .map(({ label, right, hidden }) => (
              <th key={label} scope="col" className={right ? 'r' : undefined}>
                {hidden ? <span className="vh">{label}</span> : label}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
