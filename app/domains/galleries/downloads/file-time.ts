export interface FileTime {
  /** Wall time in the studio's zone: YYYY-MM-DDTHH:MM:SS. */
  wall: string
  /** Milliseconds since 1970. */
  at: number
}

const QUARTER = 900_000

/**
 * Modification times of files in archives: the camera's time, assumed to be in the studio's zone, otherwise
 * the time of upload. Offsets are cached per quarter hour, since they change only then and archives may have
 * thousands of files.
 */
export function fileTimes(zone: string) {
  const offsets = new Map<string, number>()
  const offsetOf = (key: string, find: () => Temporal.ZonedDateTime) => {
    const known = offsets.get(key) ?? find().offsetNanoseconds / 1e6
    offsets.set(key, known)
    return known
  }

  function captured(text: string): FileTime | undefined {
    const clock = readClock(text)
    if (clock === undefined) return undefined
    const quarter = clock - (clock % QUARTER)
    const offset = offsetOf(`wall ${quarter}`, () =>
      Temporal.PlainDateTime.from(wallOf(quarter)).toZonedDateTime(zone),
    )
    return { wall: wallOf(clock), at: clock - offset }
  }

  /** @param capturedAt YYYY-MM-DDTHH:MM:SS */
  return ({ capturedAt, arrivedAt }: { capturedAt: string | null; arrivedAt: number }): FileTime => {
    const known = capturedAt === null ? undefined : captured(capturedAt)
    if (known) return known
    const quarter = arrivedAt - (arrivedAt % QUARTER)
    const offset = offsetOf(`instant ${quarter}`, () =>
      Temporal.Instant.fromEpochMilliseconds(quarter).toZonedDateTimeISO(zone),
    )
    return { wall: wallOf(arrivedAt + offset), at: arrivedAt }
  }
}

/** A wall time as milliseconds as if it were UTC; undefined: not a valid date, as some cameras write. */
function readClock(text: string): number | undefined {
  const clock = Date.parse(`${text.slice(0, 19)}Z`)
  return Number.isNaN(clock) || wallOf(clock) !== text.slice(0, 19) ? undefined : clock
}

const wallOf = (clock: number): string => new Date(clock).toISOString().slice(0, 19)
