import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ChoosablePhoto } from '~/domains/photos/model'
import type { PhotoUploadProps } from '~/domains/photos/ui/photo-field'
import { FieldError } from '~/ui/field'
import { useHydrated } from '~/ui/hydrated'
import { studioPaths } from '~/ui/studio/studio-paths'
import {
  isPeopleAnswer,
  PEOPLE_ANSWERS,
  type PeopleAnswer,
  WEBSITE_GALLERY,
  type WebsiteUpload,
} from '../model'
import type { FoundFile } from './file-drop'
import { UploadList } from './upload-list'
import './upload-panel.css'
import { DropPlace, UploadForm, useUploads } from './upload-panel'
import type { QueuedFile } from './upload-queue'

/** Interval at which the page asks what became of uploads, in milliseconds. */
const LOOK_EVERY = 700

/** Uploads photos for the website into the library, and reports each when it can be used. */
export function WebsiteUploadPanel({ dropped = [], onReady, onAllReady }: PhotoUploadProps) {
  const isAlive = useHydrated()
  const { queue, shown } = useUploads(WEBSITE_GALLERY)
  const [people, setPeople] = useState<PeopleAnswer>()
  /** Files chosen before the question was answered. */
  const [waiting, setWaiting] = useState<FoundFile[]>(() =>
    dropped.map((file) => ({ file, path: file.name })),
  )
  const { files } = shown
  const done = useWebsiteUploads(files)
  useReports(files, done, { onReady, onAllReady })
  useEffect(() => {
    queue?.refuse([...done.values()].flatMap(({ id, photo }) => (photo ? [] : id)))
  }, [queue, done])
  // Photos of an earlier visit were reported then.
  useEffect(() => queue?.clear(), [queue])
  if (!isAlive || !queue)
    return (
      <div className="upt">
        <UploadForm action={studioPaths.galleryUploads(WEBSITE_GALLERY)}>
          <PeopleQuestion />
        </UploadForm>
      </div>
    )
  const add = (found: FoundFile[], answer = people) => {
    if (answer) queue.add(found, answer)
    else setWaiting((before) => [...before, ...found])
  }
  const answer = (chosen: PeopleAnswer) => {
    setPeople(chosen)
    add(waiting, chosen)
    setWaiting([])
  }
  return (
    <section className="upt" aria-label="Upload">
      <PeopleQuestion
        chosen={people}
        onChoose={answer}
        error={waiting.length > 0 ? 'Answer this first. The upload starts right after.' : undefined}
      />
      <DropPlace onFound={(found) => add(found)}>
        <span className="updrop__d">Drop photos here. </span>Photos are added to your library.
      </DropPlace>
      {files.length > 0 ? <UploadList queue={queue} shown={shown} /> : null}
      <Outcome files={files} done={done} withPhotos={!onReady} />
    </section>
  )
}

interface PeopleQuestionProps {
  chosen?: PeopleAnswer | undefined
  onChoose?: (answer: PeopleAnswer) => void
  error?: string | undefined
}

/** The question that decides whether photos may be public. */
function PeopleQuestion({ chosen, onChoose, error }: PeopleQuestionProps) {
  // In a dialog of another form, the answer isn't part of that form.
  const form = onChoose ? { form: '' } : {}
  return (
    <fieldset className="upask">
      <legend>Who can be recognized?</legend>
      {Object.entries(PEOPLE_ANSWERS).map(([value, label]) => (
        <label key={value} className="chk">
          <input
            type="radio"
            name="people"
            value={value}
            {...form}
            {...(onChoose ? { checked: chosen === value } : { required: true })}
            onChange={() => isPeopleAnswer(value) && onChoose?.(value)}
          />
          <span>{label}</span>
        </label>
      ))}
      {error ? (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      ) : null}
    </fieldset>
  )
}

/** What became of these files, by upload id. Asks until each has an answer. */
function useWebsiteUploads(files: readonly QueuedFile[]): ReadonlyMap<string, WebsiteUpload> {
  const { load, data, state } = useFetcher<{ uploads: WebsiteUpload[] }>()
  const [known, setKnown] = useState<ReadonlyMap<string, WebsiteUpload>>(new Map())
  useEffect(() => {
    const answered = data?.uploads.filter(({ photo, sentence }) => photo || sentence !== null) ?? []
    if (answered.length > 0)
      setKnown((before) => new Map([...before, ...answered.map((each) => [each.id, each] as const)]))
  }, [data])
  const asked = files.flatMap(({ upload }) => (upload && !known.has(upload) ? upload : [])).join()
  useEffect(() => {
    if (asked === '' || state !== 'idle') return
    const timer = setTimeout(() => load(studioPaths.photoUpload({ uploads: asked })), LOOK_EVERY)
    return () => clearTimeout(timer)
  }, [asked, state, load])
  return known
}

/** Reports each photo once, in the order of the files, and when nothing is left to do. */
function useReports(
  files: readonly QueuedFile[],
  done: ReadonlyMap<string, WebsiteUpload>,
  { onReady, onAllReady }: PhotoUploadProps,
): void {
  const reported = useRef(new Set<string>())
  const report = useRef({ onReady, onAllReady })
  report.current = { onReady, onAllReady }
  useEffect(() => {
    for (const { state, upload } of files) {
      const { photo, sentence } = done.get(upload ?? '') ?? {}
      // The order of the files decides which photo is the first.
      if (state !== 'failed' && !photo && !sentence) return
      if (!photo || !upload || reported.current.has(upload)) continue
      reported.current.add(upload)
      report.current.onReady?.(photo)
    }
    const isFine = files.every(({ upload }) => done.get(upload ?? '')?.photo)
    if (files.length > 0 && isFine) report.current.onAllReady?.()
  }, [files, done])
}

interface OutcomeProps {
  files: readonly QueuedFile[]
  done: ReadonlyMap<string, WebsiteUpload>
  /** Lists the photos with links. */
  withPhotos: boolean
}

/** How many photos can be used, and why others can't. */
function Outcome({ files, done, withPhotos }: OutcomeProps) {
  const about = files.flatMap(({ name, upload }) => {
    const outcome = done.get(upload ?? '')
    return outcome ? [{ name, ...outcome }] : []
  })
  const ready = about.flatMap(({ photo }): ChoosablePhoto[] => (photo ? [photo] : []))
  const refused = about.filter(({ photo }) => !photo)
  const left = files.filter(({ state, upload }) => state === 'sent' && !done.has(upload ?? '')).length
  return (
    <>
      <div role="status">{sentence()}</div>
      {withPhotos && ready.length > 0 ? (
        <ul className="upready">
          {ready.map(({ slug, title, thumb, tone }) => (
            <li key={slug}>
              <a href={studioPaths.photo(slug)}>
                <span className="upthumb" style={{ backgroundColor: tone }}>
                  {thumb ? <img src={thumb} alt="" /> : null}
                </span>
                {title}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {refused.length > 0 ? (
        <div className="upnote upnote--stop" role="status">
          <ul>
            {refused.map(({ id, name, sentence }) => (
              <li key={id}>
                <span className="mono">{name}</span> {sentence}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )

  function sentence(): ReactNode {
    if (left > 0) return `Preparing ${left === 1 ? '1 photo' : `${left} photos`}…`
    if (ready.length === 0) return null
    return `${ready.length === 1 ? '1 photo is' : `${ready.length} photos are`} in your library and can be used.`
  }
}
