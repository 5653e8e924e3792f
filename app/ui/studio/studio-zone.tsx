import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import { Field } from '../field'

/** The zone in which the Studio shows and reads every time. */
interface Zone {
  /** "Eastern Time" */
  name: string
  /** "EST", as it is now. */
  short: string
}

export const useStudioZone = (): Zone =>
  useRouteLoaderData<{ zone: Zone }>('routes/studio/layout')?.zone ?? { name: '', short: '' }

/** "Eastern Time", in gray: above times that stand without their zone. */
export const ZoneNote = () => <span className="zone">{useStudioZone().name}</span>

/** A time of day, with the zone in which it is read beside its label. */
export function TimeField({ label, ...field }: Omit<ComponentProps<typeof Field>, 'type'>) {
  const { name } = useStudioZone()
  const zoned = (
    <>
      {label} <span className="opt">({name})</span>
    </>
  )
  return <Field {...field} label={zoned} type="time" />
}
