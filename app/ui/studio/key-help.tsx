import type { Section } from './sections'
import { StudioDialog } from './studio-dialog'
import { setSingleKeys, useSingleKeys } from './use-shortcuts'

const ROW_KEYS = [
  { label: 'Next item', keys: ['J'] },
  { label: 'Previous item', keys: ['K'] },
  { label: 'Open item', keys: ['Enter', 'O'] },
  { label: 'Mark as answered', keys: ['A'] },
]

/** All keyboard shortcuts, opened with `?`. */
export function KeyHelp({ sections, onClose }: { sections: Section[]; onClose: () => void }) {
  const areKeysOn = useSingleKeys()
  return (
    <StudioDialog label="Keyboard shortcuts" className="keys" onClose={onClose}>
      <h2 className="t2">Keyboard shortcuts</h2>
      <dl className="keys__list">
        <div>
          <dt>Search</dt>
          <dd>
            <kbd>Ctrl</kbd> or <kbd>⌘</kbd> with <kbd>K</kbd>
          </dd>
        </div>
        <div>
          <dt>Undo last action (until you leave the page)</dt>
          <dd>
            <kbd>Ctrl</kbd> or <kbd>⌘</kbd> with <kbd>Z</kbd>
          </dd>
        </div>
        {ROW_KEYS.map(({ label, keys: [first, second] }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{first}</kbd>
              {second ? (
                <>
                  {' '}
                  or <kbd>{second}</kbd>
                </>
              ) : null}
            </dd>
          </div>
        ))}
        {sections.map(({ shortcut, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <kbd>G</kbd> then <kbd>{shortcut}</kbd>
            </dd>
          </div>
        ))}
        <div>
          <dt>Keyboard shortcuts</dt>
          <dd>
            <kbd>?</kbd>
          </dd>
        </div>
      </dl>
      <div className="dlg__act">
        <button type="button" className="btn btn--line" onClick={onClose}>
          Close
        </button>
      </div>
      <label className="keys__on">
        <input
          type="checkbox"
          checked={areKeysOn}
          onChange={(event) => setSingleKeys(event.target.checked)}
        />
        Use single-key shortcuts in this browser
      </label>
    </StudioDialog>
  )
}
