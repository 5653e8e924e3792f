import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import { Field } from '../field'

/** The studio's time zone. */
interface Zone {
  /** "Eastern Time" */
  name: string
  /** "EST" or "EDT", whichever applies now. */
  short: string
}

export const useStudioZone = (): Zone =>
  useRouteLoaderData<{ zone: Zone }>('routes/studio/layout')?.zone ?? { name: '', short: '' }

/** "Eastern Time" in gray, above times without a zone. */
export const ZoneNote = () => <span className="zone">{useStudioZone().name}</span>

/** A time field with its zone beside the label. */
export function TimeField({ label, ...field }: Omit<ComponentProps<typeof Field>, 'type'>) {
  const { name } = useStudioZone()
  const zoned = (
    <>
      {label} <span className="opt">({name})</span>
    </>
  )
  return <Field {...field} label={zoned} type="time" />
}
