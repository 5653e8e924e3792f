import { startLabels } from '../start-labels'

interface Session {
  sessionDate: number
  sessionEnd: number
  zone: string
}

/** "Saturday, December 5, 2026, 10:30 – 11:15 AM Eastern Time" */
export function sessionLabel({ sessionDate, sessionEnd, zone }: Session): string {
  const { fullDay, rangeInWords } = startLabels({ startsAt: sessionDate, endsAt: sessionEnd }, zone)
  return `${fullDay}, ${rangeInWords}`
}
