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
        <p className="ink2">Off: anyone with the link can open this gallery.</p>
      ) : (
        <p>
          {pin === undefined ? (
            'We can’t read this PIN anymore. Create a new one.'
          ) : (
            <>
              <strong className="gpin">{`${pin.slice(0, 3)} ${pin.slice(3)}`}</strong>
              <span className="ink2">
                {' '}
                Send the PIN separately from the link—by text or phone, for example.
              </span>
            </>
          )}
        </p>
      )}
      <Form method="post" className="st-act" preventScrollReset>
        <input type="hidden" name="version" value={version} />
        <button type="submit" className="btn btn--line" name="intent" value="new-pin">
          {pin === null ? 'Turn on PIN' : 'Create new PIN'}
        </button>
        {pin === null ? null : (
          <button type="submit" className="btn btn--quiet" name="intent" value="no-pin">
            Turn off PIN
          </button>
        )}
      </Form>
    </section>
  )
}
