import { Form } from 'react-router'
import type { RefusedUpload } from '../model'

/** Files that arrived and are no photographs that can be taken, each with the reason. */
export function RefusedFiles({ refused }: { refused: RefusedUpload[] }) {
  if (refused.length === 0) return null
  return (
    <div className="upnote upnote--stop" role="status">
      <p>
        {refused.length === 1 ? 'One file was' : `${refused.length} files were`} not taken. Everything else is
        safe.
      </p>
      <ul>
        {refused.map(({ id, name, folder, sentence }) => (
          <li key={id}>
            <span className="mono">{folder === '' ? name : `${folder}/${name}`}</span> {sentence}
          </li>
        ))}
      </ul>
      <Form method="post">
        <button type="submit" className="btn btn--line" name="intent" value="forget-refused">
          Got it
        </button>
      </Form>
    </div>
  )
}
