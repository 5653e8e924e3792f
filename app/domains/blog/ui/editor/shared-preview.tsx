import { useEffect, useRef, useState } from 'react'
import type { ChoosablePhoto } from '~/domains/photos/model'
import type { FieldValues } from '~/platform/forms'

/** Where a post is, as search engines and shared links show it. */
export interface SharedAs {
  studioName: string
  /** The site's host, such as `example.com`. */
  host: string
}

const FIELDS = ['title', 'excerpt', 'searchTitle', 'searchDescription', 'slug', 'cover'] as const
type Shown = Record<(typeof FIELDS)[number], string>

/** Characters after which Google cuts off a title and a description. */
const TITLE_LENGTH = 60
const DESCRIPTION_LENGTH = 155

interface SharedPreviewProps {
  shown: FieldValues
  photos: ChoosablePhoto[]
  shared: SharedAs
}

/** How Google and a shared link show the post, with what is typed now. */
export function SharedPreview({ shown, photos, shared }: SharedPreviewProps) {
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<FieldValues>(shown)
  useEffect(() => {
    const form = box.current?.closest('form')
    const update = ({ target }: Event) => {
      const name = target instanceof Element ? (target.getAttribute('name') ?? '') : ''
      if (form && FIELDS.some((field) => field === name)) setTyped(fieldsOf(form))
    }
    form?.addEventListener('input', update)
    return () => form?.removeEventListener('input', update)
  }, [])
  const { studioName, host } = shared
  const title = typed.searchTitle || typed.title || 'Untitled'
  const description = typed.searchDescription || typed.excerpt || 'The excerpt will be shown here.'
  const cover = photos.find(({ slug }) => slug === typed.cover)
  return (
    <div className="ped-shared" ref={box}>
      <figure>
        <figcaption className="s ink2">On Google</figcaption>
        <div className="ped-google">
          <p className="s">
            {host} › blog{typed.slug ? ` › ${typed.slug}` : ''}
          </p>
          <p className="ped-google__title">{cut(`${title} · ${studioName}`, TITLE_LENGTH)}</p>
          <p className="s">{cut(description, DESCRIPTION_LENGTH)}</p>
        </div>
      </figure>
      <figure>
        <figcaption className="s ink2">As a shared link</figcaption>
        <div className="ped-card">
          <div className="ped-card__picture">
            {cover?.thumb ? <img src={cover.thumb} alt="" /> : null}
            <p>{title}</p>
            <p className="s">{studioName}</p>
          </div>
          <div className="ped-card__words">
            <p className="s ink2">{host}</p>
            <p>
              <b>{cut(title, TITLE_LENGTH)}</b>
            </p>
            <p className="s">{cut(description, DESCRIPTION_LENGTH)}</p>
          </div>
        </div>
      </figure>
    </div>
  )
}

function fieldsOf(form: HTMLFormElement): Shown {
  const fields = FIELDS.map((name) => {
    const control = form.elements.namedItem(name)
    return [name, control && 'value' in control ? String(control.value).trim() : '']
  })
  return Object.fromEntries(fields)
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
