import { useCallback } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '~/ui/paths'
import { useMayChoose } from '../../proofing/ui/choice-keeper'
import { RingButton } from '../../proofing/ui/ring-button'
import { openedFrom } from '../../ui/opened-from'
import { photographs } from '../gift-words'
import { type GiftPage, type GiftPhoto, type GiftSet, pageOf } from '../model'
import { GiftGrid, labelOf, type OpenFrame } from './gift-grid'
import type { MorePages } from './use-more-pages'

export const PHOTOGRAPHS_ID = 'photographs'

const setId = (set: GiftSet) => (set.id === null ? PHOTOGRAPHS_ID : `set-${set.id}`)

/** The photographs by set, with a way to each set. */
export function GiftSets({ gift, more }: { gift: GiftPage; more: MorePages }) {
  const { sets, gallery } = gift
  const { photos } = more
  const mayChoose = useMayChoose()
  const open = useOpenFrame()
  const shown = sets.map((set) => ({
    set,
    batches: batchesOf(photos.filter(({ setId }) => setId === set.id)),
  }))
  const named = sets.filter(({ title }) => title !== '')
  return (
    <div className="wrap gal" id={PHOTOGRAPHS_ID} tabIndex={-1}>
      {named.length > 1 ? (
        <nav className="gbar gift__sets" aria-label="Sets">
          <ul className="fil">
            {named.map((set) => (
              <li key={set.id}>
                <SetLink gift={gift} set={set} photos={photos} />
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {shown.map(({ set, batches }) =>
        batches[0]?.[0] ? (
          <section key={set.id ?? ''} className="gift__set" aria-labelledby={`${setId(set)}-title`}>
            <SetHead set={set} goesOn={batches[0][0].number > set.first} />
            {batches.map((batch) => (
              <GiftGrid
                key={batch[0]?.id}
                galleryId={gallery.id}
                photos={batch}
                goesOn={(batch.at(-1)?.number ?? 0) < set.first + set.count - 1}
                toolOf={mayChoose ? ringOf : undefined}
                onOpen={open}
              />
            ))}
          </section>
        ) : null,
      )}
    </div>
  )
}

function SetHead({ set, goesOn }: { set: GiftSet; goesOn: boolean }) {
  if (set.title === '')
    return (
      <h2 className="vh" id={`${setId(set)}-title`}>
        Photos
      </h2>
    )
  return (
    <div className="gift__sethead" id={setId(set)} tabIndex={-1}>
      <h2 className="t1" id={`${setId(set)}-title`}>
        {set.title}
      </h2>
      <p className="edge">{goesOn ? 'continued' : photographs(set.count)}</p>
    </div>
  )
}

/** To the set where it is on the page already, else to the page on which it begins. */
function SetLink({ gift, set, photos }: { gift: GiftPage; set: GiftSet; photos: readonly GiftPhoto[] }) {
  const isHere = photos.some(({ number }) => number === set.first)
  const label = (
    <>
      {set.title} <span className="ink3">{set.count.toLocaleString('en-US')}</span>
    </>
  )
  if (isHere) return <a href={`#${setId(set)}`}>{label}</a>
  return <Link to={paths.gift(gift.gallery.id, { page: pageOf(set.first), set: setId(set) })}>{label}</Link>
}

/** What the router’s link does on a press. */
function useOpenFrame(): OpenFrame {
  const navigate = useNavigate()
  return useCallback<OpenFrame>(
    (event, page) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
      event.preventDefault()
      navigate(event.currentTarget.pathname, { state: openedFrom(page), preventScrollReset: true })
    },
    [navigate],
  )
}

const ringOf = (photo: GiftPhoto) => <RingButton itemId={photo.id} label={labelOf(photo)} back="grid" />

/** As they came: what is laid out stays where it is when more photographs follow. */
function batchesOf(photos: readonly GiftPhoto[]): GiftPhoto[][] {
  const batches = new Map<number, GiftPhoto[]>()
  for (const photo of photos) {
    const page = pageOf(photo.number)
    batches.set(page, [...(batches.get(page) ?? []), photo])
  }
  return [...batches.values()]
}
