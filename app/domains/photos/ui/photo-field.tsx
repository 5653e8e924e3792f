import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useFetcher } from 'react-router'
import { ButtonLink } from '~/ui/button-link'
import { fieldId, Select } from '~/ui/field'
import { useHydrated } from '~/ui/hydrated'
import { StudioDialog } from '~/ui/studio/studio-dialog'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ChoosablePhoto } from '../model'
import './photo-field.css'

export interface PhotoUploadProps {
  /** Files to begin with. */
  dropped?: readonly File[] | undefined
  /** A photo was uploaded and can be used. */
  onReady?: ((photo: ChoosablePhoto) => void) | undefined
  /** Every file was uploaded and can be used. */
  onAllReady?: (() => void) | undefined
}

/** Uploads photos into the library. The Studio provides it, since galleries aren’t known here. */
export const PhotoUpload = createContext<ComponentType<PhotoUploadProps>>(() => null)

interface PhotoFieldProps {
  name: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean | undefined
  defaultValue: string
  autoFocus?: boolean
  photos: ChoosablePhoto[]
}

/** Stands for a photo in the texts of a new site. */
const NOT_CHOSEN = 'not-chosen'

/** Chooses a photo of the library by title, or with script by its thumbnail. */
export function PhotoField({ photos, defaultValue, ...field }: PhotoFieldProps) {
  const [chosen, setChosen] = useState(field.optional && defaultValue === NOT_CHOSEN ? '' : defaultValue)
  const [found, setFound] = useState<ChoosablePhoto>()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isAlive = useHydrated()
  // With script, a list has its photos once it is touched: a page may have twenty lists of hundreds.
  const [isListed, setListed] = useState(!isAlive)
  const options = found && !photos.some(({ slug }) => slug === found.slug) ? [found, ...photos] : photos
  const listed = isListed ? options : options.filter(({ slug }) => slug === chosen)
  const choose = (photo: ChoosablePhoto) => {
    setFound({ ...photo })
    setChosen(photo.slug)
  }
  // Reads a choice made before hydration.
  useEffect(() => {
    const select = box.current?.querySelector('select')
    if (select) setChosen(select.value)
  }, [])
  // Dispatches events, so that the form notices the change like a choice from the list. An event before the list
  // shows the photo would choose the previous one again.
  useEffect(() => {
    const select = found && box.current?.querySelector('select')
    select?.dispatchEvent(new Event('change', { bubbles: true }))
    select?.dispatchEvent(new Event('input', { bubbles: true }))
    select?.focus()
  }, [found])
  return (
    <div className="phf" ref={box}>
      <PhotoThumb photo={options.find(({ slug }) => slug === chosen)} />
      <Select
        {...field}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        onFocus={() => setListed(true)}
        onPointerDown={() => setListed(true)}
      >
        {field.optional ? <option value="">No photo</option> : null}
        {options.some(({ slug }) => slug === chosen) || (field.optional && chosen === '') ? null : (
          <option value={chosen}>
            {chosen === '' || chosen === NOT_CHOSEN ? 'Choose a photo' : `${chosen}, not in the library`}
          </option>
        )}
        {listed.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </Select>
      {isAlive ? (
        <button
          type="button"
          className="btn btn--line phf__by"
          aria-describedby={fieldId(field.name)}
          onClick={() => setOpen(true)}
        >
          Browse photos
        </button>
      ) : (
        <ButtonLink className="phf__by" to={studioPaths.photoUpload()} variant="line">
          Upload photos
        </ButtonLink>
      )}
      {isOpen ? <PhotoChooser photos={photos} onChoose={choose} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

/** Pause in typing before searching, in milliseconds. */
const PAUSE = 250

interface PhotoChooserProps {
  photos: ChoosablePhoto[]
  /** Files to upload, each of which is chosen. */
  dropped?: readonly File[] | undefined
  /** Also called for the first uploaded photo, before the dialog closes. */
  onChoose: (photo: ChoosablePhoto) => void
  onClose: () => void
}

/** The library as thumbnails, filtered by typing, with an upload. */
export function PhotoChooser({ photos, dropped, onChoose, onClose }: PhotoChooserProps) {
  const [words, setWords] = useState('')
  const { load, data } = useFetcher<{ photos: ChoosablePhoto[] }>()
  const search = words.trim()
  useEffect(() => {
    if (search === '') return
    const timer = setTimeout(() => load(studioPaths.photoChoice(search)), PAUSE)
    return () => clearTimeout(timer)
  }, [search, load])
  const [isUploading, setUploading] = useState(photos.length === 0 || dropped !== undefined)
  const Upload = useContext(PhotoUpload)
  const [uploaded, setUploaded] = useState<ChoosablePhoto[]>([])
  const hasChosen = useRef(false)
  const keep = (photo: ChoosablePhoto) => {
    setUploaded((before) => [...before, photo])
    if (dropped || !hasChosen.current) onChoose(photo)
    hasChosen.current = true
  }
  const isNew = ({ slug }: ChoosablePhoto) => uploaded.some((each) => each.slug === slug)
  const listed = [...uploaded, ...photos.filter((photo) => !isNew(photo))]
  const shown = search === '' ? listed : (data?.photos ?? listed)
  return (
    <StudioDialog label="Choose a photo" className="phc" onClose={onClose}>
      <div className="phc__top">
        <label className="vh" htmlFor="photo-words">
          Search titles
        </label>
        <input
          className="in"
          id="photo-words"
          type="search"
          placeholder="Search titles"
          maxLength={100}
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            // Enter would submit the form around it.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        <button
          type="button"
          className="btn btn--line"
          aria-expanded={isUploading}
          onClick={() => setUploading(!isUploading)}
        >
          Upload photos
        </button>
        <button type="button" className="btn btn--quiet" onClick={onClose}>
          Close
        </button>
      </div>
      {isUploading ? (
        <Suspense>
          <Upload dropped={dropped} onReady={keep} onAllReady={onClose} />
        </Suspense>
      ) : null}
      <p className="phc__none" role="status">
        {shown.length > 0 ? '' : noneSentence(search, isUploading)}
      </p>
      <ul className="phc__list">
        {shown.map((photo) => (
          <li key={photo.slug}>
            <button
              type="button"
              onClick={() => {
                onChoose(photo)
                onClose()
              }}
            >
              <PhotoThumb photo={photo} />
              <span>{photo.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </StudioDialog>
  )
}

/** A square thumbnail beside the photo's title. */
export function PhotoThumb({ photo }: { photo: ChoosablePhoto | undefined }) {
  return (
    <span className="thumb" style={{ backgroundColor: photo?.tone }}>
      {photo?.thumb ? <img src={photo.thumb} alt="" loading="lazy" /> : null}
    </span>
  )
}

function noneSentence(search: string, isUploading: boolean): string {
  if (search !== '') return 'No photos found.'
  return isUploading ? '' : 'No photos in your library yet.'
}
