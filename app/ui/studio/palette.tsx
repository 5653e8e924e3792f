import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { entriesWith, findDestinations } from './destinations'
import { countLabel, type FoundEntries, type FoundEntry } from './found-list'
import type { Section } from './sections'
import { StudioDialog } from './studio-dialog'
import { StudioIcon } from './studio-icon'
import { studioPaths } from './studio-paths'

interface PaletteProps {
  sections: Section[]
  onClose: () => void
  /** Opens the list of shortcuts, for people who turned single keys off. */
  onHelp: () => void
}

const HELP = 'keys'

/**
 * Search for pages and records: type, move with the arrows, open with Enter. The focus stays in the field
 * (ARIA: combobox with listbox).
 */
export function Palette({ sections, onClose, onHelp }: PaletteProps) {
  const [words, setWords] = useState('')
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const navigate = useNavigate()
  const { groups, isOutdated, hasFailed } = useSearchResults(words)
  const help: FoundEntry = { key: HELP, label: 'Keyboard shortcuts', icon: 'keys', to: '', keys: ['?'] }
  const near = [...findDestinations(sections, words.trim()), ...entriesWith([help], words.trim())]
  const shown: FoundEntries[] = [...(near.length > 0 ? [{ heading: 'Go to', entries: near }] : []), ...groups]
  const options = shown.flatMap(({ entries }) => entries)
  const at = Math.max(
    0,
    options.findIndex(({ key }) => key === chosenKey),
  )
  const chosen = options[at]

  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected option may be out of view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen?.key])

  const go = (entry: FoundEntry) => {
    if (entry.key === HELP) return onHelp()
    onClose()
    if (entry.leaves) location.assign(entry.to)
    else navigate(entry.to)
  }
  const enter = () => {
    // The list still shows results for an earlier text, so Enter opens the search page.
    const isOld = isOutdated && !near.includes(chosen as FoundEntry)
    if (chosen && !isOld) return go(chosen)
    if (words.trim() === '' || !(isOutdated || hasFailed)) return
    onClose()
    navigate(studioPaths.search({ words: words.trim() }))
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0)
      setChosenKey(options[(at + step + options.length) % options.length]?.key ?? null)
    else if (event.key === 'Enter') enter()
    else return
    event.preventDefault()
  }
  return (
    <StudioDialog label="Search" className="cmdk" onClose={onClose}>
      <div className="cmdk__i">
        <StudioIcon name="search" />
        <input
          role="combobox"
          aria-label="Search"
          aria-expanded={options.length > 0}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `palette-${at}` : undefined}
          placeholder="Search clients, bookings, galleries, settings…"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setChosenKey(null)
          }}
          onKeyDown={press}
        />
      </div>
      <div role="listbox" id="palette-list" className="cmdk__l" aria-label="Results" ref={list}>
        {shown.map(({ heading, entries }, number) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by the role
          <div key={heading} role="group" aria-labelledby={`palette-group-${number}`}>
            <div className="cmdk__h" id={`palette-group-${number}`} role="presentation">
              {heading}
            </div>
            {entries.map((entry) => (
              <PaletteOption
                key={entry.key}
                id={`palette-${options.indexOf(entry)}`}
                entry={entry}
                isChosen={entry === chosen}
                onGo={() => go(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={options.length === 0 || hasFailed ? 'cmdk__none' : 'vh'} role="status">
        {hasFailed
          ? 'We couldn’t search your records. Check your connection, then type again.'
          : words.trim() === '' || isOutdated
            ? ''
            : countLabel(options.length)}
      </p>
    </StudioDialog>
  )
}

interface PaletteOptionProps {
  id: string
  entry: FoundEntry
  isChosen: boolean
  onGo: () => void
}

export function PaletteOption({ id, entry, isChosen, onGo }: PaletteOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    <div id={id} role="option" aria-selected={isChosen} onClick={onGo}>
      <StudioIcon name={entry.icon} />
      <span className="cmdk__t">
        <span>{entry.label}</span>
        {entry.detail ? <span className="s">{entry.detail}</span> : null}
      </span>
      {entry.keys ? (
        <span className="cmdk__k" aria-hidden="true">
          {entry.keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ) : null}
    </div>
  )
}

/** Pause in typing before a search request, in milliseconds. */
const PAUSE = 120

interface Results {
  groups: FoundEntries[]
  /** The groups are those of an earlier text. */
  isOutdated: boolean
  /** The site didn’t answer. */
  hasFailed: boolean
}

/**
 * Searches after a pause in typing. Each text ends the search before it. Previous results stay until new ones
 * arrive, so that nothing flickers.
 */
function useSearchResults(typed: string): Results {
  const [answer, setAnswer] = useState<{ words: string; groups: FoundEntries[] | undefined }>()
  const words = typed.trim()
  useEffect(() => {
    if (words === '') return
    const ending = new AbortController()
    const timer = setTimeout(async () => {
      const groups = await search(words, ending.signal)
      if (!ending.signal.aborted) setAnswer({ words, groups })
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [words])
  if (words === '' || !answer) return { groups: [], isOutdated: words !== '', hasFailed: false }
  const isOutdated = answer.words !== words
  return { groups: answer.groups ?? [], isOutdated, hasFailed: !isOutdated && !answer.groups }
}

/** @returns undefined without a connection, without a session, or if the site fails */
async function search(words: string, signal: AbortSignal): Promise<FoundEntries[] | undefined> {
  try {
    const answer = await fetch(studioPaths.searchResults({ words }), { signal })
    const isFound = answer.ok && answer.headers.get('content-type')?.includes('json')
    return isFound ? await answer.json() : undefined
  } catch {
    return undefined
  }
}
