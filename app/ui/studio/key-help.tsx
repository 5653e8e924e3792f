import type { Section } from './sections'
import { StudioDialog } from './studio-dialog'

/** Every key that does something, opened with `?`. */
export function KeyHelp({ sections, onClose }: { sections: Section[]; onClose: () => void }) {
  return (
    <StudioDialog label="Keyboard shortcuts" className="keys" onClose={onClose}>
      <h2 className="t2">Keyboard shortcuts</h2>
      <dl className="keys__list">
        {sections.map(({ letter, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <kbd>G</kbd> then <kbd>{letter}</kbd>
            </dd>
          </div>
        ))}
        <div>
          <dt>Next or previous photograph</dt>
          <dd>
            <kbd>J</kbd> or <kbd>K</kbd>
          </dd>
        </div>
        <div>
          <dt>Search or jump</dt>
          <dd>
            <kbd>Ctrl</kbd> or <kbd>⌘</kbd> with <kbd>K</kbd>
          </dd>
        </div>
        <div>
          <dt>These keys</dt>
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
    </StudioDialog>
  )
}
