import { Form } from 'react-router'

interface PinPartProps {
  version: number
  /** As the studio tells it; null: none; undefined: it cannot be read any more. */
  pin: string | null | undefined
}

/** Six digits that are asked for beside the link. */
export function PinPart({ version, pin }: PinPartProps) {
  return (
    <section className="gpart" aria-labelledby="pin">
      <h2 className="st-h2" id="pin">
        PIN
      </h2>
      {pin === null ? (
        <p className="ink2">None: the link opens the gallery by itself.</p>
      ) : (
        <p>
          {pin === undefined ? (
            'It cannot be read any more. Make a new one.'
          ) : (
            <>
              <strong className="gpin">{`${pin.slice(0, 3)} ${pin.slice(3)}`}</strong>
              <span className="ink2"> Tell it in another way than by the mail with the link.</span>
            </>
          )}
        </p>
      )}
      <Form method="post" className="st-act" preventScrollReset>
        <input type="hidden" name="version" value={version} />
        <button type="submit" className="btn btn--line" name="intent" value="new-pin">
          {pin === null ? 'Ask for a PIN' : 'Make a new one'}
        </button>
        {pin === null ? null : (
          <button type="submit" className="btn btn--quiet" name="intent" value="no-pin">
            Ask for none
          </button>
        )}
      </Form>
    </section>
  )
}
