import type { ExaminedFile } from '~/platform/imaging/protocol'

/** The state of a stored file. */
export type CheckedFile =
  | { state: 'read'; file: ExaminedFile }
  /** It isn't an image anymore, or can't be read. */
  | { state: 'unreadable' }
  | { state: 'missing' }

export interface CheckedRendition {
  /** File name, such as `480.avif`. */
  name: string
  /** Recorded when it was made. */
  width: number
  height: number
  sha256: string
  seen: CheckedFile
}

export interface CheckedPhoto {
  /** SHA-256 of the original when it was imported. */
  sha256: string
  hadGps: boolean
  sourceProfile: string | null
  creator: string | null
  copyright: string | null
  original: CheckedFile
  renditions: CheckedRendition[]
}

/** The safety report: results about the files that are stored and served now. */
export function safetyReport(photo: CheckedPhoto): CheckPoint[] {
  const files = photo.renditions.flatMap((each) =>
    each.seen.state === 'read' ? [{ ...each, file: each.seen.file }] : [],
  )
  const points = [originalPoint(photo), filesPoint(photo.renditions)]
  const judged = [profilePoint, positionPoint, rightsPoint, orientationPoint, metadataPoint].map((judge) =>
    judge(photo, files),
  )
  if (files.length > 0) return [...points, ...judged]
  return [...points, ...judged.map(({ point }) => open(point, 'There are no web files to check.'))]
}

type ReadRendition = CheckedRendition & { file: ExaminedFile }
type Point = CheckPoint['point']

const sound = (point: Point, sentence: string): CheckPoint => ({ point, outcome: 'sound', sentence })
const faulty = (point: Point, sentence: string): CheckPoint => ({ point, outcome: 'faulty', sentence })
const open = (point: Point, sentence: string): CheckPoint => ({ point, outcome: 'open', sentence })

function originalPoint({ original, sha256 }: CheckedPhoto): CheckPoint {
  if (original.state === 'missing')
    return faulty('original', 'The original is missing. Import the same file again to restore it.')
  if (original.state === 'unreadable' || original.file.sha256 !== sha256)
    return faulty(
      'original',
      'The original is damaged. It isn’t the file you imported. Restore it from a backup.',
    )
  return sound('original', 'The original is exactly the file you imported.')
}

function filesPoint(renditions: CheckedRendition[]): CheckPoint {
  if (renditions.length === 0) return open('files', 'Web versions aren’t ready yet.')
  const missing = renditions.filter(({ seen }) => seen.state === 'missing')
  const damaged = renditions.filter(
    ({ seen, sha256 }) =>
      seen.state === 'unreadable' || (seen.state === 'read' && seen.file.sha256 !== sha256),
  )
  if (missing.length + damaged.length === 0)
    return sound('files', `All ${renditions.length} web versions are intact.`)
  const parts = [
    ...(missing.length > 0 ? [`Missing: ${named(missing)}.`] : []),
    ...(damaged.length > 0 ? [`Damaged: ${named(damaged)}.`] : []),
  ]
  return faulty('files', `${parts.join(' ')} Restore them from a backup.`)
}

function profilePoint({ sourceProfile }: CheckedPhoto, files: ReadRendition[]): CheckPoint {
  const odd = files.filter(({ file }) => !file.profile?.includes('sRGB'))
  if (odd.length > 0) return faulty('profile', `Not in sRGB: ${named(odd)}.`)
  if (sourceProfile === null) return sound('profile', 'The original has no color profile, so we used sRGB.')
  return sound(
    'profile',
    sourceProfile.includes('sRGB')
      ? `The original and its web versions are in ${sourceProfile}.`
      : `Converted from ${sourceProfile} to sRGB.`,
  )
}

function positionPoint({ hadGps, original }: CheckedPhoto, files: ReadRendition[]): CheckPoint {
  const telling = files.filter(({ file }) => file.hasGps)
  if (telling.length > 0) return faulty('position', `These files contain GPS data: ${named(telling)}.`)
  const had = hadGps || (original.state === 'read' && original.file.hasGps)
  return sound(
    'position',
    had
      ? 'The original has GPS data. We removed it from every web version.'
      : 'Neither the original nor its web versions have GPS data.',
  )
}

function rightsPoint({ creator, copyright }: CheckedPhoto, files: ReadRendition[]): CheckPoint {
  if (!creator && !copyright) return open('rights', 'The original has no creator or copyright to keep.')
  const without = files.filter(({ file }) => file.creator !== creator || file.copyright !== copyright)
  if (without.length > 0) return faulty('rights', `Not in these files: ${named(without)}.`)
  return sound('rights', `In every file: ${[creator, copyright].filter(Boolean).join('; ')}.`)
}

function orientationPoint({ original }: CheckedPhoto, files: ReadRendition[]): CheckPoint {
  const odd = files.filter(
    ({ file, width, height }) => file.orientation !== 1 || file.width !== width || file.height !== height,
  )
  if (odd.length > 0) return faulty('orientation', `Not upright, or of another size: ${named(odd)}.`)
  const wasTurned = original.state === 'read' && original.file.orientation !== 1
  return sound(
    'orientation',
    wasTurned
      ? 'The camera was rotated. Every web version is upright.'
      : 'Every web version is upright, like the original.',
  )
}

function metadataPoint(_: CheckedPhoto, files: ReadRendition[]): CheckPoint {
  const extras = new Set(files.flatMap(({ file }) => file.extras))
  return extras.size > 0
    ? faulty('metadata', `Left in the files: ${[...extras].join(', ')}.`)
    : sound('metadata', 'Web versions have no serial number, thumbnail, or other camera data.')
}

const named = (renditions: CheckedRendition[]): string => renditions.map(({ name }) => name).join(', ')

export const CHECK_POINTS = [
  'original',
  'files',
  'profile',
  'position',
  'rights',
  'orientation',
  'metadata',
] as const

/** The result of one point of the safety report. */
export interface CheckPoint {
  point: (typeof CHECK_POINTS)[number]
  /** `open`: nothing to check yet. */
  outcome: 'sound' | 'faulty' | 'open'
  sentence: string
}

export interface PhotoCheck {
  points: CheckPoint[]
  /** When the files were checked, as text; null: never. */
  when: string | null
  /** Whether a check is queued. */
  isWaiting: boolean
}
