import type { Editor } from '@tiptap/core'
import { useRef, useState } from 'react'
import { Field } from '~/ui/field'
import { StudioDialog } from '~/ui/studio/studio-dialog'
import { isLinkAddress } from '../schema'

/** Adds a link to the selected text, or changes or removes it. No form, since it is within the post's form. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before: string = editor.getAttributes('link').href ?? ''
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const save = () => {
    const href = completed(input.current?.value.trim() ?? '')
    if (href !== '' && !isLinkAddress(href)) {
      setError(
        'Enter a web address such as https://example.com, an email address, or a page such as /pricing.',
      )
      return
    }
    setLink(editor, href)
    onClose()
  }
  return (
    <StudioDialog label="Link" onClose={onClose}>
      <div className="editor-link">
        <Field
          name=""
          id="link-href"
          label="Link to"
          defaultValue={before}
          error={error}
          ref={input}
          autoComplete="off"
          hint="Leave blank to remove the link."
          optional
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            save()
          }}
        />
        <div className="dlg__act">
          <button type="button" className="btn" onClick={save}>
            Save link
          </button>
          <button type="button" className="btn btn--line" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </StudioDialog>
  )
}

function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (href === '') chain.unsetLink().run()
  else if (editor.state.selection.empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
  else chain.setLink({ href }).run()
}

/** With the scheme that people leave out. */
function completed(typed: string): string {
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(typed)) return `mailto:${typed}`
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i.test(typed)) return `https://${typed}`
  return typed
}
